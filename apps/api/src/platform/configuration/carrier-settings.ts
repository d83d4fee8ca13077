import type { MailServer } from "./mail-server";

/** Formats in which SMS gateways take messages. */
export const smsFormats = ["json", "twilio"] as const;

/** Gateway that takes the installation's SMS. */
export interface SmsGateway {
  /** Address that takes one message a request. */
  readonly url: string;
  readonly format: (typeof smsFormats)[number];
  /** Key of the gateway: a bearer token, or user and password joined by a colon where the format is `twilio`. */
  readonly key: string | undefined;
  /** Sender shown on phones: a number, a name, or the id of a Twilio messaging service. */
  readonly from: string | undefined;
}

/** Servers that carry messages to the outside, as the operator has named them. */
export interface CarrierSettings {
  /** Mail server, and the address that it lets this installation send from. */
  readonly mail: { readonly server: MailServer; readonly from: string } | undefined;
  readonly sms: SmsGateway | undefined;
}

/** Settings of an installation that sends neither mails nor SMS. */
export const noCarrierSettings: CarrierSettings = { mail: undefined, sms: undefined };
