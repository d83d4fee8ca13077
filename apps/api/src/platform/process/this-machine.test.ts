import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { isLocalRequest, isLocalHostName } from "./this-machine";

const localRequest = (headers: IncomingHttpHeaders, remoteAddress: string | undefined = "127.0.0.1", url = "/") =>
  ({ headers, socket: { remoteAddress }, url }) as unknown as IncomingMessage;

describe("this machine", () => {
  it.each(["localhost", "LocalHost", "desk.localhost", "127.0.0.1", "127.8.9.10", "::1", "[::1]"])(
    "counts %s as an address of this machine",
    (name) => {
      expect(isLocalHostName(name)).toBe(true);
    },
  );

  it.each([
    "",
    "0.0.0.0",
    "desk.example.com",
    "localhost.example.com",
    "localhost.",
    "notlocalhost",
    "127.0.0.1.nip.io",
    "127.evil.example",
    "127.1",
    "::",
    "192.168.0.5",
  ])("does not count %j as an address of this machine", (name) => {
    expect(isLocalHostName(name)).toBe(false);
  });

  it.each(["localhost", "localhost:8080", "127.0.0.1:65535", "[::1]:8080", "a.b.localhost:80"])(
    "takes a request with Host %s as meant for this machine",
    (host) => {
      expect(isLocalRequest(localRequest({ host }))).toBe(true);
    },
  );

  it.each(["rebound.example:8080", "localhost@evil.example", "localhost:8080.evil.example", "localhost:", "[::1", ""])(
    "does not take a request with Host %j as meant for this machine",
    (host) => {
      expect(isLocalRequest(localRequest({ host }))).toBe(false);
    },
  );

  it.each([
    ["http://localhost:8080/outbox", true],
    ["HTTP://127.0.0.1/", true],
    ["http://rebound.example/outbox", false],
    ["http://localhost@rebound.example/", false],
    ["rebound.example:443", false],
    ["*", true],
  ])("judges a request target that names a host by that host, whatever Host says: %s", (url, isMeant) => {
    expect(isLocalRequest(localRequest({ host: "localhost" }, "127.0.0.1", url))).toBe(isMeant);
  });

  it("does not take a request without a Host as meant for this machine", () => {
    expect(isLocalRequest(localRequest({}))).toBe(false);
  });

  it.each(["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "x-client-ip"])(
    "does not take a request that a proxy passes on with %s as meant for this machine, whatever Host it names",
    (header) => {
      expect(isLocalRequest(localRequest({ host: "localhost:8080", [header]: "127.0.0.1" }))).toBe(false);
    },
  );

  it.each([
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["172.17.0.1", true],
    ["fe80::1%eth0", true],
    ["8.8.8.8", false],
    ["172.32.0.1", false],
    ["::ffff:203.0.113.9", false],
    ["2001:db8::1", false],
  ])("decides whether to answer a caller at %s: %s", (address, answered) => {
    expect(isLocalRequest(localRequest({ host: "localhost" }, address))).toBe(answered);
  });
});
