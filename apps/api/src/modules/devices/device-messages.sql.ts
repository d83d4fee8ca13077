import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { sql } from "#platform/database/sql";
import { deviceChangeableCondition } from "./devices.sql";

export interface DeviceMessageRecipient {
  readonly id: string;
  readonly phone_number: string;
  readonly language: string | null;
  readonly disabled: boolean;
  /** Seconds between two messages to one number. */
  readonly cool_down_time: number;
}

export const selectDeviceMessageRecipient = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<DeviceMessageRecipient>(sql`
    select device.id, device.phone_number, device.language, device.disabled, tenant.cool_down_time
    from devices device join tenants tenant on tenant.id = device.tenant_id
    where device.tenant_id = ${tx.tenantId} and device.id = ${id} and ${deviceChangeableCondition(scope)}`);

/** Locks a number until the commit, so that the second of two concurrent messages sees the first. */
export const lockPhoneNumberForMessages = (tx: Tx, phoneNumber: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`message ${tx.tenantId} ${phoneNumber}`}, 0))`);

interface SentMessagesQuery {
  readonly phone_number: string;
  readonly purposes: readonly string[];
  readonly now: Date;
  readonly within: { readonly seconds: number; readonly messages: number };
}

/** Seconds since each message, newest first. */
export const selectSentMessageAgesInSeconds = async (
  tx: Tx,
  { phone_number, purposes, now, within }: SentMessagesQuery,
) => {
  const rows = await tx.many<{ age: number }>(sql`
    select extract(epoch from ${now}::timestamptz - created_at)::float8 as age from outbox_messages
    where tenant_id = ${tx.tenantId} and recipient = ${phone_number} and channel <> 'PUSH' and purpose = any(${purposes}::text[])
      and created_at > ${now}::timestamptz - make_interval(secs => ${within.seconds})
    order by created_at desc, id limit ${within.messages}`);
  return rows.map(({ age }) => age);
};
