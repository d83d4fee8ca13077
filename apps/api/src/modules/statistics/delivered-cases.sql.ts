import {
  guestCaseIdsInScopeQuery,
  manyCasesInScopeCondition,
  ownBranchCaseCondition,
  hasCrewScope,
} from "#modules/visibility/index";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { countedMonthsSql, endOfMonthSql, NO_BRANCH_ID, startOfDaySql, startOfMonthSql } from "./month-builds.sql";
import type { StatisticsScopeAndTime } from "./statistics.sql";

interface DeliveredCaseFigures {
  readonly from: string;
  readonly count: number;
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
}
export interface DeliveredCasesResult extends DeliveredCaseFigures {
  readonly days: { readonly date: string; readonly count: number }[];
  /** Figures of as many hours before `from`. */
  readonly previous: DeliveredCaseFigures & { readonly to: string };
}

/**
 * Seconds by which durations are grouped. Stored in `delivered_months`: changing it requires all months to be counted
 * again.
 */
const DURATION_GROUP_SECONDS = 1_024;
const durationGroup = sql`c.closed_after_seconds / ${DURATION_GROUP_SECONDS}::int`;
const isDeliveredCase = (tx: Tx) =>
  sql`c.tenant_id = ${tx.tenantId} and c.finalized and c.state not in ('CANCELLED', 'cancelled') and not c.cancelled`;

/** Condition for rows in scope, among counted ones. */
const isCountInScope = ({ all, branch_ids }: Scope) =>
  all
    ? sql`true`
    : sql`(counts.branch_id = any(${branch_ids}::uuid[]) or counts.guest_branch_ids && ${branch_ids}::uuid[])`;

/**
 * Delivered cases of two periods: the last hours and as many before them; both exclude the moment at which they end.
 * Whole months come from their counts, except for a crew, whose own tours are not counted. Each other day of the
 * tenant's zone is counted by itself, because computing the day of every case takes longer than finding it. The same
 * pass over the cases counts their durations; sorting all of them takes longer than looking up those near the wanted
 * ranks again. Cases of other branches that the caller takes part in are few, and looked up beforehand, one by one,
 * once for both periods, which `offset 0` forces: PostgreSQL would rather walk through all cases of the period, and
 * look for guests of each.
 */
export const selectDeliveredCaseFigures = (tx: Tx, { scope, now }: StatisticsScopeAndTime, hours: number) =>
  tx.one<DeliveredCasesResult>(sql`
    with period as materialized (
      select zone.timezone, past.is_present, past.begins, past.begins + make_interval(hours => ${hours}) as ends from tenants zone
      cross join (values (true, ${now}::timestamptz - make_interval(hours => ${hours})),
        (false, ${now}::timestamptz - make_interval(hours => 2 * ${hours}::int))) past (is_present, begins)
      where zone.id = ${tx.tenantId}),
    built as materialized (
      select period.is_present, build.month, build.begins_at, build.ends_at from period join ${countedMonthsSql(tx, "DELIVERED")} build
        on build.timezone = period.timezone and build.begins_at >= period.begins and build.ends_at <= period.ends
      where not ${hasCrewScope(scope)}::boolean),
    ${dayPeriodsQuery},
    ${guestCasesByDay(tx, { scope, now })},
    counted as materialized (
      select is_present, date, about, sum(cases) as cases from (
        select day.is_present, day.date, same.about, same.cases from day left join lateral (
          select ${durationGroup} as about, count(*)::int as cases from cases c
          where not day.is_counted and ${isDeliveredCase(tx)} and ${ownBranchCaseCondition(scope, sql`c`)} and c.finalized_at >= day.begins and c.finalized_at < day.ends
          group by 1) same on true
        union all select is_present, date, about, cases from guest) cases
      group by grouping sets ((is_present, date), (is_present, about))
      union all
      select built.is_present, case counts.part when 'DAY' then counts.month + counts.value - 1 end,
        case counts.part when 'TIME' then counts.value end, sum(counts.cases)
      from built join delivered_months counts on counts.tenant_id = ${tx.tenantId} and counts.month = built.month and ${isCountInScope(scope)}
      group by 1, 2, 3),
    histogram as materialized (
      select is_present, about, sum(cases) as cases, (sum(sum(cases)) over (partition by is_present order by about))::bigint as up_to
      from counted where about is not null group by is_present, about),
    figures as materialized (
      select period.*, total.cases as count, ${durationAtShare(tx, 0.5, scope)} as median_seconds, ${durationAtShare(tx, 0.9, scope)} as p90_seconds
      from period cross join lateral (
        select coalesce(max(up_to), 0) as cases from histogram where histogram.is_present = period.is_present) total)
    select present.begins as from, present.count, present.median_seconds, present.p90_seconds,
      (select json_agg(json_build_object('date', date, 'count', cases) order by date) from (
        select date, coalesce(sum(cases), 0) as cases from counted where is_present and date is not null group by date) per_day) as days,
      json_build_object('from', previous.begins, 'to', previous.ends, 'count', previous.count,
        'median_seconds', previous.median_seconds, 'p90_seconds', previous.p90_seconds) as previous
    from figures present join figures previous on present.is_present and not previous.is_present`);

/** Days of both periods; one on which a period begins or ends is in both, each with its part. */
const dayPeriodsQuery = sql`
    day as materialized (
      select dated.is_present, dated.date, dated.begins, dated.ends, exists (
        select from built where built.begins_at <= dated.begins and dated.begins < built.ends_at) as is_counted
      from (select is_present, date::date as date, least(case row_number() over dates when 1 then begins else starts end, ends) as begins,
          least(lead(starts) over dates, ends) as ends
        from period cross join generate_series(date_trunc('day', begins at time zone timezone),
          date_trunc('day', ends at time zone timezone), interval '1 day') as date
        cross join lateral (select ${startOfDaySql(sql`date`, sql`timezone`)} as starts) midnight
        window dates as (partition by is_present order by date)) dated)`;

const guestCasesByDay = (tx: Tx, { scope, now }: StatisticsScopeAndTime) => {
  const guests = guestCaseIdsInScopeQuery(scope, "redacted") ?? sql`select null::uuid as case_id where false`;
  return sql`
    live as materialized (
      select array_agg(date order by begins, is_present) as dates, array_agg(begins order by begins, is_present) as begins,
        array_agg(is_counted order by begins, is_present) as are_counted, array_agg(is_present order by begins, is_present) as are_present from day),
    guest as materialized (
      select live.are_present[ended.place] as is_present, live.dates[ended.place] as date, ended.about, count(*)::int as cases from live
      cross join (select distinct case_id from (${guests}) link) link
      cross join lateral (select width_bucket(c.finalized_at, live.begins) as place, ${durationGroup} as about from cases c
        where c.id = link.case_id and ${isDeliveredCase(tx)} and ${ownBranchCaseCondition(scope, sql`c`)} is not true and c.finalized_at < ${now}::timestamptz
        offset 0) ended
      where ended.place > 0 and not live.are_counted[ended.place] group by 1, 2, 3)`;
};

/**
 * Shortest duration within which a share of the cases of `period` was closed; null where there are none. Cases are
 * found by duration: for a range of times, unlike two bounds, PostgreSQL does not consider the index by closing time.
 * The bounds of the duration are computed beforehand, because under row level security a condition that could fail,
 * such as a product, cannot be used with an index.
 */
const durationAtShare = (tx: Tx, share: number, scope: Scope) => sql`(
  select exact.seconds from (
    select about * ${DURATION_GROUP_SECONDS}::int as seconds, (about + 1) * ${DURATION_GROUP_SECONDS}::int as up_to_seconds,
      ceil(${share}::float8 * total.cases)::bigint - (up_to - cases) as place from histogram
    where histogram.is_present = period.is_present and up_to >= ceil(${share}::float8 * total.cases) order by about limit 1) near
  cross join lateral (
    select c.closed_after_seconds as seconds from cases c
    where ${isDeliveredCase(tx)} and ${manyCasesInScopeCondition(scope, sql`c`, "redacted")} and tstzrange(period.begins, period.ends) @> c.finalized_at
      and c.closed_after_seconds >= near.seconds and c.closed_after_seconds < near.up_to_seconds
    order by 1 offset near.place - 1 limit 1) exact)`;

export async function recountDeliveredCasesOfMonth(tx: Tx, month: string) {
  await tx.run(sql`delete from delivered_months where tenant_id = ${tx.tenantId} and month = ${month}::date`);
  await tx.run(sql`
    with ended as materialized (
      select coalesce(c.branch_id, ${NO_BRANCH_ID}) as branch_id, coalesce(guest.branch_ids, '{}') as guest_branch_ids,
        extract(day from c.finalized_at at time zone zone.timezone)::int as day, ${durationGroup} as about
      from tenants zone join cases c on ${isDeliveredCase(tx)} and c.finalized_at >= ${startOfMonthSql(month)} and c.finalized_at < ${endOfMonthSql(month)}
      left join lateral (
        select array_agg(distinct link.guest_branch_id order by link.guest_branch_id) as branch_ids from case_links link
        where link.tenant_id = ${tx.tenantId} and link.case_id = c.id and link.guest_branch_id is not null) guest on true
      where zone.id = ${tx.tenantId})
    insert into delivered_months (month, branch_id, guest_branch_ids, part, value, cases)
    select ${month}::date, branch_id, guest_branch_ids, 'DAY', day, count(*) from ended group by branch_id, guest_branch_ids, day
    union all
    select ${month}::date, branch_id, guest_branch_ids, 'TIME', about, count(*) from ended group by branch_id, guest_branch_ids, about`);
}
