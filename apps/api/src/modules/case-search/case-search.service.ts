import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import type { Principal } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { orderBySql } from "#platform/database/sort";
import type { Sql } from "#platform/database/sql";
import {
  caseTypeOfTenantType,
  fillInOfferedActions,
  listCaseAnswers,
  type CaseReader,
  mayReadRestrictedCondition,
  soundalikeSpellingsOf,
  searchWordsOf,
} from "#modules/cases/index";
import { caseRowAlias, selectCasePage, caseSortingOf } from "./case-search.sql";

const DEFAULT_PAGE_SIZE = 20;

/** Page of cases that meet every filter, with their total. */
export async function searchCases(tx: Tx, reader: CaseReader, request: CaseSearchRequest) {
  const { principal, scope, now } = reader;
  const { page = 0, size = DEFAULT_PAGE_SIZE, include_associations = true } = request;
  refuseReversedRanges(request);
  const words = request.text === undefined ? [] : searchWordsOf(request.text);
  // A text without a letter or number is in no case.
  const hasUnknownText = request.text !== undefined && words.length === 0;
  const ids = hasUnknownText || isOtherDataType(principal, request) ? [] : request.ids;
  const only_my_tours = request.only_my_tours === true && principal.kind === "DEVICE";
  const filter = {
    ...request,
    ids,
    only_my_tours,
    words,
    spellings: words.map(soundalikeSpellingsOf),
    now,
    restricted: mayReadRestrictedCondition(principal, caseRowAlias),
  };
  const search = {
    filter,
    scope,
    order: caseOrderOf(request, words, { isRanked: true }),
    unranked: caseOrderOf(request, words, { isRanked: false }),
    page,
    size,
  };
  const { total_elements, total_is_exact, cases } = await tx.inSnapshot(async (snapshot) => {
    const { ids, ...total } = await selectCasePage(snapshot, search);
    const cases = await listCaseAnswers(snapshot, reader, { ids, associations: include_associations });
    await fillInOfferedActions(snapshot, reader, cases);
    return { ...total, cases };
  });
  return { meta: { page, size, total_elements, total_pages: Math.ceil(total_elements / size), total_is_exact }, cases };
}

/** Whether only cases of a data type are wanted that the tenant has none of: all of its cases have the same one. */
const isOtherDataType = ({ tenant_type }: Principal, { data_types }: CaseSearchRequest) => {
  const own = caseTypeOfTenantType(tenant_type);
  return data_types !== undefined && (own === undefined || !data_types.includes(own));
};

function caseOrderOf({ sort = [] }: CaseSearchRequest, words: readonly string[], ranking: { isRanked: boolean }): Sql {
  if (words.length === 0 && sort.some((term) => term.startsWith("relevance")))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "sort,text" });
  return orderBySql(sort, caseSortingOf(words, ranking));
}

/** Refuses a range that ends before it begins: it would find nothing and is a typing error. */
function refuseReversedRanges(request: CaseSearchRequest) {
  for (const name of ["created", "updated", "due", "not_before", "finalized"] as const) {
    const [from, to] = [request[`${name}_from`], request[`${name}_to`]];
    if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
      throw problem("TIME_RANGE_INVALID", { from, to });
  }
}
