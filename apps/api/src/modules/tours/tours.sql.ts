import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { tourInScopeCondition } from "#modules/visibility/index";
import { countedTotalSql } from "#platform/database/counted-total";
import { joinSql, type Sql, sql } from "#platform/database/sql";
import type { TourFacts } from "./tour";
import { tourAnswerQuery, tourCaseJsonSql } from "./tour-answer.sql";

/** Tour as JSON text, the way it is sent, and its lock version. */
export interface TourJsonText {
  readonly text: string;
  readonly lock_version: number;
}
export interface TourListQuery {
  readonly page?: number;
  readonly size?: number;
  readonly total?: "EXACT";
  readonly from?: string;
  readonly to?: string;
  readonly vehicle_id?: string;
  readonly statuses?: readonly string[];
  readonly include_all_cases?: boolean;
}

export const tourVisibleCondition = (scope: Scope) => tourInScopeCondition(scope, sql`tour`);

/** One tour by a condition that identifies it. */
const selectOneTour = (tx: Tx, scope: Scope, condition: Sql) =>
  tx.maybe<TourJsonText>(sql`
    select to_json(answer)::text as text, answer.lock_version from (
      ${tourAnswerQuery(scope, sql`tours tour`, { allCases: true })}
      where tour.tenant_id = ${tx.tenantId} and ${condition} and ${tourVisibleCondition(scope)}) answer`);

export const selectTour = (tx: Tx, scope: Scope, id: string) => selectOneTour(tx, scope, sql`tour.id = ${id}`);

export const selectScheduledTour = (tx: Tx, scope: Scope, id: string) =>
  selectOneTour(tx, scope, sql`tour.id = ${id} and tour.status = 'SCHEDULED'`);

export const selectTourByNaturalId = (tx: Tx, scope: Scope, naturalId: string) =>
  selectOneTour(tx, scope, sql`tour.natural_id = ${naturalId}`);

export const selectStartedTourOfVehicle = (tx: Tx, scope: Scope, vehicleId: string) =>
  selectOneTour(
    tx,
    scope,
    sql`tour.id = (select tour_id from tour_vehicles where tenant_id = ${tx.tenantId} and vehicle_id = ${vehicleId} and running)`,
  );

/** `{ meta, tours }` as JSON text, the latest shift first. Rows are counted only when another page follows. */
export const selectToursJson = (tx: Tx, scope: Scope, query: TourListQuery) => {
  const { page = 0, size = 20, include_all_cases: allCases = false, total } = query;
  const order = sql`tour.shift_start desc, tour.id desc`;
  const all = sql`from tours tour where tour.tenant_id = ${tx.tenantId} and ${tourListCondition(tx, scope)} and ${tourFilterConditions(tx, query)}`;
  return tx.one<{ text: string }>(sql`
    with shown as materialized (
      select tour.*, row_number() over (order by ${order}) as place ${all} order by ${order} limit ${size + 1} offset ${page * size}),
    page as materialized (select * from shown order by place limit ${size}),
    found as (select count(*) as rows from shown)
    select '{"meta":{"page":' || ${page}::int || ',"size":' || ${size}::int || ',"total_elements":' || elements
      || ',"total_pages":' || (elements + ${size} - 1) / ${size} || ',"total_is_exact":' || is_exact || '},"tours":['
      || coalesce((
        select string_agg(to_json(answer)::text, ',' order by place.place) from page place,
          lateral (${tourAnswerQuery(scope, sql`(select place.*) tour`, { allCases })}) answer), '') || ']}' as text
    from found cross join ${countedTotalSql({ rows: sql`found.rows`, page, size, all, isExact: total === "EXACT" })} total`);
};

/**
 * Condition like `tourVisibleCondition`, in a form that looks up a driver's own tours first instead of checking every
 * tour.
 */
function tourListCondition(tx: Tx, scope: Scope): Sql {
  const { all, branch_ids, driver } = scope;
  if (all) return sql`true`;
  const ofBranches = sql`tour.branch_id = any(${branch_ids}::uuid[])`;
  if (!driver) return ofBranches;
  return sql`(${ofBranches} or tour.id = any(array(
      select tour_id from tour_users where tenant_id = ${tx.tenantId} and user_id = ${driver.user_id}::uuid
      union all
      select tour_id from tour_vehicles where tenant_id = ${tx.tenantId} and device_id = ${driver.device_id}::uuid)))`;
}

function tourFilterConditions(tx: Tx, { from, to, vehicle_id, statuses }: TourListQuery): Sql {
  return joinSql(
    [
      sql`true`,
      ...(statuses?.length ? [sql`tour.status = any(${statuses}::text[])`] : []),
      // Without an end the planner would take half the table for the window and read all of it.
      ...(to === undefined && from === undefined ? [] : [sql`tour.shift_start < ${to ?? "infinity"}::timestamptz`]),
      ...(from === undefined ? [] : [isShiftEndingAfter(tx, from)]),
      ...(vehicle_id === undefined
        ? []
        : [
            sql`tour.id = any(array(select tour_id from tour_vehicles where tenant_id = ${tx.tenantId} and vehicle_id = ${vehicle_id}))`,
          ]),
    ],
    " and ",
  );
}

/**
 * Condition that a shift reaches beyond a moment; one without length counts where it begins. Shifts are a month long at
 * most, except for those that run or ran on: the earliest of them bounds the part of the index that is read.
 */
const isShiftEndingAfter = (tx: Tx, from: string) => {
  const earliest = (condition: Sql) =>
    sql`(select min(tour.shift_start) from tours tour where tour.tenant_id = ${tx.tenantId} and ${condition})`;
  return sql`tour.shift_start >= (select least(${from}::timestamptz - interval '31 days', ${earliest(sql`tour.status = 'STARTED'`)},
      ${earliest(sql`tour.long_shift and tour.ended_at > ${from}::timestamptz`)}))
    and (tour.shift_start >= ${from}::timestamptz or tour.status = 'STARTED' or coalesce(tour.ended_at, tour.scheduled_end_at) > ${from}::timestamptz)`;
};

/**
 * Begin and end of days in the tenant's time zone; null for null. Where clocks go back at midnight it occurs twice, and
 * PostgreSQL takes the second time: the day begins with the first. Limited to the years that can be written.
 */
export const selectDayBounds = (tx: Tx, firstDay: string | null, lastDay: string | null) => {
  const startOf = (day: Sql) => sql`(
    select greatest('0001-01-01T00:00:00Z', least('9999-12-31T23:59:59Z',
      case when ((second - interval '1 hour') at time zone timezone)::date = ${day} then second - interval '1 hour' else second end))
    from (select ${day}::timestamp at time zone timezone as second) midnight)`;
  return tx.one<{ begins: string | null; ends: string | null }>(sql`
    select case when ${firstDay}::date is not null then ${startOf(sql`${firstDay}::date`)} end as begins,
      case when ${lastDay}::date is not null then ${startOf(sql`(${lastDay}::date + 1)`)} end as ends
    from tenants where id = ${tx.tenantId}`);
};

/** `[{ tour_id, cases }]` as JSON text, one entry for each tour in scope. */
export const selectCasesOfToursJson = (tx: Tx, scope: Scope, ids: readonly string[]) =>
  tx.one<{ text: string }>(sql`
    select coalesce(json_agg(json_build_object('tour_id', tour.id, 'cases', coalesce((
        select json_agg(${tourCaseJsonSql(scope)} order by link.position, link.assigned_at, job.id)
        from case_links link join cases job on job.tenant_id = link.tenant_id and job.id = link.case_id
        where link.tenant_id = tour.tenant_id and link.tour_id = tour.id), '[]')) order by tour.id), '[]')::text as text
    from tours tour where tour.tenant_id = ${tx.tenantId} and tour.id = any(${ids}::uuid[]) and ${tourListCondition(tx, scope)}`);

export const selectTourFacts = (tx: Tx, ids: readonly string[]) =>
  tx.many<TourFacts>(sql`
    select tour.id, tour.natural_id, tour.status, tour.started_sub_state, tour.branch_id, tour.lock_version,
      (select count(*) from tour_vehicles where tenant_id = tour.tenant_id and tour_id = tour.id) as vehicle_count,
      array(select user_id from tour_users where tenant_id = tour.tenant_id and tour_id = tour.id) as user_ids,
      array(select device_id from tour_vehicles where tenant_id = tour.tenant_id and tour_id = tour.id and device_id is not null) as device_ids,
      coalesce((
        select json_agg(json_build_object('case_id', case_id, 'state', state) order by position, case_id) from case_links
        where tenant_id = tour.tenant_id and tour_id = tour.id and bucket = 'open'), '[]') as open_links
    from tours tour where tour.tenant_id = ${tx.tenantId} and tour.id = any(${ids}::uuid[]) order by tour.id`);

/**
 * Devices to ask for a position: those of started tours in scope that are on duty. `device_id` is null where a vehicle
 * has none.
 */
export const selectDevicesToAskForPosition = (
  tx: Tx,
  scope: Scope,
  only: { tourId?: string; vehicleIds?: readonly string[] },
) =>
  tx.many<{ tour_id: string; vehicle_id: string; device_id: string | null; push_token: string | null }>(sql`
    select used.tour_id, used.vehicle_id, device.id as device_id, device.push_token
    from tours tour
    join tour_vehicles used on used.tenant_id = tour.tenant_id and used.tour_id = tour.id and used.running
    left join devices device on device.tenant_id = used.tenant_id and device.id = used.device_id and not device.disabled
    where tour.tenant_id = ${tx.tenantId} and tour.status = 'STARTED' and tour.started_sub_state <> 'OFF_DUTY' and ${tourVisibleCondition(scope)}
      and ${only.tourId === undefined ? sql`true` : sql`tour.id = ${only.tourId}`}
      and ${only.vehicleIds === undefined ? sql`true` : sql`used.vehicle_id = any(${only.vehicleIds}::uuid[])`}
    order by used.vehicle_id limit ${ASKED_VEHICLES_MAX}`);

/** Maximum number of vehicles that one call can ask for their position. */
const ASKED_VEHICLES_MAX = 1000;
