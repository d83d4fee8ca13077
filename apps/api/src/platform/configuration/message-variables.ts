import { type CarrierSettings, smsFormats } from "./carrier-settings";
import { parseMailServer } from "./mail-server";
import { defineConfigVariable, isHostName, parseChoice, type ReadVariable } from "./config-variable";
import { isLocalHostName } from "../process/this-machine";

/** Variables that name the servers by which mails and SMS leave the installation. */
export const messageVariables = {
  smtpUrl: defineConfigVariable({
    name: "SMTP_URL",
    fallback: "none",
    expected:
      "smtp://user:password@host:port or smtps://user:password@host:port, of which user, password and port may be left out; special characters encoded as %40",
    meaning:
      "The mail server that takes the mails; the same on all nodes. smtps is encrypted from the start (port 465), smtp by STARTTLS (port 587) unless the " +
      "server runs on this machine or `?tls=off` ends the address",
    isSecret: true,
    parse: parseMailServer,
  }),
  mailFrom: defineConfigVariable({
    name: "MAIL_FROM",
    fallback: "none; required with SMTP_URL",
    expected: "a mail address, such as noreply@example.com",
    meaning:
      "The address that mails come from, with the name of each company. Companies may send from other addresses of its domain, so it is " +
      "best a domain for this alone",
    parse: parseMailAddress,
  }),
  smsUrl: defineConfigVariable({
    name: "SMS_URL",
    fallback: "none",
    expected:
      "an https address without user and password, such as https://sms.example.com/send; http, which sends codes unencrypted, only to " +
      "this machine or with ?tls=off at the end",
    meaning: "The SMS gateway that takes each SMS by a POST request; the same on all nodes",
    isSecret: true,
    parse: parseGatewayUrl,
  }),
  smsFormat: defineConfigVariable({
    name: "SMS_FORMAT",
    fallback: "json",
    expected: `one of ${smsFormats.join(", ")}`,
    meaning:
      "How the gateway takes an SMS: as JSON with `id`, `to`, `text` and `from`, or as Twilio's Messages API does",
    parse: (text) => parseChoice(text, smsFormats),
  }),
  smsKey: defineConfigVariable({
    name: "SMS_KEY",
    fallback: "none",
    expected: "1 to 500 characters without spaces; for twilio the account and its token as ACCOUNT:TOKEN",
    meaning: "The key that the gateway asks for",
    isSecret: true,
    parse: (text) => (/^[\x21-\x7e]{1,500}$/.test(text) ? text : undefined),
  }),
  smsFrom: defineConfigVariable({
    name: "SMS_FROM",
    fallback: "none; required with twilio",
    expected: "1 to 40 letters, digits, spaces, or + at the beginning",
    meaning: "The number or name that phones show as the sender; for twilio also the id of a messaging service",
    parse: (text) => (/^\+?[A-Za-z\d ]{1,40}$/.test(text) ? text : undefined),
  }),
};

function parseMailAddress(text: string): string | undefined {
  const [, host = ""] = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(.+)$/.exec(text) ?? [];
  return isHostName(host) ? text : undefined;
}

/**
 * Parses the address of a gateway; the rest of its query stays, because some gateways take their key there. One on
 * another machine gets codes encrypted unless `tls=off` ends the address, which the gateway is not told.
 */
function parseGatewayUrl(text: string): string | undefined {
  const address = text.replace(/[?&]tls=off$/, "");
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password, hash, href } = new URL(address);
  if (username !== "" || password !== "" || hash !== "") return undefined;
  const isPlain = address !== text;
  const isTaken = protocol === "https:" ? !isPlain : protocol === "http:" && (isPlain || isLocalHostName(hostname));
  return isTaken ? href : undefined;
}

export function readCarrierSettings(read: ReadVariable): CarrierSettings {
  const server = read(messageVariables.smtpUrl);
  const from = read(messageVariables.mailFrom);
  const url = read(messageVariables.smsUrl);
  const gateway = {
    format: read(messageVariables.smsFormat) ?? "json",
    key: read(messageVariables.smsKey),
    from: read(messageVariables.smsFrom),
  };
  return {
    mail: server && from !== undefined ? { server, from } : undefined,
    sms: url === undefined ? undefined : { url, ...gateway },
  };
}

/** Warnings at the start about messages that reach no one. `demonstration`: whether the database holds one. */
export function carrierWarningsOf({
  demonstration,
  carriers: { mail, sms },
}: {
  readonly demonstration: boolean;
  readonly carriers: CarrierSettings;
}): string[] {
  const { smtpUrl, mailFrom, smsUrl } = messageVariables;
  if (demonstration)
    return (mail ?? sms)
      ? [
          `This is a demonstration: mails and SMS are shown on /outbox and sent to no one, although ${smtpUrl.name} or ${smsUrl.name} is set.`,
        ]
      : [];
  return [
    ...(mail
      ? []
      : [
          `No mail server is named (${smtpUrl.name}, ${mailFrom.name}): invitations, confirmations and links to a new password reach no one.`,
        ]),
    ...(sms ? [] : [`No SMS gateway is named (${smsUrl.name}): codes of drivers and alarms by SMS reach no one.`]),
  ];
}

/** Sentences about variables of carriers that lack each other. */
export function faultsOfCarriers(
  { sms }: CarrierSettings,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const { smtpUrl, mailFrom, smsUrl, ...details } = messageVariables;
  const isSet = ({ name }: { name: string }) => Boolean(env[name]?.trim());
  const faults: string[] = [];
  if (isSet(smtpUrl) && !isSet(mailFrom))
    faults.push(`${mailFrom.name} is not set, but with ${smtpUrl.name} must be ${mailFrom.expected}.`);
  if (isSet(mailFrom) && !isSet(smtpUrl)) faults.push(`${mailFrom.name} is set, but ${smtpUrl.name} is not.`);
  for (const detail of [details.smsFormat, details.smsKey, details.smsFrom])
    if (isSet(detail) && !isSet(smsUrl)) faults.push(`${detail.name} is set, but ${smsUrl.name} is not.`);
  if (sms?.format === "twilio" && !(sms.key?.includes(":") && sms.from !== undefined))
    faults.push(
      `${details.smsFormat.name} is twilio, so ${details.smsKey.name} must be ACCOUNT:TOKEN, and ${details.smsFrom.name} be set.`,
    );
  return faults;
}
