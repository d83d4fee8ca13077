import type { MailServer } from "./mail-server";
import type { SmsGateway } from "./sms-carrier";

/** Servers that carry messages to the outside, as the operator has named them. */
export interface CarrierSettings {
  /** Mail server, and the address that it lets this installation send from. */
  readonly mail: { readonly server: MailServer; readonly from: string } | undefined;
  readonly sms: SmsGateway | undefined;
}

/** Settings of an installation that sends neither mails nor SMS. */
export const noCarrierSettings: CarrierSettings = { mail: undefined, sms: undefined };
