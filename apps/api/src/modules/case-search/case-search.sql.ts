import type { Tx } from "#platform/database/database";
import { joinSql, sql, withPlanForEachRun } from "#platform/database/sql";
import { buildCasePageByIndexSql, caseSortColumns } from "./case-list.sql";
import { buildCasePageByTextSql, type CaseTextSearch } from "./text-search.sql";

export interface FoundCasePage {
  readonly total_elements: number;
  readonly total_is_exact: boolean;
  /** Ids of the cases on the page, in their order. */
  readonly ids: readonly string[];
}

/**
 * Page of cases and their total. Their answers are read by another statement: it has one plan for all searches, while
 * this one is planned again wherever a filter may be common or rare, and together they would take five times as long to
 * plan.
 */
export function selectCasePage(tx: Tx, search: CaseTextSearch): Promise<FoundCasePage> {
  const isByText = search.filter.words.length > 0;
  const { pages, total } = isByText ? buildCasePageByTextSql(tx, search) : buildCasePageByIndexSql(tx, search);
  const query = sql`
    with ${pages} select elements as total_elements, is_exact as total_is_exact,
      array(select id from page order by place) as ids
    from shown cross join ${total} total`;
  // A plan for any text would have to take each word for as common as every other one.
  return tx.one<FoundCasePage>(isByText ? withPlanForEachRun(query) : query);
}

/** Row that conditions and orders refer to. */
export const caseRowAlias = sql`c`;

/**
 * Order of the result: without text the newest first; with it by the sum of how well each word matches, where there are
 * not too many matches, and otherwise the newest first as well. So it is where a request names relevance itself.
 */
export function caseSortingOf(words: readonly string[], { isRanked }: { isRanked: boolean }) {
  if (words.length === 0) return { columns: caseSortColumns, otherwise: sql`c.created_at desc`, id: sql`c.id` };
  const found = words.map((word) => sql`word_similarity(${word}, texts.text)`);
  const relevance = isRanked
    ? sql`(case when not (select are_many from many) then ${joinSql(found, " + ")} end)`
    : sql`null::float8`;
  return {
    columns: { ...caseSortColumns, relevance },
    otherwise: sql`${relevance} desc`,
    id: sql`c.created_at desc, c.id`,
  };
}
