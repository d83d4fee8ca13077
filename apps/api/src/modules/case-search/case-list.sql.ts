import { finalCaseStates } from "@leitstand/contract/cases/case-rules";
import { COUNTED_TOTAL_MAX } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { countedTotalSql } from "#platform/database/counted-total";
import { joinSql, emptySql, type Sql, sql } from "#platform/database/sql";
import { guestCaseInScopeCondition } from "#modules/visibility/index";
import { type CaseFilter, caseFilterConditions } from "./case-filter.sql";

export interface CaseListQuery {
  readonly filter: CaseFilter;
  readonly scope: Scope;
  readonly order: Sql;
  readonly page: number;
  readonly size: number;
}

export interface CaseListPageSql {
  /** SQL with the relations `page` (`id`, `place`) and `shown` (`rows`: their number). */
  readonly pages: Sql;
  /** Relation with `elements` and `is_exact`. */
  readonly total: Sql;
}

/** Columns that a result may be ordered by, by their names in requests. */
export const caseSortColumns = {
  created_at: sql`c.created_at`,
  updated_at: sql`c.updated_at`,
  due_at: sql`c.due_at`,
  not_before: sql`c.not_before`,
  finalized_at: sql`c.finalized_at`,
  natural_id: sql`c.natural_id`,
  display_name: sql`c.display_name`,
  state: sql`c.state`,
};

/** Columns that determine the position of a case in any order of the list. */
export const caseIdAndSortColumns = joinSql([sql`c.id`, ...Object.values(caseSortColumns)], ", ");

/**
 * Reads a page by an index in the order of the list, which stops with the first row of the next page. Where the filter
 * names a time that the list is not ordered by, its cases may lie at the far end of that order: up to as many as are
 * counted are read by their own index and sorted.
 */
export function buildCasePageByIndexSql(tx: Tx, { filter, scope, order, page, size }: CaseListQuery): CaseListPageSql {
  const [offset, end] = [page * size, (page + 1) * size];
  const parts = disjointCaseListParts(tx.tenantId, filter, scope);
  const all = sql`from ${unionOfParts(parts, (part) => selectRowsOfPart(part, sql`c.id`))} c`;
  const inOrder = unionOfParts(parts, (part) => firstRowsOfPart(part, { order, end }));
  const listed = (rows: Sql) => sql`
    listed as materialized (select id, row_number() over () as place from (
      select c.id from ${rows} c order by ${order} limit ${size + 1} offset ${offset}) sorted),
    page as materialized (select id, place from listed where place <= ${size}),
    shown as (select count(*) as rows from listed)`;
  const total = { rows: sql`shown.rows`, page, size, all, isExact: filter.total === "EXACT" };
  if (!filtersByUnsortedTime(filter)) return { pages: listed(inOrder), total: countedTotalSql(total) };
  const counted = sql`(select rows from counted)`;
  const either = sql`(
    select * from few where ${counted} <= ${COUNTED_TOTAL_MAX}::int
    union all select * from ${inOrder} many where ${counted} > ${COUNTED_TOTAL_MAX}::int)`;
  return {
    pages: sql`
      few as materialized (select * from ${unionOfParts(parts, (part) => selectRowsOfPart(part, caseIdAndSortColumns))} c limit ${COUNTED_TOTAL_MAX + 1}::int),
      counted as materialized (select count(*) as rows from few),
      ${listed(either)}`,
    total: countedTotalSql({ ...total, counted }),
  };
}

/** Cases that meet conditions and, where a list of values is given, have one of them: each value is looked up by index. */
interface CaseListPart {
  readonly conditions: Sql;
  readonly each?: IndexedFilter | undefined;
}
interface IndexedFilter {
  readonly column: Sql;
  readonly type: Sql;
  readonly values: readonly string[];
}

/** Disjoint parts of what the caller reaches: the cases of own branches, found by branch, and the few of other ones. */
function disjointCaseListParts(tenantId: string, filter: CaseFilter, scope: Scope): CaseListPart[] {
  const { each, rest } = takeIndexedFilter(filter);
  const part = { conditions: caseFilterConditions(tenantId, rest, scope), each };
  const guests = guestCaseInScopeCondition(scope, sql`c`, "redacted");
  if (guests === undefined) return [part];
  const { branch_ids: wanted, ...others } = filter;
  const own = [...new Set(scope.branch_ids)];
  const asked = wanted === undefined ? own : own.filter((id) => wanted.includes(id));
  return [
    ...(asked.length === 0
      ? []
      : [
          {
            conditions: sql`${caseFilterConditions(tenantId, others, scope)} and ${isOpenIfOnlyOpenStates(filter.states)}`,
            each: { ...branchFilter, values: asked },
          },
        ]),
    { ...part, conditions: sql`${part.conditions} and ${guests}` },
  ];
}

/**
 * Condition that the case is open, where the filter names open states alone: open cases are few, and have an index of
 * their branch.
 */
const isOpenIfOnlyOpenStates = (states: CaseFilter["states"]): Sql =>
  states?.every((state) => !finalCaseStates.has(state)) ? sql`not c.finalized` : sql`true`;

const branchFilter = { column: sql`c.branch_id`, type: sql`uuid` };

/** Filters whose values each have their cases in an index, the newest first. */
const indexedFilters = {
  branch_ids: branchFilter,
  created_by_ids: { column: sql`c.created_by`, type: sql`uuid` },
  service_keys: { column: sql`c.service_key`, type: sql`text` },
  states: { column: sql`c.state`, type: sql`text` },
  transport_types: { column: sql`c.transport_type`, type: sql`text` },
} as const;

/** Splits a filter into the first indexed filter that is given, and all others. */
function takeIndexedFilter(filter: CaseFilter): { each: IndexedFilter | undefined; rest: CaseFilter } {
  for (const name of ["branch_ids", "created_by_ids", "service_keys", "states", "transport_types"] as const) {
    const values = filter[name];
    if (values === undefined) continue;
    return { each: { ...indexedFilters[name], values: [...new Set(values)] }, rest: { ...filter, [name]: undefined } };
  }
  return { each: undefined, rest: filter };
}

const unionOfParts = (parts: readonly CaseListPart[], rows: (part: CaseListPart) => Sql) =>
  sql`(${joinSql(parts.map(rows), " union all ")})`;

const selectRowsOfPart = ({ conditions, each }: CaseListPart, columns: Sql, rest: Sql = emptySql): Sql =>
  each === undefined
    ? sql`(select ${columns} from case_search c where ${conditions} ${rest})`
    : sql`(select c.* from unnest(${each.values}::${each.type}[]) given (value) cross join lateral (
        select ${columns} from case_search c where ${conditions} and ${each.column} = given.value ${rest}) c)`;

/** Maximum number of rows that are read by each value of a list to sort them together. */
const MERGED_ROWS_MAX = 10_000;

/** Rows up to the end of a page and one more, of a part alone. */
function firstRowsOfPart(part: CaseListPart, { order, end }: { order: Sql; end: number }): Sql {
  const { conditions, each } = part;
  const first = sql`order by ${order} limit ${end + 1}`;
  if (each === undefined || each.values.length * end <= MERGED_ROWS_MAX)
    return selectRowsOfPart(part, caseIdAndSortColumns, first);
  return selectRowsOfPart(
    { conditions: sql`${conditions} and ${each.column} = any(${each.values}::${each.type}[])` },
    caseIdAndSortColumns,
    first,
  );
}

const timeRangeFilters = [
  ["created_at", "created_from", "created_to"],
  ["updated_at", "updated_from", "updated_to"],
  ["due_at", "due_from", "due_to"],
  ["not_before", "not_before_from", "not_before_to"],
  ["finalized_at", "finalized_from", "finalized_to"],
] as const;

/** Whether the filter names a time by which the list is not ordered. */
function filtersByUnsortedTime({ sort: [first = "created_at"] = [], ...filter }: CaseFilter): boolean {
  return timeRangeFilters.some(
    ([column, from, to]) => !first.startsWith(column) && (filter[from] !== undefined || filter[to] !== undefined),
  );
}
