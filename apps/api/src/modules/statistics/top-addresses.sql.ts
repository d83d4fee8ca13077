import {
  STATISTICS_NAMED_ADDRESS_CASES_MIN,
  type TopAddressesStatistics,
} from "@leitstand/contract/board/statistics-of-periods";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { countedMonthsSql, endOfMonthSql, NO_BRANCH_ID, startOfDaySql, startOfMonthSql } from "./month-builds.sql";

export type CaseAddressSide = "SOURCE" | "TARGET";

export interface TopAddressesRequest {
  readonly side: CaseAddressSide;
  /** Days in the tenant's zone, today included. */
  readonly days: number;
  readonly limit: number;
  readonly scope: Scope;
  readonly now: Date;
}
type TopAddressesResult = Pick<TopAddressesStatistics, "from" | "total" | "previous"> & {
  readonly addresses: Omit<TopAddressesStatistics["addresses"][number], "share">[];
};

/** Condition by the branch of the case itself: a tour that drives for another branch does not count its places. */
const isOfBranchesInScope = ({ all, branch_ids }: Scope, column: Sql) =>
  all ? sql`true` : sql`${column} = any(${branch_ids}::uuid[])`;

const addressKeyColumns: Readonly<Record<CaseAddressSide, Sql>> = {
  SOURCE: sql`c.source_key`,
  TARGET: sql`c.target_key`,
};

/**
 * The days up to `now`, and the same part of as many days before them, in the tenant's zone. An end that its clocks
 * skip or show twice is read as PostgreSQL does (skipped: as if the clocks had not been changed; twice: the second);
 * even so no period begins after its end, and the previous one ends no later than the present one begins.
 */
const comparedPeriodsQuery = (tx: Tx, { days, now }: TopAddressesRequest) => sql`
    zone as materialized (
      select timezone, ${now}::timestamptz at time zone timezone as now, make_interval(days => ${days}) as days from tenants where id = ${tx.tenantId}),
    present as materialized (
      select timezone, least(${startOfDaySql(sql`(date_trunc('day', now) - days + interval '1 day')`, sql`timezone`)}, ${now}) as begins_at, ${now}::timestamptz as ends_at
      from zone),
    previous as materialized (
      select zone.timezone, least(${startOfDaySql(sql`(date_trunc('day', now) - 2 * days + interval '1 day')`, sql`zone.timezone`)}, ending.at) as begins_at, ending.at as ends_at
      from zone cross join present cross join lateral (select least((now - days) at time zone zone.timezone, present.begins_at) as at) ending)`;

/**
 * Numbers of cases of a period by place, in parts: whole months from their counts, and case by case what lies before,
 * between and after them.
 */
const placeCountsOfPeriod = (period: Sql, tx: Tx, { side, scope }: TopAddressesRequest) => sql`(
        with built as materialized (
          select build.month, build.begins_at, build.ends_at from ${period} period join ${countedMonthsSql(tx, "PLACES")} build
            on build.timezone = period.timezone and build.begins_at >= period.begins_at and build.ends_at <= period.ends_at),
        live as materialized (
          select lower(span) as begins_at, upper(span) as ends_at from ${period} period
          cross join lateral unnest(tstzmultirange(tstzrange(period.begins_at, period.ends_at))
            - coalesce((select range_agg(tstzrange(built.begins_at, built.ends_at)) from built), '{}'::tstzmultirange)) as span)
        select counts.key, counts.cases from built join address_months counts on counts.tenant_id = ${tx.tenantId}
          and counts.month = built.month and counts.side = ${side} and ${isOfBranchesInScope(scope, sql`counts.branch_id`)}
        union all
        select counts.key, counts.cases from live cross join lateral (
          select ${addressKeyColumns[side]} as key, count(*)::int as cases from cases c
          where c.tenant_id = ${tx.tenantId} and c.created_at >= live.begins_at and c.created_at < live.ends_at
            and ${addressKeyColumns[side]} is not null and ${isOfBranchesInScope(scope, sql`c.branch_id`)} group by 1) counts)`;

/**
 * Most frequent places. Most places of a year are homes, which are not named: the total is counted along with the
 * places, so that homes need not be kept, and the previous period is counted only for places that the present one
 * names. Sums of `int` take a tenth of the memory.
 */
export const selectTopAddresses = (tx: Tx, request: TopAddressesRequest) =>
  tx.one<TopAddressesResult>(sql`
    with ${comparedPeriodsQuery(tx, request)},
    counted as materialized (
      select key, sum(cases) as cases, grouping(key) = 1 as is_total from ${placeCountsOfPeriod(sql`present`, tx, request)} parts
      group by grouping sets ((key), ()) having grouping(key) = 1 or (key <> 0 and sum(cases) >= ${STATISTICS_NAMED_ADDRESS_CASES_MIN})),
    named as materialized (
      select key, cases from counted where not is_total order by cases desc, key limit ${request.limit}),
    counted_before as materialized (
      select named.key, sum(parts.cases) as cases from ${placeCountsOfPeriod(sql`previous`, tx, request)} parts left join named on named.key = parts.key
      group by named.key)
    select present.begins_at as from, coalesce((select cases from counted where is_total), 0) as total,
      json_build_object('from', previous.begins_at, 'to', previous.ends_at,
        'total', (select coalesce(sum(cases), 0) from counted_before)) as previous,
      coalesce((select json_agg(json_build_object('name', place.name, 'street', place.street, 'house_number', place.house_number,
          'zip_code', place.zip_code, 'city', place.city, 'country', place.country, 'count', named.cases,
          'previous_count', case when before.cases >= ${STATISTICS_NAMED_ADDRESS_CASES_MIN} then before.cases end) order by named.cases desc, named.key)
        from named join place_names place on place.tenant_id = ${tx.tenantId} and place.key = named.key
        left join counted_before before on before.key = named.key), '[]') as addresses
    from present cross join previous`);

export async function recountPlacesOfMonth(tx: Tx, month: string) {
  await tx.run(sql`delete from address_months where tenant_id = ${tx.tenantId} and month = ${month}::date`);
  await tx.run(sql`
    insert into address_months (tenant_id, month, side, key, branch_id, cases)
    select ${tx.tenantId}, ${month}::date, side.name, side.key, coalesce(c.branch_id, ${NO_BRANCH_ID}), count(*)
    from tenants zone join cases c on c.tenant_id = zone.id and c.created_at >= ${startOfMonthSql(month)} and c.created_at < ${endOfMonthSql(month)}
    cross join lateral (values ('SOURCE', c.source_key), ('TARGET', c.target_key)) side (name, key)
    where zone.id = ${tx.tenantId} and side.key is not null
    group by side.name, side.key, c.branch_id`);
}
