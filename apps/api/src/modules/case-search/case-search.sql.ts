import type { Case } from "@leitstand/contract/case";
import type { Tx } from "#platform/database";
import type { Scope } from "#platform/principal";
import { inCaseScopeOfMany } from "#platform/scope";
import { join, none, type Sql, sql } from "#platform/sql";
import { type CaseFilter, conditionsOf } from "./case-filter.sql";

export interface CaseSearch {
  readonly filter: CaseFilter;
  readonly scope: Scope;
  readonly order: Sql;
  readonly sortsByRelevance: boolean;
  readonly page: number;
  readonly size: number;
  /** Makes the answers of a relation (`id`, `place`) as one JSON array. */
  readonly answers: (wanted: Sql) => Sql;
}
export interface Found {
  readonly total_elements: number;
  readonly cases: Case[];
}

/**
 * One statement: a page of ids by an index in its order, the exact number of all, and the answers of the page alone.
 * A page that is not full tells the number itself; else it is counted, which an index answers without the rows.
 */
export function selectPage(tx: Tx, search: CaseSearch): Promise<Found> {
  const { filter, scope, order, page, size, answers } = search;
  const conditions = sql`${conditionsOf(tx.tenantId, filter, scope)} and ${inCaseScopeOfMany(scope, sql`c`)}`;
  const offset = page * size;
  return tx.one<Found>(sql`
    with page as materialized (
      select id, row_number() over () as place from (
        select c.id from case_search c ${shownText(tx, search)} where ${conditions} order by ${order} limit ${size} offset ${offset}) sorted),
    shown as (select count(*) as rows from page)
    select case when shown.rows < ${size} and (shown.rows > 0 or ${offset}::bigint = 0) then ${offset}::bigint + shown.rows
        else (select count(*) from case_search c where ${conditions}) end as total_elements,
      ${answers(sql`page`)} as cases
    from shown`);
}

/** The sum over all words of how well each is found. */
export const relevanceOf = (words: readonly string[]) =>
  sql`(${join(
    words.map((word) => sql`word_similarity(${word}, shown_text.text)`),
    " + ",
  )})`;

/** Only an order by relevance needs the text itself. */
const shownText = (tx: Tx, { sortsByRelevance }: CaseSearch) =>
  sortsByRelevance
    ? sql`join case_text_search shown_text on shown_text.tenant_id = ${tx.tenantId} and shown_text.case_id = c.id`
    : none;
