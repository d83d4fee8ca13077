import { guestCasesInScope, inCaseScopeOfMany, isOfOwnBranch, reachesByCrew } from "#modules/visibility/index";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { countedMonths, endOfMonth, NO_BRANCH, startOfMonth } from "./month-builds.sql";
import type { Reach } from "./statistics.sql";

export interface DeliveredCases {
  readonly from: string;
  readonly count: number;
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
  readonly days: { readonly date: string; readonly count: number }[];
}

/** Cases that took about as long are counted together. Kept in `delivered_months`: who changes it has all months counted again. */
const ABOUT_SECONDS = 1_024;
const about = sql`c.closed_after_seconds / ${ABOUT_SECONDS}::int`;
const isEnded = (tx: Tx) =>
  sql`c.tenant_id = ${tx.tenantId} and c.finalized and c.state not in ('CANCELLED', 'cancelled')`;

/** Among those that were counted. */
const isInReach = ({ all, branch_ids }: Scope) =>
  all
    ? sql`true`
    : sql`(counts.branch_id = any(${branch_ids}::uuid[]) or counts.guest_branch_ids && ${branch_ids}::uuid[])`;

/**
 * Whole months as they have been counted, but for a crew, whose own tours are not counted. Each other day of the tenant's zone is
 * counted by itself: to ask every case for its day takes longer than to find it. The same look at the cases tells about how long they
 * took; to sort all of them takes longer than to look up again those near the ranks that are wanted. Cases of other branches that the
 * caller has a part in are few, and looked up beforehand, one by one, which `offset 0` sees to: PostgreSQL would rather walk through
 * all cases of the period, and look for guests of each.
 */
export const selectDeliveredCases = (tx: Tx, { scope, now }: Reach, hours: number) => {
  const guests = guestCasesInScope(scope, "redacted");
  return tx.one<DeliveredCases>(sql`
    with period as materialized (
      select zone.timezone, ${now}::timestamptz - make_interval(hours => ${hours}) as begins from tenants zone where zone.id = ${tx.tenantId}),
    built as materialized (
      select build.month, build.begins_at, build.ends_at from period join ${countedMonths(tx, "DELIVERED")} build
        on build.timezone = period.timezone and build.begins_at >= period.begins where not ${reachesByCrew(scope)}::boolean),
    day as materialized (
      select dated.date, dated.begins, dated.ends, exists (
        select from built where built.begins_at <= dated.begins and dated.begins < built.ends_at) as is_counted
      from (select date::date as date, greatest(date at time zone timezone, begins) as begins,
          coalesce(lead(date) over (order by date) at time zone timezone, 'infinity') as ends
        from period cross join generate_series(date_trunc('day', begins at time zone timezone),
          date_trunc('day', ${now}::timestamptz at time zone timezone), interval '1 day') as date) dated),
    live as materialized (
      select array_agg(date order by date) as dates, array_agg(begins order by date) as begins, array_agg(is_counted order by date) as are_counted from day),
    guest as materialized (
      select live.dates[ended.place] as date, ended.about, count(*)::int as cases from live
      cross join (select distinct case_id from (${guests ?? sql`select null::uuid as case_id where false`}) link) link
      cross join lateral (select width_bucket(c.finalized_at, live.begins) as place, ${about} as about from cases c
        where c.id = link.case_id and ${isEnded(tx)} and ${isOfOwnBranch(scope, sql`c`)} is not true offset 0) ended
      where ended.place > 0 and not live.are_counted[ended.place] group by 1, 2),
    counted as materialized (
      select date, about, sum(cases) as cases from (
        select day.date, same.about, same.cases from day left join lateral (
          select ${about} as about, count(*)::int as cases from cases c
          where not day.is_counted and ${isEnded(tx)} and ${isOfOwnBranch(scope, sql`c`)} and c.finalized_at >= day.begins and c.finalized_at < day.ends
          group by 1) same on true
        union all select date, about, cases from guest) cases
      group by grouping sets ((date), (about))
      union all
      select case counts.part when 'DAY' then counts.month + counts.value - 1 end, case counts.part when 'TIME' then counts.value end, sum(counts.cases)
      from built join delivered_months counts on counts.tenant_id = ${tx.tenantId} and counts.month = built.month and ${isInReach(scope)}
      group by 1, 2),
    histogram as materialized (
      select about, sum(cases) as cases, (sum(sum(cases)) over (order by about))::bigint as up_to from counted where about is not null group by about),
    total as materialized (select coalesce(max(up_to), 0) as cases from histogram)
    select period.begins as from, total.cases as count,
      ${tookAtRank(tx, 0.5, scope)} as median_seconds, ${tookAtRank(tx, 0.9, scope)} as p90_seconds,
      (select json_agg(json_build_object('date', date, 'count', cases) order by date) from (
        select date, coalesce(sum(cases), 0) as cases from counted where date is not null group by date) per_day) as days
    from period cross join total`);
};

/** The shortest time within which that share of the cases was closed; null where there are none. */
const tookAtRank = (tx: Tx, share: number, scope: Scope) => sql`(
  select exact.seconds from (
    select about, ceil(${share}::float8 * total.cases)::bigint - (up_to - cases) as place from histogram
    where up_to >= ceil(${share}::float8 * total.cases) order by about limit 1) near
  cross join lateral (
    select c.closed_after_seconds as seconds from cases c
    where ${isEnded(tx)} and ${inCaseScopeOfMany(scope, sql`c`, "redacted")} and c.finalized_at >= period.begins
      and c.closed_after_seconds >= near.about * ${ABOUT_SECONDS}::int and c.closed_after_seconds < (near.about + 1) * ${ABOUT_SECONDS}::int
    order by 1 offset near.place - 1 limit 1) exact)`;

export async function countDelivered(tx: Tx, month: string) {
  await tx.run(sql`delete from delivered_months where tenant_id = ${tx.tenantId} and month = ${month}::date`);
  await tx.run(sql`
    with ended as materialized (
      select coalesce(c.branch_id, ${NO_BRANCH}) as branch_id, coalesce(guest.branch_ids, '{}') as guest_branch_ids,
        extract(day from c.finalized_at at time zone zone.timezone)::int as day, ${about} as about
      from tenants zone join cases c on ${isEnded(tx)} and c.finalized_at >= ${startOfMonth(month)} and c.finalized_at < ${endOfMonth(month)}
      left join lateral (
        select array_agg(distinct link.guest_branch_id order by link.guest_branch_id) as branch_ids from case_links link
        where link.tenant_id = ${tx.tenantId} and link.case_id = c.id and link.guest_branch_id is not null) guest on true
      where zone.id = ${tx.tenantId})
    insert into delivered_months (month, branch_id, guest_branch_ids, part, value, cases)
    select ${month}::date, branch_id, guest_branch_ids, 'DAY', day, count(*) from ended group by branch_id, guest_branch_ids, day
    union all
    select ${month}::date, branch_id, guest_branch_ids, 'TIME', about, count(*) from ended group by branch_id, guest_branch_ids, about`);
}
