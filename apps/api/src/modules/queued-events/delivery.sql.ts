import type { QueryRunner, Tx } from "#platform/database/database";
import { type Sql, sql, withPlanForEachRun } from "#platform/database/sql";
import type { ConnectorCallSettings } from "#modules/connectors/index";
import { PARTNER_FAILURES_BEFORE_PAUSE } from "./delivery-outcome";
import { activePartnerConnectorCondition } from "./partner-events.sql";

/**
 * Lease, longer than a call may take; events of a node that has died are delivered by another one after that, with the
 * same id.
 */
const EVENT_LEASE_SECONDS = 15;
/** Maximum number of concurrent calls of one tenant on a node; a partner that has failed is tried with one. */
const CONCURRENT_CALLS_PER_TENANT = 8;

/** Event that this node delivers now. */
export interface ClaimedPartnerEvent extends ConnectorCallSettings {
  readonly connector_id: string;
  /** Whether this call tests if the partner answers again. */
  readonly is_trial: boolean;
  readonly id: string;
  readonly seq: number;
  readonly type: string;
  readonly case_id: string | null;
  readonly tour_id: string | null;
  readonly vehicle_id: string | null;
  readonly external_id: string | null;
  readonly payload: object;
  readonly created_at: string;
  readonly attempts: number;
  readonly first_tried_at: string;
}

/** Condition that no event of the same case, tour or vehicle precedes it. */
const isFirstOfItsSubject = sql`not exists (select 1 from queued_events earlier
  where earlier.tenant_id = queued.tenant_id and earlier.order_key = queued.order_key and earlier.seq < queued.seq
    and earlier.status <> 'SKIPPED')`;

/**
 * Condition that failures belong to the present connector: one that was changed since counts as another partner,
 * without failures.
 */
const isBreakerOfConnector = sql`breaker.tenant_id = connector.tenant_id and breaker.connector_id = connector.id
  and breaker.connector_version = connector.lock_version`;

const isConnectorCallable = (now: Date) =>
  sql`${activePartnerConnectorCondition} and (breaker.open_until is null or breaker.open_until <= ${now})`;
const isEventDue = (now: Date) => sql`queued.tenant_id = connector.tenant_id and queued.connector_id = connector.id
  and queued.status = 'CREATED' and not queued.stands_behind and queued.due_at <= ${now}`;

/** Maximum number of events of a partner that are read in one transaction. */
const READ_EVENTS_MAX = 1_000;

/**
 * Marks events that follow another one, so that they are not read again before the database removes the mark. The first
 * event stays locked until the commit, so that the mark exists when the event goes and removes it. Returns how many
 * were marked.
 */
export const markPartnerEventsBehindOthers = (rows: QueryRunner, now: Date) =>
  rows.run(
    withPlanForEachRun(sql`
    with due as (
      select candidate.* from tenant_connectors connector left join partner_breakers breaker on ${isBreakerOfConnector}
      cross join lateral (
        select queued.tenant_id, queued.id, queued.order_key, queued.seq from queued_events queued where ${isEventDue(now)}
        order by queued.due_at, queued.seq limit ${READ_EVENTS_MAX} for no key update skip locked) candidate
      where ${isConnectorCallable(now)}),
    behind as (
      select due.tenant_id, due.id from due cross join lateral (
        select earlier.id from queued_events earlier
        where earlier.tenant_id = due.tenant_id and earlier.order_key = due.order_key and earlier.seq < due.seq and earlier.status <> 'SKIPPED'
        order by earlier.seq limit 1 for share skip locked) first)
    update queued_events queued set stands_behind = true from behind
    where queued.tenant_id = behind.tenant_id and queued.id = behind.id`),
  );

interface PartnerEventClaim {
  readonly now: Date;
  readonly limit: number;
  /** Connector of each event that the node is delivering. The node knows them; to count leases would read all events. */
  readonly connectorsUnderWay: readonly string[];
}

/**
 * Leases due events: of each case, tour and vehicle only the first one, and of each tenant so many as may be called
 * beside those under way, so that a slow partner does not delay others. A partner that failed too often is not called
 * until its pause is over.
 */
export function claimPartnerEvents(
  rows: QueryRunner,
  { now, limit, connectorsUnderWay }: PartnerEventClaim,
): Promise<ClaimedPartnerEvent[]> {
  return rows.many<ClaimedPartnerEvent>(
    withPlanForEachRun(sql`
    with due as (
      select head.tenant_id, head.id, coalesce(breaker.failures, 0) >= ${PARTNER_FAILURES_BEFORE_PAUSE} as is_trial
      from tenant_connectors connector left join partner_breakers breaker on ${isBreakerOfConnector}
      cross join lateral (
        select queued.tenant_id, queued.id from queued_events queued
        where ${isEventDue(now)} and (queued.locked_until is null or queued.locked_until < ${now}) and ${isFirstOfItsSubject}
        order by queued.due_at, queued.seq
        limit greatest(0, case when breaker.failures >= ${PARTNER_FAILURES_BEFORE_PAUSE} then 1 else ${CONCURRENT_CALLS_PER_TENANT} end
          - cardinality(array_positions(${connectorsUnderWay}::uuid[], connector.id)))
        for update of queued skip locked) head
      where ${isConnectorCallable(now)}
      limit ${limit})
    update queued_events queued set locked_until = ${now}::timestamptz + make_interval(secs => ${EVENT_LEASE_SECONDS}),
      attempts = queued.attempts + 1, first_tried_at = coalesce(queued.first_tried_at, ${now})
    from due, tenant_connectors connector
    where queued.tenant_id = due.tenant_id and queued.id = due.id
      and connector.tenant_id = queued.tenant_id and connector.id = queued.connector_id
    returning queued.tenant_id, queued.connector_id, due.is_trial, connector.kind, connector.base_url, connector.auth, connector.secret,
      connector.settings, queued.id, queued.seq, queued.type, queued.case_id, queued.tour_id, queued.vehicle_id, queued.external_id,
      queued.payload, queued.created_at, queued.attempts, queued.first_tried_at`),
  );
}

/** Postpones all other events while one tests whether the partner answers again. */
export const postponePartnerEventsDuringTrial = (
  rows: QueryRunner,
  { tenant_id, connector_id }: ClaimedPartnerEvent,
  now: Date,
) =>
  rows.run(sql`
    update partner_breakers set open_until = ${now}::timestamptz + make_interval(secs => ${EVENT_LEASE_SECONDS})
    where tenant_id = ${tenant_id} and connector_id = ${connector_id}`);

/** Condition that the attempt still is this node's own: no decision about the event has been made since. */
const isOwnAttempt = ({ tenant_id, id, attempts }: ClaimedPartnerEvent): Sql =>
  sql`tenant_id = ${tenant_id} and id = ${id} and attempts = ${attempts} and status = 'CREATED'`;

export const logDeliveredPartnerEvent = (
  tx: Tx,
  event: ClaimedPartnerEvent,
  { status, now }: { status: number; now: Date },
) =>
  tx.run(sql`
    with told as (
      delete from queued_events where ${isOwnAttempt(event)}
      returning tenant_id, id, type, case_id, tour_id, vehicle_id, seq, attempts, created_at)
    insert into queued_event_log (tenant_id, id, type, case_id, tour_id, vehicle_id, seq, attempts, last_status, created_at, delivered_at)
    select tenant_id, id, type, case_id, tour_id, vehicle_id, seq, attempts, ${status}, created_at, ${now} from told
    where type <> 'location_updated' on conflict do nothing`);

interface FailedEventUpdate {
  readonly status: "CREATED" | "FAILED" | "FAILED_UPDATE_CASE_IN_TF";
  readonly due_at: Date;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

export const updateFailedPartnerEvent = (tx: Tx, event: ClaimedPartnerEvent, verdict: FailedEventUpdate) =>
  tx.run(sql`
    update queued_events set status = ${verdict.status}, due_at = ${verdict.due_at}, locked_until = null,
      last_status = ${verdict.last_status}, last_error = ${verdict.last_error}, lock_version = lock_version + 1, updated_at = now()
    where ${isOwnAttempt(event)}`);

/** Deletes a position that could not be delivered: it is outdated soon, and a newer one follows. */
export const removeUndeliveredQueuedPosition = (tx: Tx, event: ClaimedPartnerEvent) =>
  tx.run(sql`delete from queued_events where ${isOwnAttempt(event)}`);

/** Releases a newer position that has replaced the one under way. */
export const releaseNewerQueuedPosition = (tx: Tx, { tenant_id, vehicle_id }: ClaimedPartnerEvent) =>
  tx.run(sql`
    update queued_events set locked_until = null
    where tenant_id = ${tenant_id} and vehicle_id = ${vehicle_id} and type = 'location_updated' and attempts = 0`);

export const closePartnerCircuitBreaker = (tx: Tx, { tenant_id, connector_id }: ClaimedPartnerEvent) =>
  tx.run(sql`
    update partner_breakers set failures = 0, open_until = null, opened_at = null, desk_told = false
    where tenant_id = ${tenant_id} and connector_id = ${connector_id} and (failures > 0 or open_until is not null)`);

const isSameConnectorVersion = sql`breaker.connector_version = excluded.connector_version`;
/** Counts a failure. Calls that were under way when the pause began do not extend it. */
export const recordPartnerFailure = (tx: Tx, { tenant_id, connector_id, is_trial }: ClaimedPartnerEvent, now: Date) =>
  tx.maybe<{ failures: number }>(sql`
    insert into partner_breakers as breaker (tenant_id, connector_id, connector_version, failures)
    select tenant_id, id, lock_version, 1 from tenant_connectors where tenant_id = ${tenant_id} and id = ${connector_id}
    on conflict (tenant_id, connector_id) do update set connector_version = excluded.connector_version,
      failures = case when ${isSameConnectorVersion} then breaker.failures + 1 else 1 end,
      open_until = case when ${isSameConnectorVersion} then breaker.open_until end,
      opened_at = case when ${isSameConnectorVersion} then breaker.opened_at end,
      desk_told = ${isSameConnectorVersion} and breaker.desk_told
    where not (${isSameConnectorVersion}) or ${is_trial}::boolean
      or ((breaker.open_until is null or breaker.open_until <= ${now}) and breaker.failures < ${PARTNER_FAILURES_BEFORE_PAUSE})
    returning breaker.failures`);

export const openPartnerCircuitBreaker = (
  tx: Tx,
  { tenant_id, connector_id }: ClaimedPartnerEvent,
  { until, now }: { until: Date; now: Date },
) =>
  tx.run(sql`
    update partner_breakers set open_until = ${until}, opened_at = coalesce(opened_at, ${now})
    where tenant_id = ${tenant_id} and connector_id = ${connector_id}`);

/** Condition that a partner has been silent since before a time, and that the dispatchers have not been told of it. */
const isSilentAndUnreported = (before: Date) =>
  sql`breaker.opened_at is not null and breaker.opened_at <= ${before} and not breaker.desk_told`;

/** Partners that have been silent for so long that the dispatchers must be told, the longest silence first. */
export const selectSilentPartners = (rows: QueryRunner, before: Date) =>
  rows.many<{ tenant_id: string; connector_id: string }>(
    withPlanForEachRun(sql`
    select breaker.tenant_id, breaker.connector_id
    from partner_breakers breaker join tenant_connectors connector on ${isBreakerOfConnector}
    where connector.active and ${isSilentAndUnreported(before)} order by breaker.opened_at, breaker.tenant_id`),
  );

/** Marks that the dispatchers are told of a silent partner; undefined if they were told, or the partner answers. */
export const markSilentPartnerReported = (tx: Tx, connectorId: string, before: Date) =>
  tx.maybe<{ opened_at: string; language: string; timezone: string }>(sql`
    update partner_breakers breaker set desk_told = true from tenants tenant
    where breaker.tenant_id = ${tx.tenantId} and breaker.connector_id = ${connectorId} and tenant.id = breaker.tenant_id
      and ${isSilentAndUnreported(before)}
    returning breaker.opened_at, tenant.language, tenant.timezone`);

/** Whether the dispatcher was warned of a failure about this case, or else tour, since the given time. */
export const wasDispatcherWarned = async (
  tx: Tx,
  { case_id, tour_id }: ClaimedPartnerEvent,
  { kind, since }: { kind: string; since: Date },
) =>
  (
    await tx.one<{ told: boolean }>(sql`
      select exists (select 1 from critical_messages message
        where message.tenant_id = ${tx.tenantId} and message.kind = ${kind} and message.created_at > ${since}
          and ${case_id === null ? sql`message.case_id is null and message.tour_id = ${tour_id}` : sql`message.case_id = ${case_id}`}) as told`)
  ).told;

export const selectEventSubjectName = (tx: Tx, { case_id, tour_id }: ClaimedPartnerEvent) =>
  tx.one<{ language: string; branch_id: string | null; natural_id: string | null }>(sql`
    select tenant.language, coalesce(c.branch_id, tour.branch_id) as branch_id, coalesce(c.natural_id, tour.natural_id) as natural_id
    from tenants tenant
    left join cases c on c.tenant_id = tenant.id and c.id = ${case_id}::uuid
    left join tours tour on tour.tenant_id = tenant.id and tour.id = ${tour_id}::uuid
    where tenant.id = ${tx.tenantId}`);
