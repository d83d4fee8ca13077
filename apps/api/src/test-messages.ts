/** Commands that send one message by the carriers of an installation, so that its operator sees whether they work. */
import { randomUUID } from "node:crypto";
import type { Config } from "#platform/configuration/config";
import type { MessageCarrier, OutgoingMessage } from "#platform/background/messages-out";
import { SmsCarrier } from "#platform/carriers/sms-carrier";
import { SmtpCarrier } from "#platform/carriers/smtp-carrier";
import { isMailAddress } from "#platform/mail-address";
import { StartupError } from "#platform/process/startup-error";

type CarrierConfig = Pick<Config, "carriers" | "publicUrl">;

/** Sends a mail to the address; throws a StartupError with what the mail server said where it is not taken. */
export async function sendTestMail({ carriers: { mail }, publicUrl }: CarrierConfig, address: string) {
  if (!mail) throw new StartupError("No mail server is configured: set SMTP_URL and MAIL_FROM.");
  if (!isMailAddress(address)) throw new StartupError(`${address} is no mail address, such as you@example.com.`);
  const senderOf = () => Promise.resolve({ name: "Leitstand", address: null, reply_to: null });
  const carrier = new SmtpCarrier({ ...mail, publicUrl, senderOf });
  await carry(carrier, { channel: "EMAIL", recipient: address, body: `This mail was sent by ${publicUrl}.` });
  return `The mail server ${mail.server.host}:${mail.server.port} took a mail from ${mail.from} to ${address}.`;
}

/** Sends an SMS to the number; throws a StartupError with what the gateway said where it is not taken. */
export async function sendTestSms({ carriers: { sms }, publicUrl }: CarrierConfig, number: string) {
  if (!sms) throw new StartupError("No SMS gateway is configured: set SMS_URL.");
  if (!/^\+[1-9]\d{6,14}$/.test(number))
    throw new StartupError(`${number} is no number with its country, such as +436641234567.`);
  await carry(new SmsCarrier(sms), { channel: "SMS", recipient: number, body: `Leitstand: ${publicUrl}` });
  return `The SMS gateway took a message to ${number}.`;
}

type TestMessage = Pick<OutgoingMessage, "channel" | "recipient" | "body">;
async function carry(carrier: MessageCarrier, message: TestMessage) {
  const [tenant_id, id] = [randomUUID(), randomUUID()];
  const rest = { subject: "Leitstand", purpose: "TEST", data: {}, attempts: 1 };
  await carrier.carry({ tenant_id, id, ...rest, ...message }).catch((error: Error) => {
    throw new StartupError(`The message was not taken: ${error.message}`);
  });
}
