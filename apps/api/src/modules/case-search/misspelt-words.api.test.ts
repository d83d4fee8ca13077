import { expect, it } from "vitest";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { analyzeAllTables } from "../../testing/test-database";
import { selectCasePage } from "./case-search.sql";

const CASE_COUNT = 2_000;
const api = startApi();

it("a search for a misspelt word uses the text index, and does not compare every case of the tenant", async () => {
  const { id } = await api.aTenant();
  await api.db.system.run(sql`
    insert into cases (tenant_id, natural_id, data_type, state, approved, funeral_data, search_text)
    select ${id}, 'C-' || n, 'FUNERAL', 'OPEN', true, '{}', 'c-' || n || ' ' || md5(n::text) || ' gruber hauptstrasse ' || n || ' graz'
    from generate_series(1, ${CASE_COUNT}::int) n`);
  await analyzeAllTables(api.databaseUrl);
  const plan: string[] = [];
  const tx = api.db.read(id, "long");
  const explain = async <T>(query: Sql) => {
    for (const row of await tx.many<{ "QUERY PLAN": string }>(sql`explain ${query}`)) plan.push(row["QUERY PLAN"]);
    return {} as T;
  };
  const newest = sql`c.created_at desc, c.id`;
  await selectCasePage({ ...tx, one: explain } as Tx, {
    filter: { words: ["grubber"], spellings: [["grubber"]], restricted: sql`true`, now: new Date(0) },
    scope: TENANT_SCOPE,
    order: newest,
    unranked: newest,
    page: 0,
    size: 20,
    answers: () => sql`'[]'::json`,
  });
  expect(plan.join("\n")).toContain("Index Cond: (text %> 'grubber'::text)");
});
