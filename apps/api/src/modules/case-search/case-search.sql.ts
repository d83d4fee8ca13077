import type { Case } from "@leitstand/contract/cases/case";
import { COUNTED_MAX } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { inCaseScopeOfMany } from "#modules/visibility/index";
import { countedTotal } from "#platform/database/counted-total";
import { join, type Sql, sql } from "#platform/database/sql";
import { type CaseFilter, conditionsOf, hasSpelledWords, hasWords } from "./case-filter.sql";

export interface CaseSearch {
  readonly filter: CaseFilter;
  readonly scope: Scope;
  readonly order: Sql;
  /** The same order without relevance, which takes a comparison with every text. */
  readonly unranked: Sql;
  readonly page: number;
  readonly size: number;
  /** SQL that turns a relation (`id`, `place`) into the answers, as one JSON array. */
  readonly answers: (wanted: Sql) => Sql;
}
export interface FoundCases {
  readonly total_elements: number;
  readonly total_is_exact: boolean;
  readonly cases: Case[];
}

/** Page of cases by one statement: the ids of the page, the total, and the answers of the page alone. */
export function selectPage(tx: Tx, search: CaseSearch): Promise<FoundCases> {
  const { filter, answers } = search;
  const { pages, total } = filter.words.length > 0 ? byText(tx, search) : byIndex(tx, search);
  return tx.one<FoundCases>(sql`
    with ${pages} select elements as total_elements, is_exact as total_is_exact, ${answers(sql`page`)} as cases
    from shown cross join ${total} total`);
}

interface Pages {
  /** SQL with the relations `page` (`id`, `place`) and `shown` (`rows`: their number). */
  readonly pages: Sql;
  /** Relation with `elements` and `is_exact`. */
  readonly total: Sql;
}

/** Reads a page by an index in the order of the list, which stops with the first row of the next page. */
function byIndex(tx: Tx, { filter, scope, order, page, size }: CaseSearch): Pages {
  const conditions = sql`${conditionsOf(tx.tenantId, filter, scope)} and ${inCaseScopeOfMany(scope, sql`c`, "redacted")}`;
  const all = sql`from case_search c where ${conditions}`;
  return {
    pages: sql`
      listed as materialized (select id, row_number() over () as place from (
        select c.id ${all} order by ${order} limit ${size + 1} offset ${page * size}) sorted),
      page as materialized (select id, place from listed where place <= ${size}),
      shown as (select count(*) as rows from listed)`,
    total: countedTotal({ rows: sql`shown.rows`, page, size, all, isExact: filter.total === "EXACT" }),
  };
}

/** Matches of the exact spelling that are enough, so that misspellings are not searched for. */
const ENOUGH_SPELLED = 20;

/**
 * Number of matches above which they are not ranked by similarity: no user reads so many, so the newest come first and
 * none is compared with the words.
 */
const RANKED_MAX = 1_000;

/**
 * Reads a page by text: all matches are sorted and counted together, as far as users turn pages. The search for
 * misspellings takes the longer the more cases there are.
 */
function byText(tx: Tx, { filter, scope, order, unranked, page, size }: CaseSearch): Pages {
  const [offset, end] = [page * size, (page + 1) * size];
  const most = filter.total === "EXACT" ? null : Math.max(COUNTED_MAX, end) + 1;
  // The texts hold names and numbers that are hidden where a case is redacted: callers who may not read them must not
  // find cases by them.
  const conditions = sql`${conditionsOf(tx.tenantId, filter, scope)} and ${inCaseScopeOfMany(scope, sql`c`, "whole")}`;
  const written = sql`from case_text_search texts join case_search c on c.tenant_id = ${tx.tenantId} and c.id = texts.case_id
    where texts.tenant_id = ${tx.tenantId} and ${conditions}`;
  const first = sql`order by ${unranked} limit ${most}::bigint`;
  return {
    pages: sql`
      spelled as materialized (select texts.case_id, texts.text ${written} and ${hasSpelledWords(filter)} ${first}),
      enough as materialized (select count(*) >= ${ENOUGH_SPELLED} as is_enough from spelled),
      met as materialized (
        select case_id, text from spelled where (select is_enough from enough)
        union all
        (select texts.case_id, texts.text ${written} and ${hasWords(filter)} and not (select is_enough from enough) ${first})),
      many as materialized (select count(*) > ${RANKED_MAX} as are_many from met),
      found as materialized (
        select c.id, row_number() over (order by ${order}) as place from met texts
        join case_search c on c.tenant_id = ${tx.tenantId} and c.id = texts.case_id),
      page as (select id, place from found where place > ${offset}::bigint and place <= ${end}::bigint),
      shown as (select count(*) as rows from found)`,
    total: sql`lateral (select case when rows = ${most}::bigint then ${end < COUNTED_MAX ? COUNTED_MAX : most}::bigint else rows end as elements,
      rows is distinct from ${most}::bigint as is_exact)`,
  };
}

/** Row that conditions and orders refer to. */
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

/**
 * Order of the result: without text the newest first; with it by the sum of how well each word matches, where there are
 * not too many matches.
 */
export function sortingOf(words: readonly string[], { isRanked }: { isRanked: boolean }) {
  if (words.length === 0) return { columns, otherwise: sql`c.created_at desc`, id: sql`c.id` };
  const found = words.map((word) => sql`word_similarity(${word}, texts.text)`);
  const relevance = isRanked
    ? sql`(case when not (select are_many from many) then ${join(found, " + ")} end)`
    : sql`null::float8`;
  return { columns: { ...columns, relevance }, otherwise: sql`${relevance} desc, c.created_at desc`, id: sql`c.id` };
}
