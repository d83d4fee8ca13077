import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";

/** Kinds of monthly counts: where cases began and ended, and when and after how long they were closed. */
export type MonthlyCountKind = "PLACES" | "DELIVERED";

/** Stands for no branch, where the branch is part of a key. */
export const NO_BRANCH_ID = "00000000-0000-0000-0000-000000000000";

/** Counted months since `from`, with the time zone in which they begin and end. */
export const countedMonthsSql = ({ tenantId }: Tx, counted: MonthlyCountKind): Sql => sql`(
  select month, timezone, begins_at, ends_at from month_builds
  where tenant_id = ${tenantId} and counted = ${counted} and not dirty)`;

/**
 * Begin of a day: where clocks go back at midnight it occurs twice, and PostgreSQL alone would take the second time.
 */
export const startOfDaySql = (day: Sql, timezone: Sql): Sql => sql`(
  select case when (second - interval '1 hour') at time zone ${timezone} >= ${day}::timestamp then second - interval '1 hour' else second end
  from (select ${day}::timestamp at time zone ${timezone} as second) midnight)`;

/** Begin of a month in the time zone of the tenant in the row `zone`. */
export const startOfMonthSql = (month: string): Sql => startOfDaySql(sql`${month}::date`, sql`zone.timezone`);
export const endOfMonthSql = (month: string): Sql =>
  startOfDaySql(sql`(${month}::date + interval '1 month')`, sql`zone.timezone`);

/**
 * Time after which a month is counted: a day and an hour after its end, when no case can come into it without marking
 * it.
 */
const MONTH_SETTLING_INTERVAL = sql`interval '25 hours'`;
/** Months that are counted: a year before today, and the year before that one, touch twenty-five. */
const COUNTED_MONTHS = 25;

export interface MonthToCount {
  readonly tenant_id: string;
  readonly counted: MonthlyCountKind;
  readonly month: string;
}

/** Months of all tenants that a request would have to count case by case at present, for any reason. */
export const selectStaleMonthlyCounts = (tx: Pick<Tx, "many">) =>
  tx.many<MonthToCount>(sql`
    select tenant.id as tenant_id, kind.counted, past.month::date as month from tenants tenant
    cross join lateral generate_series(date_trunc('month', (now() at time zone tenant.timezone)) - make_interval(months => ${COUNTED_MONTHS}),
      date_trunc('month', (now() at time zone tenant.timezone)) - interval '1 month', interval '1 month') as past (month)
    cross join lateral (select ${startOfDaySql(sql`past.month`, sql`tenant.timezone`)} as begins_at,
      ${startOfDaySql(sql`(past.month + interval '1 month')`, sql`tenant.timezone`)} as ends_at) span
    cross join (values ('PLACES'), ('DELIVERED')) kind (counted)
    left join month_builds build on build.tenant_id = tenant.id and build.counted = kind.counted and build.month = past.month::date
    where tenant.active and span.ends_at <= now() - ${MONTH_SETTLING_INTERVAL} and (build.month is null or build.dirty
        or (build.timezone, build.begins_at, build.ends_at) is distinct from (tenant.timezone, span.begins_at, span.ends_at))
      and (build.month is not null or case kind.counted
        when 'PLACES' then exists (select from cases c
          where c.tenant_id = tenant.id and c.created_at >= span.begins_at and c.created_at < span.ends_at)
        else exists (select from cases c where c.tenant_id = tenant.id and c.finalized and c.state not in ('CANCELLED', 'cancelled') and not c.cancelled
          and c.finalized_at >= span.begins_at and c.finalized_at < span.ends_at) end)
    order by 1, 2, 3`);

/** Inserts the row of a month that its first change or its first count locks. */
export const insertMonthlyCountRow = (tx: Tx, { counted, month }: MonthToCount) =>
  tx.run(sql`
    insert into month_builds (tenant_id, counted, month) values (${tx.tenantId}, ${counted}, ${month}::date)
    on conflict (tenant_id, counted, month) do nothing`);

/**
 * Locks a month exclusively: changes of its cases wait, and earlier changes are visible to the statements that follow.
 */
export const lockStaleMonthlyCountRow = (tx: Tx, { counted, month }: MonthToCount) =>
  tx.maybe<{ month: string }>(sql`
    select build.month from month_builds build
    where build.tenant_id = ${tx.tenantId} and build.counted = ${counted} and build.month = ${month}::date
      and (build.dirty or not exists (select from tenants zone where zone.id = ${tx.tenantId} and zone.timezone = build.timezone
        and build.begins_at = ${startOfMonthSql(month)} and build.ends_at = ${endOfMonthSql(month)}))
    for update skip locked`);

export const markMonthlyCountCurrent = (tx: Tx, { counted, month }: MonthToCount) =>
  tx.run(sql`
    update month_builds build set dirty = false, timezone = zone.timezone, begins_at = ${startOfMonthSql(month)}, ends_at = ${endOfMonthSql(month)}
    from tenants zone where zone.id = build.tenant_id and build.tenant_id = ${tx.tenantId}
      and build.counted = ${counted} and build.month = ${month}::date`);

/** Deletes counts of months that two years do not reach. */
export const deleteOldMonthlyCounts = (rows: Pick<Tx, "run">) =>
  rows.run(sql`
    with gone as (
      delete from month_builds where month < now()::date - interval '28 months' returning tenant_id, counted, month),
    places as (
      delete from address_months counts using gone
      where gone.counted = 'PLACES' and counts.tenant_id = gone.tenant_id and counts.month = gone.month)
    delete from delivered_months counts using gone
    where gone.counted = 'DELIVERED' and counts.tenant_id = gone.tenant_id and counts.month = gone.month`);
