import { beforeAll, describe, expect, it } from "vitest";
import { toJsonParameter, sql } from "#platform/database/sql";
import { type ApiSession, startApi } from "../../testing/start-api";
import { analyzeAllTables } from "../../testing/test-database";

const api = startApi();
/** Cases that all contain the searched text except for the newest ones, of which every twelfth contains it. */
const [NEWEST, CASES] = [200, 1_800];
const isMatchingCase = (n: number) => n > NEWEST || n % 12 === 0;
const matchingCaseNumbers = Array.from({ length: CASES }, (_, index) => index + 1).filter(isMatchingCase);
const SEARCH_PAGE_SIZE = 100;
const wreathCaseData = { cargo_type: "ITEM", transport_type: "Sonstiges", cargo_item: { description: "Kranz" } };

describe.each([
  ["within weeks", 30],
  ["within many months", 180],
])("cases %s", (_when, minutes) => {
  let dispatcher: ApiSession;
  beforeAll(async () => {
    dispatcher = await api.signIn("getCases");
    await api.db.systemTransaction(dispatcher.session.tenant.id, (tx) =>
      tx.run(sql`
      insert into cases (natural_id, data_type, state, approved, funeral_data, search_text, created_at)
      select 'C-' || n, 'FUNERAL', case n % 4 when 0 then 'OPEN' else 'CANCELLED' end, true, ${toJsonParameter(wreathCaseData)}::jsonb,
        case when n > ${NEWEST}::int or n % 12 = 0 then 'gruber' else 'steiner' end,
        timestamptz '2026-10-31T12:00:00Z' - n * make_interval(mins => ${minutes}::int)
      from generate_series(1, ${CASES}::int) n`),
    );
    await analyzeAllTables(api.databaseUrl);
  });

  it.each([
    ["written right", "Gruber"],
    ["misspelt", "Grubber"],
  ])(
    "a search for a text of more than 500 cases, %s, finds them all page by page, the newest first",
    async (_how, text) => {
      const found: string[] = [];
      const totals: string[] = [];
      for (let page = 0, pages = 1; page < pages; page++) {
        const { meta, cases } = await dispatcher.getCases({
          text,
          page,
          size: SEARCH_PAGE_SIZE,
          include_associations: false,
        });
        found.push(...cases.map(({ natural_id }) => natural_id));
        pages = meta.total_pages;
        totals.push(`${meta.total_elements} ${meta.total_is_exact ? "exactly" : "or more"}`);
      }
      expect(found).toEqual(matchingCaseNumbers.map((n) => `C-${n}`));
      expect(totals.slice(0, 5)).toEqual([...Array(4).fill("500 or more"), "501 or more"]);
      expect(totals.at(-1)).toBe(`${matchingCaseNumbers.length} exactly`);
      const open = await dispatcher.getCases({ text, states: ["OPEN"], size: 1, include_associations: false });
      expect(open.meta).toMatchObject({
        total_elements: matchingCaseNumbers.filter((n) => n % 4 === 0).length,
        total_is_exact: true,
      });
    },
  );

  it.each(["relevance,desc", "relevance,asc"])(
    "a search for a text of more than 500 cases lists the newest first, too, when it is sorted by %s",
    async (sort) => {
      for (const page of [0, 1, 6]) {
        const request = { text: "Gruber", page, size: SEARCH_PAGE_SIZE, include_associations: false };
        const { cases } = await dispatcher.getCases({ ...request, sort: [sort] });
        const ofPage = matchingCaseNumbers.slice(page * SEARCH_PAGE_SIZE, (page + 1) * SEARCH_PAGE_SIZE);
        expect(cases.map(({ natural_id }) => natural_id)).toEqual(ofPage.map((n) => `C-${n}`));
      }
    },
  );

  it("a search sorted by relevance is the same list, with the same total, as one without an order", async () => {
    const request = { text: "Gruber", size: SEARCH_PAGE_SIZE, include_associations: false };
    expect(await dispatcher.getCases({ ...request, sort: ["relevance,desc"] })).toEqual(
      await dispatcher.getCases(request),
    );
  });
});
