import type { Case } from "@leitstand/contract/cases/case";
import type { Tx } from "#platform/database/database";
import { joinSql, type Sql, sql, withPlanForEachRun } from "#platform/database/sql";
import { buildCasePageByIndexSql, caseSortColumns } from "./case-list.sql";
import { buildCasePageByTextSql, type CaseTextSearch } from "./text-search.sql";

export interface CaseSearchQuery extends CaseTextSearch {
  /** SQL that turns a relation (`id`, `place`) into the answers, as one JSON array. */
  readonly answers: (wanted: Sql) => Sql;
}
export interface FoundCases {
  readonly total_elements: number;
  readonly total_is_exact: boolean;
  readonly cases: Case[];
}

/** Page of cases by one statement: the ids of the page, the total, and the answers of the page alone. */
export function selectCasePage(tx: Tx, search: CaseSearchQuery): Promise<FoundCases> {
  const { filter, answers } = search;
  const isByText = filter.words.length > 0;
  const { pages, total } = isByText ? buildCasePageByTextSql(tx, search) : buildCasePageByIndexSql(tx, search);
  const query = sql`
    with ${pages} select elements as total_elements, is_exact as total_is_exact, ${answers(sql`page`)} as cases
    from shown cross join ${total} total`;
  // A plan for any text would have to take each word for as common as every other one.
  return tx.one<FoundCases>(isByText ? withPlanForEachRun(query) : query);
}

/** Row that conditions and orders refer to. */
export const caseRowAlias = sql`c`;

/**
 * Order of the result: without text the newest first; with it by the sum of how well each word matches, where there are
 * not too many matches.
 */
export function caseSortingOf(words: readonly string[], { isRanked }: { isRanked: boolean }) {
  if (words.length === 0) return { columns: caseSortColumns, otherwise: sql`c.created_at desc`, id: sql`c.id` };
  const found = words.map((word) => sql`word_similarity(${word}, texts.text)`);
  const relevance = isRanked
    ? sql`(case when not (select are_many from many) then ${joinSql(found, " + ")} end)`
    : sql`null::float8`;
  return {
    columns: { ...caseSortColumns, relevance },
    otherwise: sql`${relevance} desc, c.created_at desc`,
    id: sql`c.id`,
  };
}
