import type { Tx } from "#platform/database/database";
import { nameUnlessDeletedSql } from "#platform/access/person-name";
import type { Scope } from "#platform/access/principal";
import { tourInScopeCondition } from "#modules/visibility/index";
import { type Sql, sql } from "#platform/database/sql";

/** Instants in milliseconds since 1970. */
export interface WorkingTimeWindow {
  /** Begin of each local day, and the end of the last one. */
  readonly midnights: number[];
  /** Earliest start of a tour that meets the window. */
  readonly earliest: string;
}

/**
 * Window of an export. Where clocks go back at midnight it occurs twice, and PostgreSQL takes the second: the day
 * begins with the first. Limited to the years that can be written. Shifts are a month long at most, except for those
 * that run or ran on.
 */
export const selectWorkingTimeWindow = (tx: Tx, { from, to }: { from: string; to: string }) =>
  tx.one<WorkingTimeWindow>(sql`
    with bounds as (
      select day::date as day, greatest('0001-01-01T00:00:00Z', least('9999-12-31T23:59:59Z',
          case when ((second - interval '1 hour') at time zone timezone)::date = day::date
            then second - interval '1 hour' else second end)) as begins
      from tenants, generate_series(${from}::date, ${to}::date + 1, interval '1 day') day,
        lateral (select day::timestamp at time zone timezone as second) midnight
      where id = ${tx.tenantId}),
    first as (select min(begins) as begins from bounds)
    select array(select (extract(epoch from begins) * 1000)::double precision from bounds order by day) as midnights,
      (select greatest('0001-01-01T00:00:00Z', least(first.begins - interval '31 days',
        (select min(tour.shift_start) from tours tour where tour.tenant_id = ${tx.tenantId} and tour.status = 'STARTED'),
        (select min(tour.shift_start) from tours tour
          where tour.tenant_id = ${tx.tenantId} and tour.long_shift and tour.ended_at > first.begins))) from first) as earliest`);

/** Row for one person on one tour. Instants in milliseconds since 1970. */
export interface WorkedTourRow {
  readonly shift_start: string;
  readonly tour_id: string;
  readonly user_id: string;
  readonly natural_id: string;
  readonly tour_name: string | null;
  readonly branch: string | null;
  readonly lastname: string;
  readonly firstname: string;
  readonly external_id: string | null;
  readonly from: number;
  readonly to: number;
  readonly running: boolean;
  readonly breaks_known: boolean;
  readonly breaks: { from: number; to: number }[];
  readonly off_duty: { from: number; to: number }[];
}

export interface WorkedTourQuery {
  readonly scope: Scope;
  readonly earliest: string;
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
  readonly branch_ids?: readonly string[] | undefined;
  readonly user_ids?: readonly string[] | undefined;
}
/** Row after which the next piece begins. */
export type WorkedTourCursor = Pick<WorkedTourRow, "shift_start" | "tour_id" | "user_id">;

const epochMilliseconds = (instant: Sql) => sql`(extract(epoch from ${instant}) * 1000)::double precision`;

/**
 * Next rows in the order in which shifts began, so that a long export is many short statements: one long one would hold
 * back the reader of the event log.
 */
export const selectWorkedTours = (
  tx: Tx,
  query: WorkedTourQuery,
  { after, limit }: { after?: WorkedTourCursor; limit: number },
) => {
  const begins = after?.shift_start ?? query.earliest;
  const next = after
    ? sql`(tour.shift_start, tour.id, member.user_id) > (${after.shift_start}::timestamptz, ${after.tour_id}::uuid, ${after.user_id}::uuid)`
    : sql`true`;
  return tx.many<WorkedTourRow>(sql`
    select page.shift_start, page.tour_id, page.user_id, page.natural_id, page.tour_name, branch.name as branch,
      ${nameUnlessDeletedSql(sql`person`, sql`person.lastname`)} as lastname,
      person.firstname, person.external_id, ${epochMilliseconds(sql`page.started_at`)} as "from",
      ${epochMilliseconds(sql`page.ended_at`)} as "to", page.running, spans.breaks_known,
      coalesce(spans.breaks, '[]') as breaks, coalesce(spans.off_duty, '[]') as off_duty
    from (
      select tour.tenant_id, tour.shift_start, tour.id as tour_id, member.user_id, tour.natural_id, tour.name as tour_name, tour.branch_id,
        tour.started_at, greatest(tour.started_at, coalesce(tour.ended_at, ${query.now}::timestamptz)) as ended_at,
        tour.status = 'STARTED' as running
      from tours tour join tour_users member on member.tenant_id = tour.tenant_id and member.tour_id = tour.id
      where tour.tenant_id = ${tx.tenantId} and tour.shift_start >= ${begins}::timestamptz and tour.shift_start < ${query.to}::timestamptz
        and tour.started_at is not null and coalesce(tour.ended_at, ${query.now}::timestamptz) > ${query.from}::timestamptz
        and ${next} and ${workedToursInScopeCondition(query.scope)} and ${workedTourFilters(query)}
      order by tour.shift_start, tour.id, member.user_id limit ${limit}) page
    join users person on person.tenant_id = page.tenant_id and person.id = page.user_id
    left join branches branch on branch.tenant_id = page.tenant_id and branch.id = page.branch_id
    cross join lateral (${subStateSpansOfTour}) spans
    order by page.shift_start, page.tour_id, page.user_id`);
};

/** Spans of a tour. Breaks are known where a span begins with the tour and the last one ends with it. */
const subStateSpansOfTour = sql`
      select coalesce(bool_or(span.began_at <= page.started_at), false)
          and coalesce(bool_or(span.ended_at is null), false) = page.running as breaks_known,
        json_agg(json_build_object('from', ${epochMilliseconds(sql`span.began_at`)}, 'to',
          ${epochMilliseconds(sql`coalesce(span.ended_at, page.ended_at)`)})) filter (where span.sub_state = 'ON_A_BREAK') as breaks,
        json_agg(json_build_object('from', ${epochMilliseconds(sql`span.began_at`)}, 'to',
          ${epochMilliseconds(sql`coalesce(span.ended_at, page.ended_at)`)})) filter (where span.sub_state = 'OFF_DUTY') as off_duty
      from tour_sub_state_spans span where span.tenant_id = page.tenant_id and span.tour_id = page.tour_id`;

/**
 * Condition for rows in scope: on tours that are only their own, drivers see their own times and not those of other
 * crew members.
 */
function workedToursInScopeCondition(scope: Scope): Sql {
  if (scope.all) return sql`true`;
  const office = tourInScopeCondition({ ...scope, driver: null }, sql`tour`);
  return scope.driver ? sql`(${office} or member.user_id = ${scope.driver.user_id}::uuid)` : office;
}

const workedTourFilters = ({ branch_ids, user_ids }: WorkedTourQuery) => sql`
  ${branch_ids === undefined ? sql`true` : sql`tour.branch_id = any(${branch_ids}::uuid[])`}
  and ${user_ids === undefined ? sql`true` : sql`member.user_id = any(${user_ids}::uuid[])`}`;
