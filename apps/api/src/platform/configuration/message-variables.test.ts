import { describe, expect, it } from "vitest";
import { StartupError } from "../process/startup-error";
import { readConfig } from "./config";
import { carrierWarningsOf } from "./message-variables";

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof StartupError) return error.sentences;
    throw error;
  }
};
const smtp = { SMTP_URL: "smtps://fleet:s3cret@mail.example.com", MAIL_FROM: "noreply@example.com" };
const sms = { SMS_URL: "https://sms.example.com/send", SMS_KEY: "key-1", SMS_FROM: "Leitstand" };

describe("configuration of mails and SMS", () => {
  it("the configuration reads the mail server, the sender and the SMS gateway", () => {
    expect(readConfig({ ...smtp, ...sms }).carriers).toEqual({
      mail: {
        server: {
          host: "mail.example.com",
          port: 465,
          encryption: "TLS",
          login: { user: "fleet", password: "s3cret" },
        },
        from: "noreply@example.com",
      },
      sms: { url: "https://sms.example.com/send", format: "json", key: "key-1", from: "Leitstand" },
    });
  });

  it("the configuration reads a gateway in the format of Twilio", () => {
    const from = `MG${"0a".repeat(16)}`;
    const env = { SMS_URL: "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json", SMS_FORMAT: "twilio" };
    expect(readConfig({ ...env, SMS_KEY: "AC1:token", SMS_FROM: from }).carriers.sms).toEqual({
      url: env.SMS_URL,
      format: "twilio",
      key: "AC1:token",
      from,
    });
  });

  it.each(["https://sms.example.com/v1/sms/", "https://sms.example.com/send?apikey=s3cret"])(
    "the configuration keeps the address %s of a gateway as it is",
    (url) => {
      expect(readConfig({ SMS_URL: url }).carriers.sms?.url).toBe(url);
    },
  );

  it.each([
    ["http://localhost:9000/send", "http://localhost:9000/send"],
    ["http://[::1]:9000/send", "http://[::1]:9000/send"],
    ["http://sms.lan/send?tls=off", "http://sms.lan/send"],
    ["http://sms.lan/send?apikey=s3cret&tls=off", "http://sms.lan/send?apikey=s3cret"],
  ])("an unencrypted gateway is taken on this machine, and elsewhere where the address says so: %s", (text, url) => {
    expect(readConfig({ SMS_URL: text }).carriers.sms?.url).toBe(url);
  });

  it.each([
    "http://sms.example.com/send",
    "http://sms.example.com/send?tls=on",
    "http://sms.example.com/send?tls=off&apikey=s3cret",
    "https://sms.example.com/send?tls=off",
  ])("codes are not sent unencrypted to another machine unless the address ends so: %s is refused", (text) => {
    expect(faultsOf({ SMS_URL: text })).toEqual([expect.stringMatching(/^SMS_URL is .* https address .*tls=off/)]);
  });

  it.each([
    [{ SMTP_URL: smtp.SMTP_URL }, "MAIL_FROM is not set, but with SMTP_URL must be"],
    [{ MAIL_FROM: smtp.MAIL_FROM }, "MAIL_FROM is set, but SMTP_URL is not."],
    [{ ...smtp, MAIL_FROM: "Fleet <noreply@example.com>" }, "MAIL_FROM is"],
    [{ ...smtp, MAIL_FROM: "noreply@example.com, office@example.com" }, "MAIL_FROM is"],
    [{ ...smtp, MAIL_FROM: "noreply" }, "MAIL_FROM is"],
    [{ ...smtp, SMTP_URL: "mail.example.com" }, "SMTP_URL is"],
    [{ SMS_KEY: "key-1" }, "SMS_KEY is set, but SMS_URL is not."],
    [{ SMS_URL: sms.SMS_URL, SMS_FORMAT: "xml" }, "SMS_FORMAT is"],
    [{ ...sms, SMS_FROM: "Leitstand\r\n" + "x".repeat(40) }, "SMS_FROM is"],
    [{ ...sms, SMS_FORMAT: "twilio" }, "SMS_FORMAT is twilio, so SMS_KEY must be ACCOUNT:TOKEN, and SMS_FROM be set."],
    [{ SMS_URL: sms.SMS_URL, SMS_FORMAT: "twilio", SMS_KEY: "AC1:token" }, "SMS_FORMAT is twilio, so SMS_KEY must be"],
  ])("the configuration refuses %o with one sentence", (env, sentence) => {
    const faults = faultsOf(env);
    expect(faults).toEqual([expect.stringContaining(sentence)]);
  });

  it("messages about the configuration contain no passwords of servers", () => {
    expect(faultsOf({ ...smtp, SMTP_URL: "smtp://fleet:s3cret@" }).join()).not.toContain("s3cret");
    expect(faultsOf({ ...sms, SMS_KEY: "two words" }).join()).not.toContain("two words");
    expect(faultsOf({ ...sms, SMS_URL: "https://fleet:s3cret@sms.example.com" }).join()).not.toContain("s3cret");
  });

  it.each([
    [smtp, true, ["sent to no one"]],
    [sms, true, ["sent to no one"]],
    [{}, true, []],
    [{ ...smtp, ...sms }, false, []],
    [smtp, false, ["No SMS gateway is named (SMS_URL)"]],
    [{}, false, ["No mail server is named (SMTP_URL, MAIL_FROM)", "No SMS gateway is named (SMS_URL)"]],
  ])(
    "with %o, in a demonstration: %s, the start warns of messages that reach no one: %o",
    (env, demonstration, parts) => {
      const warnings = carrierWarningsOf({ demonstration, carriers: readConfig(env).carriers });
      expect(warnings).toEqual(parts.map((part) => expect.stringContaining(part)));
    },
  );
});
