import { COUNTED_TOTAL_MAX } from "@leitstand/contract/core/schema";
import { manyCasesInScopeCondition } from "#modules/visibility/index";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import {
  caseFilterConditions,
  containsAllWordsCondition,
  containsWordsOrMisspellingsCondition,
} from "./case-filter.sql";
import { type CaseListQuery, type CaseListPageSql, caseIdAndSortColumns } from "./case-list.sql";

export interface CaseTextSearch extends CaseListQuery {
  /** The same order without relevance, which takes a comparison with every text. */
  readonly unranked: Sql;
}

/** Matches of the exact spelling that are enough, so that misspellings are not searched for. */
const ENOUGH_EXACT_MATCHES = 20;

/**
 * Number of matches above which they are not ranked by similarity: no user reads that many, so the newest come first
 * and none is compared with the words.
 */
const RANKED_MATCHES_MAX = 500;
/** Newest matches that first pages are cut from, where there are more than are ranked. */
const NEWEST_MATCHES_MAX = RANKED_MATCHES_MAX + 1;
/**
 * Numbers of months, back from the newest case, in which the newest matches are searched: a few at first, and many
 * where those few have so many matches that there must be enough in all. Otherwise filters or rare words leave few
 * matches, which are all read.
 */
const [FEW_MONTHS, MANY_MONTHS] = [2, 12];

/**
 * Reads a page by text. Where more cases match than are ranked, the first pages are cut from the newest of them, so
 * that a search takes about as long in a large archive as in a small one. Otherwise all matches are sorted and counted
 * together, as far as users turn pages.
 */
export function buildCasePageByTextSql(tx: Tx, search: CaseTextSearch): CaseListPageSql {
  const { filter, scope, order, unranked, page, size } = search;
  const [offset, end] = [page * size, (page + 1) * size];
  const most = filter.total === "EXACT" ? null : Math.max(COUNTED_TOTAL_MAX, end) + 1;
  // The texts hold names and numbers that are hidden where a case is redacted: callers who may not read them must not
  // find cases by them.
  const conditions = sql`${caseFilterConditions(tx.tenantId, filter, scope)} and ${manyCasesInScopeCondition(scope, sql`c`, "whole")}`;
  const all = (matches: Sql, when: Sql) => sql`
    (select texts.text, ${caseIdAndSortColumns} from case_text_search texts join case_search c on c.tenant_id = ${tx.tenantId} and c.id = texts.case_id
      where texts.tenant_id = ${tx.tenantId} and ${conditions} and ${matches} and ${when} order by ${unranked} limit ${most}::bigint)`;
  const matching = { tx, search, conditions, most, all };
  const { relations, isCut } = isSortedNewestFirst(search) ? findNewestMatches(matching) : sortAllMatches(matching);
  return {
    pages: sql`
      ${relations},
      many as materialized (select count(*) > ${RANKED_MATCHES_MAX} as are_many from met),
      found as materialized (
        select c.id, row_number() over (order by ${order}) as place from met c cross join lateral (select c.text) texts),
      page as (select id, place from found where place > ${offset}::bigint and place <= ${end}::bigint),
      shown as (select count(*) as rows from found)`,
    // Of matches that were cut, the number is a lower bound, which leaves another page.
    total: sql`lateral (
      select case when is_cut then ${end < RANKED_MATCHES_MAX ? RANKED_MATCHES_MAX : NEWEST_MATCHES_MAX}::bigint
          when rows = ${most}::bigint then ${end < COUNTED_TOTAL_MAX ? COUNTED_TOTAL_MAX : most}::bigint else rows end as elements,
        not is_cut and rows is distinct from ${most}::bigint as is_exact
      from (select ${isCut} and rows = ${NEWEST_MATCHES_MAX} as is_cut) cut)`,
  };
}

interface TextMatching {
  readonly tx: Tx;
  readonly search: CaseTextSearch;
  readonly conditions: Sql;
  /** Maximum number of matches that are sorted together; null where all are counted. */
  readonly most: number | null;
  /** Matches in the order of the list, read only where the second condition holds. */
  readonly all: (matches: Sql, when: Sql) => Sql;
}
interface TextMatches {
  /** Relations of which `met` holds the matches (`text`, and the columns `caseIdAndSortColumns`). */
  readonly relations: Sql;
  /** Condition that `met` may hold the newest matches alone. */
  readonly isCut: Sql;
}

const enoughExactMatchesQuery = sql`enough as materialized (select count(*) >= ${ENOUGH_EXACT_MATCHES} as is_enough from spelled)`;
const hasEnoughExactMatches = sql`(select is_enough from enough)`;

function sortAllMatches({ search: { filter }, all }: TextMatching): TextMatches {
  return {
    relations: sql`
      spelled as materialized ${all(containsAllWordsCondition(filter), sql`true`)},
      ${enoughExactMatchesQuery},
      met as materialized (select * from spelled where ${hasEnoughExactMatches} union all ${all(containsWordsOrMisspellingsCondition(filter), sql`not ${hasEnoughExactMatches}`)})`,
    isCut: sql`false`,
  };
}

/** Orders by which the newest of many matches come first; relevance, the default, ranks a few alone. */
const newestFirstSorts: ReadonlySet<string> = new Set(["relevance,desc", "created_at,desc"]);

/** Whether the newest cases come first, so that matches may be read from the newest one on. */
const isSortedNewestFirst = ({ filter: { sort = [], total } }: CaseTextSearch) =>
  total !== "EXACT" && sort.length <= 1 && sort.every((term) => newestFirstSorts.has(term));

/**
 * Matches of a list that begins with the newest case. Texts that many cases have are read from there on, which is the
 * sooner the more common they are; the index of texts finds them all, to sort them, and does not know one or two
 * letters. Less common ones are looked up month by month.
 */
function findNewestMatches(matching: TextMatching): TextMatches {
  const { search, most, all } = matching;
  const { filter } = search;
  const isCommon = sql`(select is_common from common)`;
  // Pages beyond what is ranked are turned to in lists of all matches.
  const isOnFirstPages = (search.page + 1) * search.size <= RANKED_MATCHES_MAX;
  const spelled = newestMatchesByMonth(matching, {
    name: sql`spelled`,
    matches: containsAllWordsCondition(filter),
    when: sql`${isOnFirstPages} and not ${isCommon}`,
  });
  const similar = newestMatchesByMonth(matching, {
    name: sql`similar`,
    matches: containsWordsOrMisspellingsCondition(filter),
    when: sql`${isOnFirstPages} and not ${hasEnoughExactMatches}`,
  });
  return {
    relations: sql`
      ${sampleOfCommonText(matching)},
      ${spelled.relations},
      spelled as materialized (
        ${matchesFromNewest(matching, { limit: isOnFirstPages ? NEWEST_MATCHES_MAX : most, when: isCommon })}
        union all select * from spelled_newest where ${spelled.isFull}
        union all ${all(containsAllWordsCondition(filter), sql`not ${isCommon} and not ${spelled.isFull}`)}),
      ${enoughExactMatchesQuery},
      ${similar.relations},
      met as materialized (
        select * from spelled where ${hasEnoughExactMatches}
        union all select * from similar_newest where ${similar.isFull}
        union all ${all(containsWordsOrMisspellingsCondition(filter), sql`not ${hasEnoughExactMatches} and not ${similar.isFull}`)})`,
    isCut: isOnFirstPages ? sql`(${isCommon} or ${spelled.isFull} or ${similar.isFull})` : sql`false`,
  };
}

interface MonthlySearch {
  readonly name: Sql;
  /** Condition on a text (`texts.text`). */
  readonly matches: Sql;
  /** Condition to search at all. */
  readonly when: Sql;
}

/**
 * Newest matches of the last months, in the relation `<name>_newest`: of a few months, or of many where those few have
 * so many matches that there must be enough.
 */
function newestMatchesByMonth(matching: TextMatching, { name, matches, when }: MonthlySearch) {
  const [recent, newest] = [sql`${name}_recent`, sql`${name}_newest`];
  const isPromising = sql`(select count(*) * ${MANY_MONTHS / FEW_MONTHS}::int >= ${NEWEST_MATCHES_MAX} from ${recent})`;
  return {
    relations: sql`
      ${recent} as materialized ${matchesByMonth(matching, { matches, months: [0, FEW_MONTHS - 1], when })},
      ${newest} as materialized (
        select * from ${recent}
        union all ${matchesByMonth(matching, { matches, months: [FEW_MONTHS, MANY_MONTHS - 1], when: isPromising })}
        limit ${NEWEST_MATCHES_MAX})`,
    isFull: sql`((select count(*) from ${newest}) = ${NEWEST_MATCHES_MAX})`,
  };
}

/** Newest cases that are looked at to learn how common a text is, and how many of them make it a common one. */
const SAMPLED_CASES = 200;
const COMMON_TEXT_THRESHOLD = 20;

const searchTextColumn = ({
  tx,
  search: { filter },
}: TextMatching) => sql`cross join lateral (select texts.text from case_text_search texts
  where texts.tenant_id = ${tx.tenantId} and texts.case_id = c.id and ${containsAllWordsCondition(filter)} offset 0) texts`;

const sampleOfCommonText = (matching: TextMatching) => sql`
  common as materialized (select count(*) >= ${COMMON_TEXT_THRESHOLD} as is_common from (
    select c.id from case_search c where c.tenant_id = ${matching.tx.tenantId} order by c.created_at desc, c.id limit ${SAMPLED_CASES}) c
    ${searchTextColumn(matching)})`;

const newestFirstClause = (limit: number | null) => sql`order by c.created_at desc, c.id limit ${limit}::bigint`;

const matchesFromNewest = (matching: TextMatching, { limit, when }: { limit: number | null; when: Sql }) => sql`
  (select texts.text, ${caseIdAndSortColumns} from case_search c ${searchTextColumn(matching)} where ${matching.conditions} and ${when} ${newestFirstClause(limit)})`;

interface MonthRange {
  /** Condition on a text (`texts.text`). */
  readonly matches: Sql;
  /** The first and the last month, counted back from that of the newest case. */
  readonly months: readonly [number, number];
  readonly when: Sql;
}

/** Newest matches of a range of months, each looked up by the index of texts, until there are enough. */
const matchesByMonth = ({ tx, conditions }: TextMatching, { matches, months: [first, last], when }: MonthRange) => sql`
  (select of_month.* from (
      select case_month(c.created_at) as month from case_search c where c.tenant_id = ${tx.tenantId} order by c.created_at desc limit 1) latest
    cross join lateral generate_series(latest.month - ${first}::int, latest.month - ${last}::int, -1) past (month)
    cross join lateral (
      select texts.text, ${caseIdAndSortColumns} from (
          select texts.case_id, texts.text from case_text_search texts
          where texts.tenant_id = ${tx.tenantId} and texts.created_month = past.month and ${matches} offset 0) texts
        join case_search c on c.tenant_id = ${tx.tenantId} and c.id = texts.case_id
      where ${conditions} ${newestFirstClause(NEWEST_MATCHES_MAX)}) of_month
    where ${when} limit ${NEWEST_MATCHES_MAX})`;
