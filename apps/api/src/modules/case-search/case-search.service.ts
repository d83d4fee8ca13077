import type { CaseSearchRequest } from "@leitstand/contract/case-search";
import type { Tx } from "#platform/database";
import { problem } from "#platform/problem";
import { orderBy } from "#platform/sort";
import { type Sql, sql } from "#platform/sql";
import { answersFor, offerActions, type Reader, restrictedIn, wordsOf } from "#modules/cases/index";
import { relevanceOf, selectPage } from "./case-search.sql";

const PAGE_SIZE = 20;

/** A page of cases that meet every filter, with the number of all. */
export async function searchCases(tx: Tx, reader: Reader, request: CaseSearchRequest) {
  const { principal, scope, now } = reader;
  const { page = 0, size = PAGE_SIZE, include_associations = true } = request;
  checkRanges(request);
  const words = request.text === undefined ? [] : wordsOf(request.text);
  // Text without a letter or number is in no case.
  const ids = request.text !== undefined && words.length === 0 ? [] : request.ids;
  const only_my_tours = request.only_my_tours === true && principal.kind === "DEVICE";
  const filter = { ...request, ids, only_my_tours, words, now, restricted: restrictedIn(principal, sql`c`) };
  const { total_elements, cases } = await selectPage(tx, {
    filter,
    scope,
    order: orderOf(request, words),
    page,
    size,
    answers: (wanted) => answersFor(tx, reader, { wanted, associations: include_associations }),
  });
  await offerActions(tx, reader, cases);
  return { meta: { page, size, total_elements, total_pages: Math.ceil(total_elements / size) }, cases };
}

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

function orderOf({ sort = [] }: CaseSearchRequest, words: readonly string[]): Sql {
  if (words.length === 0 && sort.some((term) => term.startsWith("relevance")))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "sort,text" });
  const relevance = relevanceOf(words);
  return orderBy(sort, {
    columns: words.length > 0 ? { ...columns, relevance } : columns,
    otherwise: words.length > 0 ? sql`${relevance} desc, c.created_at desc` : sql`c.created_at desc`,
    id: sql`c.id`,
  });
}

/** A range that ends before it begins finds nothing; somebody mistyped it. */
function checkRanges(request: CaseSearchRequest) {
  for (const name of ["created", "updated", "due", "not_before", "finalized"] as const) {
    const [from, to] = [request[`${name}_from`], request[`${name}_to`]];
    if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
      throw problem("TIME_RANGE_INVALID", { from, to });
  }
}
