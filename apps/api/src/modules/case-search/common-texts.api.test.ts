import { expect, it } from "vitest";
import { json, sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { analyze } from "../../testing/test-database";

const api = startApi();
/** Newest cases, with another text, and older ones with the text that is searched for, one each half hour. */
const [OTHERS, CASES] = [300, 1_800];
const SIZE = 100;
const wreath = { cargo_type: "ITEM", transport_type: "Sonstiges", cargo_item: { description: "Kranz" } };

it.each([
  ["written right", "Gruber"],
  ["misspelt", "Grubber"],
])("a text that more than 1,000 cases have, %s, finds them all page by page, the newest first", async (_how, text) => {
  const dispatcher = await api.signIn("getCases");
  await api.db.systemTransaction(dispatcher.session.tenant.id, (tx) =>
    tx.run(sql`
      insert into cases (natural_id, data_type, state, approved, funeral_data, search_text, created_at)
      select 'C-' || n, 'FUNERAL', case n % 2 when 0 then 'OPEN' else 'CANCELLED' end, true, ${json(wreath)}::jsonb,
        case when n <= ${OTHERS}::int then 'steiner' else 'gruber' end, now() - n * interval '30 minutes'
      from generate_series(1, ${CASES}::int) n`),
  );
  await analyze(api.databaseUrl);
  const found: string[] = [];
  const totals: string[] = [];
  for (let page = 0, pages = 1; page < pages; page++) {
    const { meta, cases } = await dispatcher.getCases({ text, page, size: SIZE, include_associations: false });
    found.push(...cases.map(({ natural_id }) => natural_id));
    pages = meta.total_pages;
    totals.push(`${meta.total_elements} ${meta.total_is_exact ? "exactly" : "or more"}`);
  }
  expect(found).toEqual(Array.from({ length: CASES - OTHERS }, (_, index) => `C-${OTHERS + 1 + index}`));
  expect(totals.slice(0, 10)).toEqual([...Array(9).fill("1000 or more"), "1001 or more"]);
  expect(totals.at(-1)).toBe("1500 exactly");
  const open = await dispatcher.getCases({ text, states: ["OPEN"], size: 1, include_associations: false });
  expect(open.meta).toMatchObject({ total_elements: 750, total_is_exact: true });
});
