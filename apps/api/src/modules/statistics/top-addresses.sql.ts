import { NAMED_ADDRESS_CASES_MIN, type TopAddressesStatistics } from "@leitstand/contract/board/statistics";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { countedMonths, endOfMonth, NO_BRANCH, startOfMonth } from "./month-builds.sql";

export type Side = "SOURCE" | "TARGET";

export interface TopAddressesRequest {
  readonly side: Side;
  /** Of the tenant's zone, before today. */
  readonly days: number;
  readonly limit: number;
  readonly scope: Scope;
  readonly now: Date;
}
type TopAddresses = Pick<TopAddressesStatistics, "from" | "total"> & {
  readonly addresses: Omit<TopAddressesStatistics["addresses"][number], "share">[];
};

/** By the branch of the case itself: a tour that drives for another branch does not make its places one's own. */
const ofBranches = ({ all, branch_ids }: Scope, column: Sql) =>
  all ? sql`true` : sql`${column} = any(${branch_ids}::uuid[])`;

const keyColumns: Readonly<Record<Side, Sql>> = { SOURCE: sql`c.source_key`, TARGET: sql`c.target_key` };

/**
 * Whole months as they have been counted, and case by case what lies before, between and after them. Most places of a year are homes that
 * nobody names: the total is counted along with the places, so that those need not be kept. Sums of `int`, which take a tenth of the memory.
 */
export function selectTopAddresses(tx: Tx, { side, days, limit, scope, now }: TopAddressesRequest) {
  const key = keyColumns[side];
  return tx.one<TopAddresses>(sql`
    with period as materialized (
      select zone.timezone, (date_trunc('day', ${now}::timestamptz at time zone zone.timezone) - make_interval(days => ${days}))
        at time zone zone.timezone as begins_at
      from tenants zone where zone.id = ${tx.tenantId}),
    built as materialized (
      select build.month, build.begins_at, build.ends_at from period join ${countedMonths(tx, "PLACES")} build
        on build.timezone = period.timezone and build.begins_at >= period.begins_at),
    live as materialized (
      select lower(span) as begins_at, coalesce(upper(span), 'infinity') as ends_at from period cross join lateral unnest(tstzmultirange(tstzrange(period.begins_at, null))
        - coalesce((select range_agg(tstzrange(built.begins_at, built.ends_at)) from built), '{}'::tstzmultirange)) as span),
    counted as materialized (
      select key, sum(cases) as cases, grouping(key) = 1 as is_total from (
        select counts.key, counts.cases from built join address_months counts on counts.tenant_id = ${tx.tenantId}
          and counts.month = built.month and counts.side = ${side} and ${ofBranches(scope, sql`counts.branch_id`)}
        union all
        select counts.key, counts.cases from live cross join lateral (
          select ${key} as key, count(*)::int as cases from cases c
          where c.tenant_id = ${tx.tenantId} and c.created_at >= live.begins_at and c.created_at < live.ends_at
            and ${key} is not null and ${ofBranches(scope, sql`c.branch_id`)} group by 1) counts) parts
      group by grouping sets ((key), ()) having grouping(key) = 1 or (key <> 0 and sum(cases) >= ${NAMED_ADDRESS_CASES_MIN})),
    named as materialized (
      select key, cases from counted where not is_total order by cases desc, key limit ${limit})
    select period.begins_at as from, coalesce((select cases from counted where is_total), 0) as total,
      coalesce((select json_agg(json_build_object('name', place.name, 'street', place.street, 'house_number', place.house_number,
          'zip_code', place.zip_code, 'city', place.city, 'country', place.country, 'count', named.cases) order by named.cases desc, named.key)
        from named join place_names place on place.tenant_id = ${tx.tenantId} and place.key = named.key), '[]') as addresses
    from period`);
}

export async function countPlaces(tx: Tx, month: string) {
  await tx.run(sql`delete from address_months where tenant_id = ${tx.tenantId} and month = ${month}::date`);
  await tx.run(sql`
    insert into address_months (tenant_id, month, side, key, branch_id, cases)
    select ${tx.tenantId}, ${month}::date, side.name, side.key, coalesce(c.branch_id, ${NO_BRANCH}), count(*)
    from tenants zone join cases c on c.tenant_id = zone.id and c.created_at >= ${startOfMonth(month)} and c.created_at < ${endOfMonth(month)}
    cross join lateral (values ('SOURCE', c.source_key), ('TARGET', c.target_key)) side (name, key)
    where zone.id = ${tx.tenantId} and side.key is not null
    group by side.name, side.key, c.branch_id`);
}
