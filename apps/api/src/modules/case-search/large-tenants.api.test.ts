import { describe, expect, it } from "vitest";
import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { analyzeAllTables } from "../../testing/test-database";
import { selectCasePage, caseSortingOf } from "./case-search.sql";

interface QueryPlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly QueryPlanNode[];
}
/** Data without a place, because each place would be stored for each case. */
const wreathCaseData = { cargo_type: "ITEM", transport_type: "Sonstiges", cargo_item: { description: "Kranz" } };
const FIRST_CASE_MS = new Date("2026-01-01T00:00:00Z").getTime();
const momentAfterHours = (count: number) => new Date(FIRST_CASE_MS + count * 3_600_000).toISOString();

interface TextSearchRequest extends CaseSearchRequest {
  readonly words?: readonly string[];
}

describe("search in a large tenant", () => {
  const api = startApi();

  /** Inserts cases, one an hour, each due a day after it was created. */
  async function insertCases(tenantId: string, count: number, columns: Sql) {
    await api.db.system.run(sql`
      insert into cases (tenant_id, natural_id, data_type, approved, funeral_data, created_at, due_at, finalized, state, branch_id, search_text)
      select ${tenantId}, 'C-' || n, 'FUNERAL', true, ${toJsonParameter(wreathCaseData)}::jsonb, ${momentAfterHours(0)}::timestamptz + n * interval '1 hour',
        ${momentAfterHours(24)}::timestamptz + n * interval '1 hour', ${columns} from generate_series(1, ${count}::int) n`);
    await analyzeAllTables(api.databaseUrl);
  }

  /** Number of rows of cases that a search reads, and how many of them it discards. */
  async function readBy(tenantId: string, { words = [], ...filter }: TextSearchRequest, scope: Scope) {
    const tx = api.db.read(tenantId, "long");
    const explain = async (query: Sql) => {
      const { plan } = await tx
        .one<{ plan: readonly [{ Plan: QueryPlanNode }] }>(sql`explain (analyze, timing off, format json) ${query}`)
        .then((row: unknown) => ({
          plan: (row as { "QUERY PLAN": readonly [{ Plan: QueryPlanNode }] })["QUERY PLAN"],
        }));
      return plan[0].Plan;
    };
    const { otherwise, id } = caseSortingOf([], { isRanked: false });
    const order = sql`${otherwise}, ${id}`;
    const plan = await selectCasePage(
      { ...tx, one: explain as unknown as Tx["one"] },
      {
        filter: { ...filter, words, spellings: words.map((word) => [word]), restricted: sql`true`, now: new Date(0) },
        scope,
        order,
        unranked: order,
        page: 0,
        size: 20,
      },
    );
    const nodes: QueryPlanNode[] = [];
    const add = (node: QueryPlanNode) => {
      nodes.push(node);
      node.Plans?.forEach(add);
    };
    add(plan as unknown as QueryPlanNode);
    const ofCases = nodes.filter((node) => node["Relation Name"] === "cases");
    return ofCases.reduce((sum, node) => sum + (node["Rows Removed by Filter"] ?? 0) * node["Actual Loops"], 0);
  }

  it("a search by a time long ago reads only cases of that time, although the list is sorted by creation", async () => {
    const { id } = await api.aTenant();
    await insertCases(id, 4_000, sql`false, 'OPEN', null, ''`);
    expect(
      await readBy(id, { due_from: momentAfterHours(24), due_to: momentAfterHours(424) }, TENANT_SCOPE),
    ).toBeLessThan(100);
  });

  it("a search in a branch without cases reads no cases of other branches", async () => {
    const { id } = await api.aTenant();
    const [large, empty] = [await insertBranch(api.db, id), await insertBranch(api.db, id)];
    await insertCases(
      id,
      2_000,
      sql`n % 20 <> 0, case n % 20 when 0 then 'OPEN' else 'DELIVERED' end, ${large}::uuid, ''`,
    );
    const scope = { all: false, branch_ids: [empty], driver: null };
    expect(await readBy(id, {}, scope)).toBe(0);
    expect(await readBy(id, { states: ["OPEN", "ASSIGNED"] }, { ...scope, branch_ids: [large] })).toBe(0);
  });

  it("a search for a text that most cases contain reads only the few cases that match its other filters", async () => {
    const { id } = await api.aTenant();
    await insertCases(id, 4_000, sql`false, 'OPEN', null, 'gruber graz'`);
    expect(
      await readBy(
        id,
        { words: ["gruber"], due_from: momentAfterHours(24), due_to: momentAfterHours(424) },
        TENANT_SCOPE,
      ),
    ).toBeLessThan(300);
  });

  it.each([
    ["a city of few cases", ["İZMIR", "Graz an der Mur"]],
    ["a city that no case knows", ["Nirgendwo"]],
  ])("a search for %s reads no cases of other cities", async (_which, cities) => {
    const { id } = await api.aTenant();
    await insertCases(id, 4_000, sql`false, 'OPEN', null, ''`);
    await api.db.system.run(sql`
      update cases set source_city = case when natural_id like 'C-%00' then 'İzmir' else 'Wien' end, target_city = 'Wien'
      where tenant_id = ${id}`);
    await analyzeAllTables(api.databaseUrl);
    expect(await readBy(id, { cities }, TENANT_SCOPE)).toBeLessThan(100);
  });

  const STATES = ["OPEN", "ASSIGNED", "STARTED", "DELIVERED", "CANCELLED"] as const;
  const WORDS = ["gruber graz", "steiner wien", "huber linz", "grubner wels"] as const;

  /** Case for the comparison: its number in the order of creation, and the fields of the filters. */
  const caseOf = (n: number) => ({
    natural_id: `C-${n}`,
    created: n,
    due: n + 24,
    state: STATES[n % 5]!,
    finalized: n % 5 >= 3,
    branch: n % 7 === 0 ? null : n % 3,
    text: WORDS[Math.floor(n / 3) % 4]!,
  });
  type ListedCase = ReturnType<typeof caseOf>;

  it("a search finds the same cases as a comparison of all cases, on every page and for every branch", async () => {
    const tenant = await api.aTenant();
    const branches = [0, 1, 2].map((n) => insertBranch(api.db, tenant.id, `Branch ${n}`));
    const ids = await Promise.all(branches);
    await insertCases(
      tenant.id,
      260,
      sql`n % 5 >= 3, (array['OPEN', 'ASSIGNED', 'STARTED', 'DELIVERED', 'CANCELLED'])[1 + n % 5],
        case when n % 7 <> 0 then (${ids}::uuid[])[1 + n % 3] end,
        (array['gruber graz', 'steiner wien', 'huber linz', 'grubner wels'])[1 + (n / 3) % 4]`,
    );
    // Some cases of the first branch were on a tour of the second one.
    const tour = crypto.randomUUID();
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`insert into tours (id, branch_id, status) values (${tour}, ${ids[1]}, 'SCHEDULED')`);
      await tx.run(sql`
        insert into case_links (tenant_id, case_id, tour_id, state, bucket) select tenant_id, id, ${tour}, 'DELIVERED', 'finished' from cases
        where tenant_id = ${tenant.id} and branch_id = ${ids[0]} and state = 'DELIVERED'`);
    });
    const all = Array.from({ length: 260 }, (_, index) => caseOf(index + 1));
    const isGuest = ({ branch, state }: ListedCase) => branch === 0 && state === "DELIVERED";
    const callers = [
      { branchIds: undefined, reaches: () => true },
      { branchIds: [ids[0]!], reaches: ({ branch }: ListedCase) => branch === 0 },
      {
        branchIds: [ids[1]!, ids[2]!],
        reaches: (one: ListedCase) => one.branch === 1 || one.branch === 2 || isGuest(one),
      },
    ];
    const asked: [request: CaseSearchRequest, meets: (one: ListedCase) => boolean][] = [
      [{}, () => true],
      [{ states: ["OPEN", "ASSIGNED", "OPEN"] }, ({ state }) => state === "OPEN" || state === "ASSIGNED"],
      [{ states: ["DELIVERED", "STARTED"], finalized: true }, ({ state }) => state === "DELIVERED"],
      [
        { branch_ids: [ids[0]!, ids[0]!.toUpperCase(), ids[2]!.toUpperCase()] },
        ({ branch }) => branch === 0 || branch === 2,
      ],
      [{ branch_ids: [ids[0]!], states: ["DELIVERED"] }, ({ branch, state }) => branch === 0 && state === "DELIVERED"],
      [{ due_from: momentAfterHours(30), due_to: momentAfterHours(90) }, ({ due }) => due >= 30 && due < 90],
      [
        { due_to: momentAfterHours(90), states: ["OPEN"], total: "EXACT" },
        ({ due, state }) => due < 90 && state === "OPEN",
      ],
      [{ text: "st" }, ({ text }) => text.includes("st")],
      [
        { text: "Steiner", created_to: momentAfterHours(100) },
        ({ text, created }) => text.includes("steiner") && created < 100,
      ],
      [{ text: "Grubeer", states: ["OPEN"] }, ({ text, state }) => text.includes("grub") && state === "OPEN"],
      [{ text: "Steinner Wienn" }, ({ text }) => text.includes("steiner")],
    ];
    for (const { branchIds, reaches } of callers) {
      const caller = await api.bearer({ tenant, grants: ["getCases"], ...(branchIds ? { branchIds } : {}) });
      for (const [request, meets] of asked) {
        const expected = all.filter((one) => reaches(one) && meets(one)).map((one) => one.natural_id);
        for (const sort of [["created_at,desc"], ["due_at,asc"]]) {
          const found: string[] = [];
          for (let page = 0; page * 100 <= expected.length; page++) {
            const { meta, cases } = await caller.getCases({
              ...request,
              sort,
              page,
              size: 100,
              include_associations: false,
            });
            expect([request, branchIds, meta.total_elements, meta.total_is_exact]).toEqual([
              request,
              branchIds,
              expected.length,
              true,
            ]);
            found.push(...cases.map(({ natural_id }) => natural_id));
          }
          expect([request, sort, found]).toEqual([
            request,
            sort,
            sort[0] === "due_at,asc" ? expected : expected.toReversed(),
          ]);
        }
      }
    }
  });
});
