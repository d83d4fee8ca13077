import { describe, expect, it } from "vitest";
import { findOwnershipFaults } from "./ownership.mjs";
import { sqlStatementsIn, tablesOfMigrations, tableUsesOf } from "./sql-tables.mjs";

const tableNames = new Set(["cases", "tours", "tokens"]);
const ownershipMap = {
  cases: { owns: ["cases"], reads: ["tours"] },
  tours: { uses: ["cases"], owns: ["tours"] },
  "platform/access": { owns: ["tokens"] },
};
const sourceFiles = [
  { path: "modules/cases/cases.sql.ts", text: "const list = sql`select * from cases join tours on true`;" },
  { path: "modules/tours/tours.service.ts", text: 'import { readCase } from "#modules/cases/index";' },
];
const ownershipFaultsOf = (change: {
  map?: object;
  source?: (typeof sourceFiles)[number];
  tables?: readonly string[];
}) =>
  findOwnershipFaults(
    { ...ownershipMap, ...change.map },
    {
      sources: change.source ? [...sourceFiles, change.source] : sourceFiles,
      tables: new Set([...tableNames, ...(change.tables ?? [])]),
    },
  );

describe("map of modules and tables", () => {
  it("the check of table ownership finds no fault when modules use tables as declared", () =>
    expect(ownershipFaultsOf({})).toEqual([]));

  it.each<[string, Parameters<typeof ownershipFaultsOf>[0], string]>([
    [
      "an undeclared read",
      { source: { path: "modules/tours/tours.sql.ts", text: "sql`select 1 from cases`" } },
      'modules/tours/tours.sql.ts reads cases of cases: name it in "reads" of tours in apps/api/modules.cjs, or ask cases.',
    ],
    [
      "a foreign write",
      { source: { path: "modules/cases/tokens.sql.ts", text: "sql`delete from tokens where id = ${id}`" } },
      "modules/cases/tokens.sql.ts writes tokens, which belongs to platform/access: call a function of platform/access instead.",
    ],
    [
      "an edge that nothing uses",
      { map: { cases: { ...ownershipMap.cases, uses: ["tours"] } } },
      'Nothing in cases imports tours: take it out of its "uses".',
    ],
    [
      "a read that no statement does",
      { map: { tours: { ...ownershipMap.tours, reads: ["tokens"] } } },
      'No statement of tours reads tokens: take it out of its "reads".',
    ],
    [
      "a table without an owner",
      { tables: ["areas"] },
      'The table areas has no owner: name it in "owns" of one module in apps/api/modules.cjs.',
    ],
    [
      "an owner of a table that is not there",
      { map: { "platform/access": { owns: ["tokens", "keys"] } } },
      'No migration makes the table keys: take it out of "owns" of platform/access.',
    ],
  ])("the check of table ownership says what to do about %s", (_what, change, sentence) =>
    expect(ownershipFaultsOf(change)).toEqual([sentence]),
  );
});

describe("tables of statements", () => {
  const uses = (text: string) => {
    const { reads, writes } = tableUsesOf(text, tableNames);
    return [[...reads].sort(), [...writes].sort()];
  };

  it.each([
    ["insert into cases (id) select id from tours", [["tours"], ["cases"]]],
    ["update tours set a = 1 from cases where true", [["cases"], ["tours"]]],
    ["delete from tours using cases where true", [["cases"], ["tours"]]],
    ["delete from tokens where id = $1", [[], ["tokens"]]],
    ["with tours as (select 1) select * from tours", [[], []]],
    ["with a as (select 1), tokens as materialized (select 2) select * from a, tokens", [[], []]],
    ["select 1 from cases c, tours t where true", [["cases", "tours"], []]],
    ["select 'from tours' -- join tokens\n from cases", [["cases"], []]],
    ["select extract(epoch from now())", [[], []]],
    ["cases", [["cases"], []]],
  ])("the check of table ownership finds the tables of the SQL statement %j", (text, expected) =>
    expect(uses(text)).toEqual(expected),
  );

  it("the check of table ownership reads tables from the migrations, and treats a partition as its parent table", () => {
    const texts = [
      "create table a (id int); create table a_1 partition of a default;",
      "drop table b; create view c as select 1",
      "alter table a rename to d",
    ];
    expect(tablesOfMigrations(["create table b ()", ...texts])).toEqual(new Set(["c", "d"]));
  });

  it("the check of table ownership reads the tables of every SQL template, also of a nested one", () => {
    const source = "export const f = (id: string) => sql`select ${id}, (${sql`from tours`}) where ${x as string}`;";
    expect(sqlStatementsIn(source)).toEqual(["select $1, ($2) where $3", "from tours"]);
  });
});
