import { describe, expect, it } from "vitest";
import { parseMailServer } from "./mail-server";

describe("address of a mail server", () => {
  it.each([
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, encryption: "STARTTLS" }],
    ["smtps://mail.example.com/", { host: "mail.example.com", port: 465, encryption: "TLS" }],
    ["smtp://mail.example.com:2525", { host: "mail.example.com", port: 2525, encryption: "STARTTLS" }],
    ["smtp://relay:25?tls=off", { host: "relay", port: 25, encryption: "NONE" }],
    ["smtp://localhost:1025", { host: "localhost", port: 1025, encryption: "NONE" }],
    ["smtp://[::1]:1025", { host: "::1", port: 1025, encryption: "NONE" }],
    ["smtps://localhost", { host: "localhost", port: 465, encryption: "TLS" }],
    [
      "smtps://fleet%40example.com:p%3Aa%2Fss@mail.example.com",
      {
        host: "mail.example.com",
        port: 465,
        encryption: "TLS",
        login: { user: "fleet@example.com", password: "p:a/ss" },
      },
    ],
  ])("%s is understood", (text, server) => {
    expect(parseMailServer(text)).toEqual(server);
  });

  it.each([
    "mail.example.com",
    "https://mail.example.com",
    "smtp://",
    "smtp://user@mail.example.com",
    "smtp://:password@mail.example.com",
    "smtp://mail.example.com/path",
    "smtp://mail.example.com?tls=on",
    "smtps://mail.example.com?tls=off",
    "smtp://mail.example.com#1",
    "smtp://mail_server",
    "smtp://mail.example.com:99999",
    "smtp://user:%zz@mail.example.com",
  ])("%s is refused", (text) => {
    expect(parseMailServer(text)).toBeUndefined();
  });
});
