import {
  type MessageCarrier,
  type MessageChannel,
  missingCarrier,
  storeOnlyCarrier,
} from "#platform/background/messages-out";
import { type CarrierSettings, noCarrierSettings } from "#platform/configuration/carrier-settings";
import { SmsCarrier } from "#platform/carriers/sms-carrier";
import { SmtpCarrier } from "#platform/carriers/smtp-carrier";
import type { Database } from "#platform/database/database";
import { WebPushCarrier } from "#modules/devices/index";
import { selectMailSender } from "#modules/tenants/index";
import type { NodeServices } from "./routes";

interface CarrierEnvironment {
  readonly db: Database;
  readonly publicUrl: string;
  /** Whether it is a demonstration, which keeps messages in the outbox; its page shows them. */
  readonly demonstration?: boolean;
  readonly carriers?: CarrierSettings;
}

/** Carriers of all channels. Pushes go out from a demonstration as well: browsers have push services of their own. */
export function createCarriers(
  { db, publicUrl, demonstration, carriers = noCarrierSettings }: CarrierEnvironment,
  { egress, webPushKey }: NodeServices,
): Readonly<Record<MessageChannel, MessageCarrier>> {
  const PUSH = new WebPushCarrier({ rows: db.system, egress, key: webPushKey, publicUrl });
  if (demonstration) return { SMS: storeOnlyCarrier, EMAIL: storeOnlyCarrier, ROBO_CALL: storeOnlyCarrier, PUSH };
  const { mail, sms } = carriers;
  const senderOf = (tenantId: string) => selectMailSender(db.system, tenantId);
  return {
    SMS: sms ? new SmsCarrier(sms) : missingCarrier,
    EMAIL: mail ? new SmtpCarrier({ ...mail, publicUrl, senderOf }) : missingCarrier,
    ROBO_CALL: missingCarrier,
    PUSH,
  };
}
