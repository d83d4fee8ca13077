import type { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { caseInScopeCondition, tourInScopeCondition } from "#modules/visibility/index";
import { type Sql, sql } from "#platform/database/sql";

/**
 * Condition for visible events: by case and tour; one of a vehicle belongs to its branch. Crews do not see queued
 * events.
 */
function queuedEventVisibleCondition({ driver: _driver, ...reach }: Scope): Sql {
  if (reach.all) return sql`true`;
  const office: Scope = { ...reach, driver: null };
  return sql`case
    when queued.case_id is not null then exists (select 1 from cases c
      where c.tenant_id = queued.tenant_id and c.id = queued.case_id and ${caseInScopeCondition(office, sql`c`)})
    when queued.tour_id is not null then exists (select 1 from tours tour
      where tour.tenant_id = queued.tenant_id and tour.id = queued.tour_id and ${tourInScopeCondition(office, sql`tour`)})
    else exists (select 1 from vehicles vehicle where vehicle.tenant_id = queued.tenant_id and vehicle.id = queued.vehicle_id
      and vehicle.branch_id is not null and ${branchScopeCondition(office, sql`vehicle.branch_id`)}) end`;
}

const blockingEventId = sql`(select earlier.id from queued_events earlier
  where earlier.tenant_id = queued.tenant_id and earlier.order_key = queued.order_key and earlier.seq < queued.seq
    and earlier.status <> 'SKIPPED' and queued.status <> 'SKIPPED' order by earlier.seq limit 1)`;
const queuedEventColumns = sql`queued.id, queued.created_at, queued.updated_at, queued.lock_version, queued.type, queued.status, queued.case_id,
  queued.tour_id, queued.vehicle_id, queued.external_id, queued.attempts, queued.due_at, queued.last_status, queued.last_error,
  ${blockingEventId} as blocked_by`;

export interface QueuedEventFilter {
  readonly status?: QueuedEvent["status"] | undefined;
  readonly type?: QueuedEvent["type"] | undefined;
  readonly case_id?: string | undefined;
  readonly page: number;
  readonly size: number;
}
interface QueuedEventPage {
  readonly total_elements: number;
  readonly queued_events: QueuedEvent[];
}

export const selectQueuedEvents = (tx: Tx, scope: Scope, { status, type, case_id, page, size }: QueuedEventFilter) =>
  tx.one<QueuedEventPage>(sql`
    with wanted as (
      select queued.tenant_id, queued.id from queued_events queued
      where queued.tenant_id = ${tx.tenantId} and ${queuedEventVisibleCondition(scope)}
        and ${status === undefined ? sql`true` : sql`queued.status = ${status}`}
        and ${type === undefined ? sql`true` : sql`queued.type = ${type}`}
        and ${case_id === undefined ? sql`true` : sql`queued.case_id = ${case_id}`})
    select (select count(*) from wanted) as total_elements, coalesce((select json_agg(shown) from (
      select ${queuedEventColumns} from wanted join queued_events queued using (tenant_id, id)
      order by queued.seq limit ${size} offset ${page * size}) shown), '[]') as queued_events`);

export const selectQueuedEvent = (tx: Tx, id: string) =>
  tx.one<QueuedEvent>(sql`
    select ${queuedEventColumns} from queued_events queued where queued.tenant_id = ${tx.tenantId} and queued.id = ${id}`);

export interface LockedQueuedEvent {
  readonly lock_version: number;
  readonly is_under_way: boolean;
  /** Whether a newer position of the vehicle waits. */
  readonly is_superseded: boolean;
}
/** Locks an event for a decision; its delivery waits for that, too. */
export const lockQueuedEvent = (tx: Tx, scope: Scope, { id, now }: { id: string; now: Date }) =>
  tx.maybe<LockedQueuedEvent>(sql`
    select queued.lock_version, coalesce(queued.locked_until > ${now}, false) as is_under_way,
      queued.type = 'location_updated' and exists (select 1 from queued_events newer where newer.tenant_id = queued.tenant_id
        and newer.vehicle_id = queued.vehicle_id and newer.type = 'location_updated' and newer.status = 'CREATED' and newer.id <> queued.id) as is_superseded
    from queued_events queued
    where queued.tenant_id = ${tx.tenantId} and queued.id = ${id} and ${queuedEventVisibleCondition(scope)} for update of queued`);

/** Changes the status of an event. A repeated one starts over, without its earlier attempts. */
export const updateQueuedEventStatus = (
  tx: Tx,
  { id, status, now }: { id: string; status: "CREATED" | "SKIPPED"; now: Date },
) =>
  tx.runBeforeNext(sql`
    update queued_events set status = ${status}, lock_version = lock_version + 1, updated_at = now(),
      attempts = case when ${status} = 'CREATED' then 0 else attempts end, due_at = ${now}, first_tried_at = null
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Deletes some of the events that are queued for a connector; answers how many were deleted. */
export const deleteQueuedEventBatch = (tx: Tx, connectorId: string, limit: number) =>
  tx.run(sql`
    delete from queued_events where tenant_id = ${tx.tenantId} and id = any(array(
      select id from queued_events where tenant_id = ${tx.tenantId} and connector_id = ${connectorId} limit ${limit}))`);

export const removeQueuedEvent = (tx: Tx, id: string) =>
  tx.run(sql`delete from queued_events where tenant_id = ${tx.tenantId} and id = ${id}`);
