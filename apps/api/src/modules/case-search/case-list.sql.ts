import { finalCaseStates } from "@leitstand/contract/cases/case-rules";
import { COUNTED_MAX } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { countedTotal } from "#platform/database/counted-total";
import { join, none, type Sql, sql } from "#platform/database/sql";
import { inGuestScopeOfMany } from "#modules/visibility/index";
import { type CaseFilter, conditionsOf } from "./case-filter.sql";

export interface CaseList {
  readonly filter: CaseFilter;
  readonly scope: Scope;
  readonly order: Sql;
  readonly page: number;
  readonly size: number;
}

export interface Pages {
  /** SQL with the relations `page` (`id`, `place`) and `shown` (`rows`: their number). */
  readonly pages: Sql;
  /** Relation with `elements` and `is_exact`. */
  readonly total: Sql;
}

/** Columns that a result may be ordered by, by their names in requests. */
export const sortColumns = {
  created_at: sql`c.created_at`,
  updated_at: sql`c.updated_at`,
  due_at: sql`c.due_at`,
  not_before: sql`c.not_before`,
  finalized_at: sql`c.finalized_at`,
  natural_id: sql`c.natural_id`,
  display_name: sql`c.display_name`,
  state: sql`c.state`,
};

/** Columns of a case that its place in any order depends on. */
export const placed = join([sql`c.id`, ...Object.values(sortColumns)], ", ");

/**
 * Reads a page by an index in the order of the list, which stops with the first row of the next page. Where the filter
 * names a time that the list is not ordered by, its cases may lie at the far end of that order: up to as many as are
 * counted are read by their own index and sorted.
 */
export function byIndex(tx: Tx, { filter, scope, order, page, size }: CaseList): Pages {
  const [offset, end] = [page * size, (page + 1) * size];
  const parts = partsOf(tx.tenantId, filter, scope);
  const all = sql`from ${together(parts, (part) => rowsOf(part, sql`c.id`))} c`;
  const inOrder = together(parts, (part) => firstOf(part, { order, end }));
  const listed = (rows: Sql) => sql`
    listed as materialized (select id, row_number() over () as place from (
      select c.id from ${rows} c order by ${order} limit ${size + 1} offset ${offset}) sorted),
    page as materialized (select id, place from listed where place <= ${size}),
    shown as (select count(*) as rows from listed)`;
  const total = { rows: sql`shown.rows`, page, size, all, isExact: filter.total === "EXACT" };
  if (!isByOtherTime(filter)) return { pages: listed(inOrder), total: countedTotal(total) };
  const counted = sql`(select rows from counted)`;
  const either = sql`(
    select * from few where ${counted} <= ${COUNTED_MAX}::int
    union all select * from ${inOrder} many where ${counted} > ${COUNTED_MAX}::int)`;
  return {
    pages: sql`
      few as materialized (select * from ${together(parts, (part) => rowsOf(part, placed))} c limit ${COUNTED_MAX + 1}::int),
      counted as materialized (select count(*) as rows from few),
      ${listed(either)}`,
    total: countedTotal({ ...total, counted }),
  };
}

/** Cases that meet conditions and, where a list of values is given, have one of them: each value is looked up by index. */
interface Part {
  readonly conditions: Sql;
  readonly each?: Each | undefined;
}
interface Each {
  readonly column: Sql;
  readonly type: Sql;
  readonly values: readonly string[];
}

/** Disjoint parts of what the caller reaches: the cases of own branches, found by branch, and the few of other ones. */
function partsOf(tenantId: string, filter: CaseFilter, scope: Scope): Part[] {
  const { each, rest } = eachOf(filter);
  const part = { conditions: conditionsOf(tenantId, rest, scope), each };
  const guests = inGuestScopeOfMany(scope, sql`c`, "redacted");
  if (guests === undefined) return [part];
  const { branch_ids: wanted, ...others } = filter;
  const own = [...new Set(scope.branch_ids)];
  const asked = wanted === undefined ? own : own.filter((id) => wanted.includes(id));
  return [
    ...(asked.length === 0
      ? []
      : [
          {
            conditions: sql`${conditionsOf(tenantId, others, scope)} and ${isOpenIn(filter.states)}`,
            each: { ...byBranch, values: asked },
          },
        ]),
    { ...part, conditions: sql`${part.conditions} and ${guests}` },
  ];
}

/** Condition that always holds beside open states alone: open cases are few, and have an index of their branch. */
const isOpenIn = (states: CaseFilter["states"]): Sql =>
  states?.every((state) => !finalCaseStates.has(state)) ? sql`not c.finalized` : sql`true`;

const byBranch = { column: sql`c.branch_id`, type: sql`uuid` };

/** Filters whose values each have their cases in an index, the newest first. */
const eachOfFilter = {
  branch_ids: byBranch,
  created_by_ids: { column: sql`c.created_by`, type: sql`uuid` },
  service_keys: { column: sql`c.service_key`, type: sql`text` },
  states: { column: sql`c.state`, type: sql`text` },
  transport_types: { column: sql`c.transport_type`, type: sql`text` },
} as const;

/** First of these filters that is given, and the other ones. */
function eachOf(filter: CaseFilter): { each: Each | undefined; rest: CaseFilter } {
  for (const name of ["branch_ids", "created_by_ids", "service_keys", "states", "transport_types"] as const) {
    const values = filter[name];
    if (values === undefined) continue;
    return { each: { ...eachOfFilter[name], values: [...new Set(values)] }, rest: { ...filter, [name]: undefined } };
  }
  return { each: undefined, rest: filter };
}

const together = (parts: readonly Part[], rows: (part: Part) => Sql) => sql`(${join(parts.map(rows), " union all ")})`;

const rowsOf = ({ conditions, each }: Part, columns: Sql, rest: Sql = none): Sql =>
  each === undefined
    ? sql`(select ${columns} from case_search c where ${conditions} ${rest})`
    : sql`(select c.* from unnest(${each.values}::${each.type}[]) given (value) cross join lateral (
        select ${columns} from case_search c where ${conditions} and ${each.column} = given.value ${rest}) c)`;

/** Most rows that are read by each value of a list to sort them together. */
const MERGED_MAX = 10_000;

/** Rows up to the end of a page and one more, of a part alone. */
function firstOf(part: Part, { order, end }: { order: Sql; end: number }): Sql {
  const { conditions, each } = part;
  const first = sql`order by ${order} limit ${end + 1}`;
  if (each === undefined || each.values.length * end <= MERGED_MAX) return rowsOf(part, placed, first);
  return rowsOf(
    { conditions: sql`${conditions} and ${each.column} = any(${each.values}::${each.type}[])` },
    placed,
    first,
  );
}

const timesOfFilter = [
  ["created_at", "created_from", "created_to"],
  ["updated_at", "updated_from", "updated_to"],
  ["due_at", "due_from", "due_to"],
  ["not_before", "not_before_from", "not_before_to"],
  ["finalized_at", "finalized_from", "finalized_to"],
] as const;

/** Whether the filter names a time by which the list is not ordered. */
function isByOtherTime({ sort: [first = "created_at"] = [], ...filter }: CaseFilter): boolean {
  return timesOfFilter.some(
    ([column, from, to]) => !first.startsWith(column) && (filter[from] !== undefined || filter[to] !== undefined),
  );
}
