import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { ownTourCondition } from "#modules/visibility/index";
import type { Scope } from "#platform/access/principal";
import { joinSql, type Sql, sql } from "#platform/database/sql";
import { WORD_SIMILARITY_THRESHOLD } from "#platform/database/text-filter";
import { minimumWordSimilarity } from "./word-similarity";

export interface CaseFilter extends Omit<CaseSearchRequest, "data_types"> {
  /** Words of `text`, normalized; each has to be found. */
  readonly words: readonly string[];
  /** Spellings of each word: the word itself and others that sound the same. */
  readonly spellings: readonly (readonly string[])[];
  /** Condition for rows whose restricted fields the caller may read; a filter on such a field finds no other rows. */
  readonly restricted: Sql;
  readonly now: Date;
}

/**
 * Conditions of a filter, each on a row `c` of case_search and answered by an index of its own. Conditions on other
 * tables are sets of ids, so that a small set comes first and a large one is looked up.
 */
export function caseFilterConditions(tenantId: string, filter: CaseFilter, scope: Scope): Sql {
  const conditions = [
    ...columnConditions(filter),
    ...timeConditions(filter),
    ...flagConditions(tenantId, filter),
    ...placeConditions(tenantId, filter),
    ...tourConditions(tenantId, filter, scope),
  ];
  return joinSql([sql`c.tenant_id = ${tenantId}`, ...conditions], " and ");
}

const equalsAnyOf = (column: Sql, values: readonly string[] | undefined, type: Sql): Sql[] =>
  values === undefined ? [] : [sql`${column} = any(${values}::${type}[])`];

/** Conditions on the cargo type as literals, because a partial index cannot be matched with a parameter. */
function cargoTypeConditions(types: CaseFilter["cargo_types"]): Sql[] {
  if (types === undefined) return [];
  const spelled = { PERSON: sql`'PERSON'`, ITEM: sql`'ITEM'` };
  const conditions = [...new Set(types)].map((type) => sql`c.funeral_data ->> 'cargo_type' = ${spelled[type]}`);
  return [conditions.length === 0 ? sql`false` : sql`(${joinSql(conditions, " or ")})`];
}

const uuidType = sql`uuid`;
const textType = sql`text`;
const columnConditions = (filter: CaseFilter): Sql[] => [
  ...equalsAnyOf(sql`c.id`, filter.ids, uuidType),
  ...equalsAnyOf(sql`c.natural_id`, filter.natural_ids, textType),
  ...equalsAnyOf(sql`c.external_id`, filter.external_ids, textType),
  ...equalsAnyOf(sql`c.state`, filter.states, textType),
  ...equalsAnyOf(sql`c.branch_id`, filter.branch_ids, uuidType),
  ...equalsAnyOf(sql`c.brand_id`, filter.brand_ids, uuidType),
  ...equalsAnyOf(sql`c.created_by`, filter.created_by_ids, uuidType),
  ...equalsAnyOf(sql`c.parent_id`, filter.parent_ids, uuidType),
  ...equalsAnyOf(sql`c.transport_type`, filter.transport_types, textType),
  ...cargoTypeConditions(filter.cargo_types),
  ...equalsAnyOf(sql`c.service_key`, filter.service_keys, textType),
];

const betweenCondition = (column: Sql, from: string | undefined, to: string | undefined): Sql[] => [
  ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
  ...(to === undefined ? [] : [sql`${column} < ${to}`]),
];
const timeConditions = (filter: CaseFilter): Sql[] => [
  ...betweenCondition(sql`c.created_at`, filter.created_from, filter.created_to),
  ...betweenCondition(sql`c.updated_at`, filter.updated_from, filter.updated_to),
  ...betweenCondition(sql`c.due_at`, filter.due_from, filter.due_to),
  ...betweenCondition(sql`c.not_before`, filter.not_before_from, filter.not_before_to),
  ...betweenCondition(sql`c.finalized_at`, filter.finalized_from, filter.finalized_to),
];

const flagCondition = (value: boolean | undefined, holds: Sql, holdsNot: Sql): Sql[] =>
  value === undefined ? [] : [value ? holds : holdsNot];

function flagConditions(tenantId: string, filter: CaseFilter): Sql[] {
  const { finalized, approved, postponed, planned, infectious, unassigned, has_open_link, now, restricted } = filter;
  const onTour = sql`exists (select 1 from case_links open_link
    where open_link.tenant_id = ${tenantId} and open_link.case_id = c.id and open_link.bucket = 'open')`;
  return [
    ...flagCondition(finalized, sql`c.finalized`, sql`not c.finalized`),
    ...flagCondition(approved, sql`c.approved`, sql`not c.approved`),
    ...flagCondition(
      postponed,
      sql`(c.state = 'POSTPONED' or c.postponed_until > ${now}) and not c.finalized`,
      sql`(c.finalized or (c.state <> 'POSTPONED' and (c.postponed_until is null or c.postponed_until <= ${now})))`,
    ),
    ...flagCondition(
      planned,
      sql`(c.state = 'POSTPONED' or c.postponed_until > ${now} or c.not_before > ${now}) and not c.finalized`,
      sql`(c.finalized or (c.state <> 'POSTPONED' and (c.postponed_until is null or c.postponed_until <= ${now})
        and (c.not_before is null or c.not_before <= ${now})))`,
    ),
    ...flagCondition(
      infectious,
      sql`(c.infectious and ${restricted})`,
      sql`(c.infectious is not true and ${restricted})`,
    ),
    ...flagCondition(unassigned, sql`(not c.finalized and not ${onTour})`, sql`(c.finalized or ${onTour})`),
    ...flagCondition(has_open_link, onTour, sql`not ${onTour}`),
  ];
}

// text_pattern_ops sorts by bytes: all texts with a prefix lie between the prefix and the prefix with the last
// character.
const LAST_UNICODE_CHARACTER = "\u{10FFFF}";
const startsWithAnyOf = (column: Sql, prefixes: readonly string[]) =>
  joinSql(
    prefixes
      .map((prefix) => prefix.replaceAll(/\s/g, ""))
      .map((prefix) => sql`(${column} ~>=~ ${prefix} and ${column} ~<~ ${prefix + LAST_UNICODE_CHARACTER})`),
    " or ",
  );
const conditionIfGiven = (
  values: readonly string[] | undefined,
  condition: (values: readonly string[]) => Sql,
): Sql[] => (values === undefined ? [] : [values.length === 0 ? sql`false` : sql`(${condition(values)})`]);

/**
 * Array of names in small letters as PostgreSQL writes them: JavaScript has other ones for İ and for Σ at the end of a
 * word. Each name by itself, so that the planner knows how common it is.
 */
const lowerCaseArray = (names: readonly string[]): Sql =>
  sql`array[${joinSql(
    names.map((name) => sql`lower(${name.trim()}::text)`),
    ", ",
  )}]`;

function placeConditions(tenantId: string, filter: CaseFilter): Sql[] {
  const { zip_prefixes, source_zip_prefixes, target_zip_prefixes, cities, area_ids } = filter;
  return [
    ...conditionIfGiven(
      zip_prefixes,
      (given) => sql`${startsWithAnyOf(sql`c.source_zip`, given)} or ${startsWithAnyOf(sql`c.target_zip`, given)}`,
    ),
    ...conditionIfGiven(source_zip_prefixes, (given) => startsWithAnyOf(sql`c.source_zip`, given)),
    ...conditionIfGiven(target_zip_prefixes, (given) => startsWithAnyOf(sql`c.target_zip`, given)),
    ...conditionIfGiven(
      cities,
      (given) =>
        sql`lower(c.source_city) = any(${lowerCaseArray(given)}) or lower(c.target_city) = any(${lowerCaseArray(given)})`,
    ),
    ...conditionIfGiven(area_ids, (given) => isInAreas(tenantId, given)),
  ];
}

// Postal codes are only ordered among equals in length, as in areas.
const isInAreas = (tenantId: string, areaIds: readonly string[]) => sql`c.id in (
  select inside.id from areas area cross join lateral jsonb_to_recordset(area.zip_ranges) as zips ("from" text, "to" text)
  join case_search inside on inside.tenant_id = ${tenantId} and inside.source_zip ~>=~ zips."from" and inside.source_zip ~<=~ zips."to"
    and char_length(inside.source_zip) = char_length(zips."from")
  where area.tenant_id = ${tenantId} and area.id = any(${areaIds}::uuid[]))`;

function tourConditions(
  tenantId: string,
  { tour_ids, vehicle_ids, user_ids, only_my_tours }: CaseFilter,
  scope: Scope,
): Sql[] {
  const ofLinks = (source: Sql, condition: Sql) => sql`c.id in (
    select link.case_id from ${source} where link.tenant_id = ${tenantId} and ${condition})`;
  const joined = (members: Sql) =>
    sql`${members} member join case_links link on link.tenant_id = member.tenant_id and link.tour_id = member.tour_id`;
  return [
    ...(tour_ids ? [ofLinks(sql`case_links link`, sql`link.tour_id = any(${tour_ids}::uuid[])`)] : []),
    ...(vehicle_ids
      ? [
          ofLinks(
            joined(sql`tour_vehicles`),
            sql`member.tenant_id = ${tenantId} and member.vehicle_id = any(${vehicle_ids}::uuid[])`,
          ),
        ]
      : []),
    ...(user_ids
      ? [
          ofLinks(
            joined(sql`tour_users`),
            sql`member.tenant_id = ${tenantId} and member.user_id = any(${user_ids}::uuid[])`,
          ),
        ]
      : []),
    ...(only_my_tours
      ? [ofLinks(sql`case_links link`, sql`link.bucket = 'open' and ${ownTourCondition(scope, sql`link.tour_id`)}`)]
      : []),
  ];
}

type SearchWords = Pick<CaseFilter, "words" | "spellings">;

/** Condition that each word is a part of the text, in any spelling that sounds the same. */
export const containsAllWordsCondition = ({ words, spellings }: SearchWords) =>
  meetsAlternativesOfAll(words.map((word, index) => containsAlternatives(spellings[index] ?? [word])));

/**
 * Condition that each word is a part of the text or, misspelt, shares nearly half of its trigrams
 * (pg_trgm.word_similarity_threshold). Different numbers are not misspellings, and two letters have hardly any
 * trigrams.
 */
export function containsWordsOrMisspellingsCondition({ words, spellings }: SearchWords): Sql {
  const contains = meetsAlternativesOfAll(
    words.map((word, index) => alternativesOfWord(word, spellings[index] ?? [word])),
  );
  return words.every(isSearchedExactly) ? contains : sql`${contains} and ${isCostlyToCompare}`;
}

interface WordAlternative {
  readonly condition: Sql;
  /** Whether it compares the word with the whole text. */
  readonly isComparison: boolean;
}

const containsAlternatives = (spellings: readonly string[]): WordAlternative[] =>
  spellings.length === 0 ? [] : [{ condition: isPartOfSearchText(spellings), isComparison: false }];

/** Conditions of which a word has to meet one; without spellings that are found by their similarity as well. */
const alternativesOfWord = (word: string, spellings: readonly string[]): WordAlternative[] =>
  isSearchedExactly(word)
    ? containsAlternatives([word])
    : [
        { condition: isSimilarToSearchText(word), isComparison: true },
        ...containsAlternatives(
          spellings.filter((spelling) => minimumWordSimilarity(word, spelling) <= WORD_SIMILARITY_THRESHOLD),
        ),
      ];

/** Number of combinations of all words up to which each is a condition of its own. */
const COMBINATIONS_MAX = 16;

/**
 * Condition that the text meets one alternative of each word, as a list of combinations: the index answers each of them
 * whole. Of several lists of alternatives PostgreSQL looks up one alone, and compares every text found with the others.
 */
function meetsAlternativesOfAll(alternatives: readonly (readonly WordAlternative[])[]): Sql {
  const count = alternatives.reduce((product, { length }) => product * length, 1);
  if (count > COMBINATIONS_MAX)
    return joinSql(
      alternatives.map((ofWord) => sql`(${joinSql(ofWord.map(conditionOf), " or ")})`),
      " and ",
    );
  const combinations = alternatives.reduce<readonly (readonly WordAlternative[])[]>(
    (begun, ofWord) => begun.flatMap((combination) => ofWord.map((alternative) => [...combination, alternative])),
    [[]],
  );
  return sql`(${joinSql(combinations.map(allConditionsOf), " or ")})`;
}

/** Condition of a combination: what needs no comparison is asked first. */
function allConditionsOf(combination: readonly WordAlternative[]): Sql {
  const ordered = combination.toSorted((a, b) => Number(a.isComparison) - Number(b.isComparison));
  return sql`(${joinSql(ordered.map(conditionOf), " and ")})`;
}
const conditionOf = ({ condition }: WordAlternative) => condition;
const isSearchedExactly = (word: string) => /\d|^.{1,2}$/u.test(word);
// Without this condition, which always holds, the planner takes the comparison for a cheap one and compares every text
// of the tenant.
const isCostlyToCompare = sql`is_costly_to_compare(texts.text)`;

// As the index asks it, not as `<%`: PostgreSQL compares texts a second time where it does not see that both are the same.
const isSimilarToSearchText = (word: string) => sql`texts.text %> ${word}`;
/** Condition that one of the spellings is a part of the text, as one condition: it is looked up together with others. */
const isPartOfSearchText = (spellings: readonly string[]) =>
  spellings.length === 1
    ? sql`texts.text like ${`%${(spellings[0] ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
    : sql`texts.text ~ ${spellings.map((spelling) => spelling.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)).join("|")}`;
