import { STATISTICS_LIST_ROWS_MAX } from "@leitstand/contract/board/statistics";
import { manyCasesInScopeCondition, tourInScopeCondition } from "#modules/visibility/index";
import type { Scope } from "#platform/access/principal";
import { tenantSettingSql } from "#platform/access/tenant-settings";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";

export interface StatisticsScopeAndTime {
  readonly scope: Scope;
  readonly now: Date;
}

interface CountedItems<Item> {
  readonly count: number;
  readonly items: Item[];
}
interface StatisticsCaseItem {
  readonly id: string;
  readonly natural_id: string;
  readonly display_name: string;
  readonly branch_id: string | null;
  readonly state: string;
}

/** Whole seconds from one time to another; rounded down, as people count hours. */
const wholeSecondsBetween = (from: Sql, to: Sql) => sql`floor(extract(epoch from ${to} - ${from}))::bigint`;

/** Counts all rows that meet the conditions, and answers the figures of the first of them. */
const selectCountedItems = <Item>(
  tx: Tx,
  { from, where, order, item }: { from: Sql; where: Sql; order: Sql; item: Sql },
) =>
  tx.one<CountedItems<Item>>(sql`
    select (select count(*) ${from} where ${where}) as count,
      coalesce((select json_agg(item) from (
        select ${item} ${from} where ${where} order by ${order} limit ${STATISTICS_LIST_ROWS_MAX}) item), '[]') as items`);

export interface ActiveTourItem extends StatisticsCaseItem {
  readonly started_at: string;
  readonly active_seconds: number;
}
export const selectLongActiveTours = (tx: Tx, { scope, now }: StatisticsScopeAndTime, seconds: number) =>
  selectCountedItems<ActiveTourItem>(tx, {
    from: sql`from tours t`,
    where: sql`t.tenant_id = ${tx.tenantId} and t.status = 'STARTED' and ${tourInScopeCondition(scope, sql`t`)}
      and t.started_at <= ${now}::timestamptz - make_interval(secs => ${seconds})`,
    order: sql`t.started_at, t.id`,
    item: sql`t.id, t.natural_id, coalesce(nullif(t.name, ''), t.natural_id) as display_name, t.branch_id, t.started_sub_state as state,
      t.started_at, ${wholeSecondsBetween(sql`t.started_at`, sql`${now}::timestamptz`)} as active_seconds`,
  });

const statisticsCaseFields = sql`c.id, c.natural_id, c.display_name, c.branch_id, c.state`;
/** Condition for open cases in scope, as in the list of cases, so that a count equals its list. */
const openCaseInScopeCondition = (tx: Tx, scope: Scope) =>
  sql`c.tenant_id = ${tx.tenantId} and not c.finalized and ${manyCasesInScopeCondition(scope, sql`c`, "redacted")}`;
const isOnNoTour = sql`not exists (select 1 from case_links open_link
  where open_link.tenant_id = c.tenant_id and open_link.case_id = c.id and open_link.bucket = 'open')`;

export interface CaseWithoutAddresses extends StatisticsCaseItem {
  readonly missing: "SOURCE" | "TARGET" | "BOTH";
  readonly created_at: string;
  readonly age_seconds: number;
}
export const selectCasesWithoutAddresses = (tx: Tx, { scope, now }: StatisticsScopeAndTime, hours: number) =>
  selectCountedItems<CaseWithoutAddresses>(tx, {
    from: sql`from cases c`,
    where: sql`${openCaseInScopeCondition(tx, scope)} and c.missing_places is not null
      and c.created_at <= ${now}::timestamptz - make_interval(hours => ${hours})`,
    order: sql`c.created_at, c.id`,
    item: sql`${statisticsCaseFields}, c.missing_places as missing, c.created_at,
      ${wholeSecondsBetween(sql`c.created_at`, sql`${now}::timestamptz`)} as age_seconds`,
  });

export interface UnassignedCase extends StatisticsCaseItem {
  readonly due_at: string;
  readonly overdue_seconds: number;
}
export const selectUnassignedCases = (tx: Tx, { scope, now }: StatisticsScopeAndTime, dueTo: string) =>
  selectCountedItems<UnassignedCase>(tx, {
    from: sql`from cases c`,
    where: sql`${openCaseInScopeCondition(tx, scope)} and c.due_at < ${dueTo}::timestamptz and ${isOnNoTour}`,
    order: sql`c.due_at, c.id`,
    item: sql`${statisticsCaseFields}, c.due_at, ${wholeSecondsBetween(sql`c.due_at`, sql`${now}::timestamptz`)} as overdue_seconds`,
  });

export interface EarlyPickupCase extends StatisticsCaseItem {
  readonly due_at: string | null;
  readonly cold_by: string | null;
  readonly overdue_seconds: number | null;
}
/**
 * Cases with an early pickup. Only the day of a death is known: the latest moment is the end of that day, or the
 * creation of the case.
 */
export const selectEarlyPickupCases = (
  tx: Tx,
  { scope, now }: StatisticsScopeAndTime,
  coldStorageHours: number | null,
) =>
  selectCountedItems<EarlyPickupCase>(tx, {
    from: sql`from cases c left join lateral (
      select least(c.created_at, (person.died_on + 1)::timestamp at time zone tenant.timezone) + make_interval(hours => ${coldStorageHours}::int) as at
      from tenants tenant, lateral (select (c.funeral_data -> 'cargo_deceased' ->> 'date_of_death')::date as died_on) person
      where tenant.id = c.tenant_id and c.goes_into_cold) cold on true`,
    where: sql`${openCaseInScopeCondition(tx, scope)} and (c.transport_type = 'Vorzeitige Abholung' or c.goes_into_cold)
      and (c.transport_type = 'Vorzeitige Abholung' or cold.at is not null) and ${isOnNoTour}`,
    order: sql`least(c.due_at, cold.at), c.created_at, c.id`,
    item: sql`${statisticsCaseFields}, c.due_at, cold.at as cold_by,
      ${wholeSecondsBetween(sql`least(c.due_at, cold.at)`, sql`${now}::timestamptz`)} as overdue_seconds`,
  });

/** Hours within which the tenant requires cold storage; null when there is no such rule. */
export const selectColdStorageHours = (tx: Tx) =>
  tx.one<{ cold_storage_hours: number | null }>(
    sql`select ${tenantSettingSql(sql`tenants`, "cold_storage_hours")} as cold_storage_hours from tenants where id = ${tx.tenantId}`,
  );
