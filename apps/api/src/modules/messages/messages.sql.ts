import type { CriticalMessage } from "@leitstand/contract/messages";
import type { Static } from "@leitstand/contract/schema";
import type { Tx } from "#platform/database";
import type { Scope } from "#platform/principal";
import { isAddressedTo } from "#platform/scope";
import { json, sql } from "#platform/sql";

type MessageRow = Static<typeof CriticalMessage>;
/** Who asks: whose desk, which person, which phone. */
export interface Reader {
  readonly scope: Scope;
  readonly user_id: string | null;
  readonly device_id: string | null;
}

export interface MessageDraft {
  /** In capitals, e.g. `CASE_ALARM_UNANSWERED`. */
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** To the desk of a branch. */
  readonly branch_id?: string | null;
  /** To a driver's phone; it is pushed there too. */
  readonly device_id?: string | null;
  /** To one person. */
  readonly user_id?: string | null;
  readonly case_id?: string | null;
  readonly tour_id?: string | null;
}

const columns = sql`message.id, message.created_at, message.updated_at, message.kind, message.title, message.body, message.args, message.branch_id,
  message.device_id, message.user_id, message.case_id, message.tour_id, message.acknowledged_at is not null as acknowledged, message.acknowledged_at,
  message.acknowledged_by, message.acknowledged_by_device, case when message.acknowledged_by is not null then (
      select trim(person.firstname || ' ' || person.lastname) from users person
      where person.tenant_id = message.tenant_id and person.id = message.acknowledged_by)
    when message.acknowledged_by_device is not null then (
      select coalesce(device.name, device.natural_id) from devices device
      where device.tenant_id = message.tenant_id and device.id = message.acknowledged_by_device) end as acknowledged_by_name`;

const addressedTo = (reader: Reader) => isAddressedTo(reader.scope, reader, sql`message`);

const MESSAGES_MAX = 1_000;

export const selectMessages = (tx: Tx, reader: Reader, acknowledged: boolean | undefined) => {
  // Spelled out, so that those still waiting are found by their own index.
  const wanted =
    acknowledged === undefined
      ? sql`true`
      : acknowledged
        ? sql`message.acknowledged_at is not null`
        : sql`message.acknowledged_at is null`;
  return tx.many<MessageRow>(sql`
    select ${columns} from critical_messages message
    where message.tenant_id = ${tx.tenantId} and ${wanted} and ${addressedTo(reader)}
    order by message.created_at desc, message.id limit ${MESSAGES_MAX}`);
};

/** Two who acknowledge at once wait for each other; the second finds that it is done and changes nothing. */
export const updateAcknowledged = (tx: Tx, reader: Reader, { id, now }: { id: string; now: Date }) =>
  tx.run(sql`
    update critical_messages message set acknowledged_at = ${now}, acknowledged_by = ${reader.user_id},
      acknowledged_by_device = ${reader.device_id}, updated_at = now()
    where message.tenant_id = ${tx.tenantId} and message.id = ${id} and message.acknowledged_at is null and ${addressedTo(reader)}`);

export const selectMessage = (tx: Tx, reader: Reader, id: string) =>
  tx.maybe<MessageRow>(sql`
    select ${columns} from critical_messages message
    where message.tenant_id = ${tx.tenantId} and message.id = ${id} and ${addressedTo(reader)}`);

export const insertMessage = (tx: Tx, draft: MessageDraft) =>
  tx.one<{ id: string; push_token: string | null }>(sql`
    insert into critical_messages as message (tenant_id, kind, title, body, args, branch_id, device_id, user_id, case_id, tour_id)
    values (${tx.tenantId}, ${draft.kind}, ${draft.title}, ${draft.body}, ${json(draft.args ?? {})}, ${draft.branch_id}, ${draft.device_id},
      ${draft.user_id}, ${draft.case_id}, ${draft.tour_id})
    returning message.id, (select device.push_token from devices device
      where device.tenant_id = message.tenant_id and device.id = message.device_id and not device.disabled) as push_token`);
