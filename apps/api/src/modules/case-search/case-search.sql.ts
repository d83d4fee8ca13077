import type { Case } from "@leitstand/contract/cases/case";
import { COUNTED_MAX } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { inCaseScopeOfMany } from "#modules/visibility/index";
import { join, type Sql, sql, withFreshPlan } from "#platform/database/sql";
import { conditionsOf, hasSpelledWords, hasWords } from "./case-filter.sql";
import { byIndex, type CaseList, type Pages, placed, sortColumns } from "./case-list.sql";

export interface CaseSearch extends CaseList {
  /** The same order without relevance, which takes a comparison with every text. */
  readonly unranked: Sql;
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
  const isByText = filter.words.length > 0;
  const { pages, total } = isByText ? byText(tx, search) : byIndex(tx, search);
  const query = sql`
    with ${pages} select elements as total_elements, is_exact as total_is_exact, ${answers(sql`page`)} as cases
    from shown cross join ${total} total`;
  // A plan for any text would have to take each word for as common as every other one.
  return tx.one<FoundCases>(isByText ? withFreshPlan(query) : query);
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
function byText(tx: Tx, search: CaseSearch): Pages {
  const { filter, scope, order, unranked, page, size } = search;
  const [offset, end] = [page * size, (page + 1) * size];
  const most = filter.total === "EXACT" ? null : Math.max(COUNTED_MAX, end) + 1;
  // The texts hold names and numbers that are hidden where a case is redacted: callers who may not read them must not
  // find cases by them.
  const conditions = sql`${conditionsOf(tx.tenantId, filter, scope)} and ${inCaseScopeOfMany(scope, sql`c`, "whole")}`;
  const written = sql`from case_text_search texts join case_search c on c.tenant_id = ${tx.tenantId} and c.id = texts.case_id
    where texts.tenant_id = ${tx.tenantId} and ${conditions}`;
  const first = sql`order by ${unranked} limit ${most}::bigint`;
  const spelled = sql`select texts.text, ${placed} ${written} and ${hasSpelledWords(filter)}`;
  return {
    pages: sql`
      ${mayBeWalked(search) ? walked(tx, search, { spelled, conditions, first, most }) : sql`spelled as materialized (${spelled} ${first})`},
      enough as materialized (select count(*) >= ${ENOUGH_SPELLED} as is_enough from spelled),
      met as materialized (
        select * from spelled where (select is_enough from enough)
        union all
        (select texts.text, ${placed} ${written} and ${hasWords(filter)} and not (select is_enough from enough) ${first})),
      many as materialized (select count(*) > ${RANKED_MAX} as are_many from met),
      found as materialized (
        select c.id, row_number() over (order by ${order}) as place from met c cross join lateral (select c.text) texts),
      page as (select id, place from found where place > ${offset}::bigint and place <= ${end}::bigint),
      shown as (select count(*) as rows from found)`,
    total: sql`lateral (select case when rows = ${most}::bigint then ${end < COUNTED_MAX ? COUNTED_MAX : most}::bigint else rows end as elements,
      rows is distinct from ${most}::bigint as is_exact)`,
  };
}

/** Newest cases that are looked at to learn how common a text is, and how many of them make it a common one. */
const LOOKED_AT = 200;
const COMMON = 20;

/**
 * Whether matches may be read from the newest case on, which is the sooner the more common they are. The index of texts
 * finds them all, to sort them; one or two letters, which are in most texts, it does not know.
 */
const mayBeWalked = ({ filter: { sort = [], total } }: CaseSearch) =>
  total !== "EXACT" && (sort.length === 0 || (sort.length === 1 && sort[0] === "created_at,desc"));

/** Relation `spelled` as elsewhere; what is common is read from the newest case on, until there are enough. */
function walked(
  tx: Tx,
  { filter }: CaseSearch,
  { spelled, conditions, first, most }: { spelled: Sql; conditions: Sql; first: Sql; most: number | null },
): Sql {
  const newest = sql`order by c.created_at desc, c.id limit ${most}::bigint`;
  const read = sql`cross join lateral (select texts.text from case_text_search texts
    where texts.tenant_id = ${tx.tenantId} and texts.case_id = c.id and ${hasSpelledWords(filter)} offset 0) texts`;
  return sql`
    common as materialized (select count(*) >= ${COMMON} as is_common from (
      select c.id from case_search c where c.tenant_id = ${tx.tenantId} order by c.created_at desc, c.id limit ${LOOKED_AT}) c ${read}),
    spelled as materialized (
      (select texts.text, ${placed} from case_search c ${read} where ${conditions} and (select is_common from common)
        ${newest})
      union all (${spelled} and not (select is_common from common) ${first}))`;
}

/** Row that conditions and orders refer to. */
export const caseRow = sql`c`;

/**
 * Order of the result: without text the newest first; with it by the sum of how well each word matches, where there are
 * not too many matches.
 */
export function sortingOf(words: readonly string[], { isRanked }: { isRanked: boolean }) {
  if (words.length === 0) return { columns: sortColumns, otherwise: sql`c.created_at desc`, id: sql`c.id` };
  const found = words.map((word) => sql`word_similarity(${word}, texts.text)`);
  const relevance = isRanked
    ? sql`(case when not (select are_many from many) then ${join(found, " + ")} end)`
    : sql`null::float8`;
  return {
    columns: { ...sortColumns, relevance },
    otherwise: sql`${relevance} desc, c.created_at desc`,
    id: sql`c.id`,
  };
}
