import type { Case } from "@leitstand/contract/cases/case";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { inCaseScopeOfMany } from "#modules/visibility/index";
import { join, type Sql, sql } from "#platform/database/sql";
import { type CaseFilter, conditionsOf, hasWords } from "./case-filter.sql";

export interface CaseSearch {
  readonly filter: CaseFilter;
  readonly scope: Scope;
  readonly order: Sql;
  readonly page: number;
  readonly size: number;
  /** Makes the answers of a relation (`id`, `place`) as one JSON array. */
  readonly answers: (wanted: Sql) => Sql;
}
export interface Found {
  readonly total_elements: number;
  readonly cases: Case[];
}

/** One statement: a page of ids, the exact number of all, and the answers of the page alone. */
export function selectPage(tx: Tx, search: CaseSearch): Promise<Found> {
  const { filter, answers } = search;
  const { pages, total } = filter.words.length > 0 ? byText(tx, search) : byIndex(tx, search);
  return tx.one<Found>(sql`with ${pages} select ${total} as total_elements, ${answers(sql`page`)} as cases from shown`);
}

interface Pages {
  /** Relations `page` (`id`, `place`) and `shown` (`rows`: how many they are). */
  readonly pages: Sql;
  readonly total: Sql;
}

/** An index in the order of the list ends with the page. A page that is not full tells the number itself; else it is counted. */
function byIndex(tx: Tx, { filter, scope, order, page, size }: CaseSearch): Pages {
  const conditions = sql`${conditionsOf(tx.tenantId, filter, scope)} and ${inCaseScopeOfMany(scope, sql`c`, "redacted")}`;
  const offset = page * size;
  return {
    pages: sql`
      page as materialized (select id, row_number() over () as place from (
        select c.id from case_search c where ${conditions} order by ${order} limit ${size} offset ${offset}) sorted),
      shown as (select count(*) as rows from page)`,
    total: sql`case when shown.rows < ${size} and (shown.rows > 0 or ${offset}::bigint = 0) then ${offset}::bigint + shown.rows
      else (select count(*) from case_search c where ${conditions}) end`,
  };
}

/** Text is looked at once: whatever it finds is sorted and counted together. */
function byText(tx: Tx, { filter, scope, order, page, size }: CaseSearch): Pages {
  const offset = page * size;
  return {
    pages: sql`
      found as materialized (
        select c.id, row_number() over (order by ${order}) as place from case_text_search texts
        join case_search c on c.tenant_id = ${tx.tenantId} and c.id = texts.case_id
        where texts.tenant_id = ${tx.tenantId} and ${hasWords(filter)} and ${conditionsOf(tx.tenantId, filter, scope)}
          and ${inCaseScopeOfMany(scope, sql`c`, "redacted")}),
      page as (select id, place from found where place > ${offset}::bigint and place <= ${offset + size}::bigint),
      shown as (select count(*) as rows from found)`,
    total: sql`shown.rows`,
  };
}

/** The row that conditions and orders speak of. */
export const caseRow = sql`c`;

const columns = {
  created_at: sql`c.created_at`,
  updated_at: sql`c.updated_at`,
  due_at: sql`c.due_at`,
  not_before: sql`c.not_before`,
  finalized_at: sql`c.finalized_at`,
  natural_id: sql`c.natural_id`,
  display_name: sql`c.display_name`,
  state: sql`c.state`,
};

/** Without text the newest first; with it by the sum over all words of how well each is found. */
export function sortingOf(words: readonly string[]) {
  if (words.length === 0) return { columns, otherwise: sql`c.created_at desc`, id: sql`c.id` };
  const found = words.map((word) => sql`word_similarity(${word}, texts.text)`);
  const relevance = sql`(${join(found, " + ")})`;
  return { columns: { ...columns, relevance }, otherwise: sql`${relevance} desc, c.created_at desc`, id: sql`c.id` };
}
