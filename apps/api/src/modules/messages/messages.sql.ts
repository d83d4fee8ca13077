import type { CriticalMessage } from "@leitstand/contract/board/messages";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { nameUnlessDeletedSql } from "#platform/access/person-name";
import type { Scope } from "#platform/access/principal";
import type { RetentionRule } from "#platform/database/retention";
import { branchScopeCondition } from "#platform/access/scope";
import { caseInScopeCondition, tourInScopeCondition } from "#modules/visibility/index";
import { type MessageReader, messageAddresseeCondition } from "./addressees.sql";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";

type MessageRow = Static<typeof CriticalMessage>;
/** Reader of messages: branches as a dispatcher, person, phone. */
export interface CriticalMessageViewer extends MessageReader {
  readonly scope: Scope;
}

export interface CriticalMessageDraft {
  /** Kind in capitals, e.g. `CASE_ALARM_UNANSWERED`. */
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  /** Text that is pushed, where it must say less than the message; by default the whole text. */
  readonly push_body?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** Branch to whose dispatchers the message is addressed. */
  readonly branch_id?: string | null;
  /** Driver's phone to which the message is addressed and pushed. */
  readonly device_id?: string | null;
  /** Person to whom the message is addressed. */
  readonly user_id?: string | null;
  readonly case_id?: string | null;
  readonly tour_id?: string | null;
  /** User who sent the message; absent when the product did. */
  readonly sent_by?: string | null;
}

const userNameOf = (user: Sql) => sql`(
      select ${nameUnlessDeletedSql(sql`person`, sql`trim(person.firstname || ' ' || person.lastname)`)} from users person
      where person.tenant_id = message.tenant_id and person.id = ${user})`;

const messageColumns = sql`message.id, message.created_at, message.updated_at, message.kind, true as critical, message.title, message.body, message.args, message.branch_id,
  message.device_id, message.user_id, message.case_id, message.tour_id, message.sent_by,
  ${userNameOf(sql`message.sent_by`)} as sent_by_name, message.acknowledged_at is not null as acknowledged, message.acknowledged_at,
  message.acknowledged_by, message.acknowledged_by_device, case when message.acknowledged_by is not null then ${userNameOf(sql`message.acknowledged_by`)}
    when message.acknowledged_by_device is not null then (
      select coalesce(device.name, device.natural_id) from devices device
      where device.tenant_id = message.tenant_id and device.id = message.acknowledged_by_device) end as acknowledged_by_name`;

const addressedToReader = (reader: CriticalMessageViewer) =>
  messageAddresseeCondition(reader.scope, reader, sql`message`);

const LISTED_MESSAGES_MAX = 1_000;

export interface CriticalMessageFilter {
  readonly acknowledged?: boolean;
  readonly sent?: boolean;
}

export const selectCriticalMessages = (
  tx: Tx,
  reader: CriticalMessageViewer,
  { acknowledged, sent }: CriticalMessageFilter,
) => {
  // The condition is a literal, so that waiting messages are found by their own index.
  const wanted = conditionByFlag(
    acknowledged,
    sql`message.acknowledged_at is not null`,
    sql`message.acknowledged_at is null`,
  );
  const isOwn = sql`message.sent_by = ${reader.user_id}::uuid`;
  const from = conditionByFlag(sent, isOwn, sql`(${isOwn}) is not true`);
  return tx.many<MessageRow>(sql`
    select ${messageColumns} from critical_messages message
    where message.tenant_id = ${tx.tenantId} and ${wanted} and ${from} and (${addressedToReader(reader)} or ${isOwn})
    order by message.created_at desc, message.id limit ${LISTED_MESSAGES_MAX}`);
};

const conditionByFlag = (request: boolean | undefined, yes: Sql, no: Sql): Sql =>
  request === undefined ? sql`true` : request ? yes : no;

/** Messages in the order of their ids' list; their creator may see them. */
export const selectCriticalMessagesById = (tx: Tx, ids: readonly string[]) =>
  tx.many<MessageRow>(sql`
    select ${messageColumns} from critical_messages message
    where message.tenant_id = ${tx.tenantId} and message.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], message.id)`);

/** Acknowledges a message. A concurrent second call waits, finds that it is done, and changes nothing. */
export const markCriticalMessageAcknowledged = (
  tx: Tx,
  reader: CriticalMessageViewer,
  { id, now }: { id: string; now: Date },
) =>
  tx.run(sql`
    update critical_messages message set acknowledged_at = greatest(created_at, ${now}), acknowledged_by = ${reader.user_id},
      acknowledged_by_device = ${reader.device_id}, updated_at = now()
    where message.tenant_id = ${tx.tenantId} and message.id = ${id} and message.acknowledged_at is null and ${addressedToReader(reader)}
      and (message.sent_by = ${reader.user_id}::uuid) is not true`);

export const selectCriticalMessage = (tx: Tx, reader: CriticalMessageViewer, id: string) =>
  tx.maybe<MessageRow>(sql`
    select ${messageColumns} from critical_messages message
    where message.tenant_id = ${tx.tenantId} and message.id = ${id} and ${addressedToReader(reader)}`);

/**
 * Branch whose dispatchers get the message; null for a branch without dispatchers, whose cases are dispatched by the
 * tenant's.
 */
const dispatchingBranchOf = (tx: Tx, { branch_id }: CriticalMessageDraft) => sql`(
      select branch.id from branches branch
      where branch.tenant_id = ${tx.tenantId} and branch.id = ${branch_id}::uuid and branch.internal_dispatching_enabled)`;

export const insertCriticalMessage = (tx: Tx, draft: CriticalMessageDraft) =>
  tx.one<{ id: string; branch_id: string | null; push_token: string | null }>(sql`
    insert into critical_messages as message (tenant_id, kind, title, body, args, branch_id, device_id, user_id, case_id, tour_id, sent_by)
    values (${tx.tenantId}, ${draft.kind}, ${draft.title}, ${draft.body}, ${toJsonParameter(draft.args ?? {})}, ${dispatchingBranchOf(tx, draft)}, ${draft.device_id},
      ${draft.user_id}, ${draft.case_id}, ${draft.tour_id}, ${draft.sent_by})
    returning message.id, message.branch_id, (select device.push_token from devices device
      where device.tenant_id = message.tenant_id and device.id = message.device_id and not device.disabled) as push_token`);

/**
 * Messages name the deceased. What was acknowledged goes after a while, and what a crew has not read, too, because it
 * cannot be read after the tour; what is addressed to dispatchers waits for them without end.
 */
export const criticalMessageRetention: RetentionRule = {
  table: sql`critical_messages`,
  column: sql`case when acknowledged_at is not null then acknowledged_at when device_id is not null or user_id is not null then created_at end`,
  days: 90,
};

/** Readers of a message to a vehicle or a tour: devices that work, and the crew. */
export interface MessageAddressees {
  readonly tour_id: string | null;
  readonly tour_status: "SCHEDULED" | "STARTED" | "FINISHED" | null;
  readonly device_ids: readonly string[];
  readonly user_ids: readonly string[];
}

const workingDeviceIds = (devices: Sql) => sql`array(
      select device.id from devices device
      where device.tenant_id = current_tenant() and device.id in (${devices}) and not device.disabled order by device.id)`;
const crewUserIds = (tour: Sql) => sql`array(
      select crew.user_id from tour_users crew
      where crew.tenant_id = current_tenant() and crew.tour_id = ${tour} order by crew.user_id)`;

/**
 * Device that works in the vehicle on the running tour, else the one that lies in it. Undefined when the vehicle is out
 * of scope.
 */
export const selectMessageAddresseesOfVehicle = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<MessageAddressees>(sql`
    select seat.tour_id, case when seat.tour_id is not null then 'STARTED' end as tour_status,
      ${workingDeviceIds(sql`select coalesce(seat.device_id, lying.device_id)`)} as device_ids, ${crewUserIds(sql`seat.tour_id`)} as user_ids
    from vehicles vehicle
    left join tour_vehicles seat on seat.tenant_id = vehicle.tenant_id and seat.vehicle_id = vehicle.id and seat.running
    left join vehicle_device_associations lying
      on lying.tenant_id = vehicle.tenant_id and lying.vehicle_id = vehicle.id and lying.ended_at is null
    where vehicle.tenant_id = ${tx.tenantId} and vehicle.id = ${id} and ${branchScopeCondition(scope, sql`vehicle.branch_id`)}`);

export const selectMessageAddresseesOfTour = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<MessageAddressees>(sql`
    select tour.id as tour_id, tour.status as tour_status,
      ${workingDeviceIds(sql`select seat.device_id from tour_vehicles seat where seat.tenant_id = tour.tenant_id and seat.tour_id = tour.id`)} as device_ids,
      ${crewUserIds(sql`tour.id`)} as user_ids
    from tours tour where tour.tenant_id = ${tx.tenantId} and tour.id = ${id} and ${tourInScopeCondition(scope, sql`tour`)}`);

export const selectCaseIdInScope = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select job.id from cases job where job.tenant_id = ${tx.tenantId} and job.id = ${id} and ${caseInScopeCondition(scope, sql`job`, "redacted")}`);
