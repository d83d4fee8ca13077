import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Sql, sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";
import { recountStaleMonths } from "./index";

const HOUR_SECONDS = 3_600;

describe("a counted month of delivered cases", () => {
  const api = startApi();

  /** Case of the northern branch, carried out by a tour of the southern one; closed seventy days ago, after an hour. */
  async function aCompany() {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const [id, tour] = [randomUUID(), randomUUID()];
    const write = (statement: Sql) => api.db.systemTransaction(tenant.id, (tx) => tx.run(statement));
    await write(sql`insert into tours (id, branch_id, status) values (${tour}, ${south}, 'FINISHED')`);
    await write(sql`
      insert into cases (id, branch_id, data_type, state, approved, finalized, created_at, finalized_at, funeral_data)
      values (${id}, ${north}, 'FUNERAL', 'DELIVERED', true, true,
        now() - interval '70 days' - make_interval(secs => ${HOUR_SECONDS}), now() - interval '70 days', '{"cargo_type": "PERSON"}')`);
    await write(
      sql`insert into case_links (case_id, tour_id, state, bucket) values (${id}, ${tour}, 'DELIVERED', 'finished')`,
    );
    const office = (branchIds?: string[]) =>
      api.bearer({ tenant, grants: ["getStatistics"], ...(branchIds && { branchIds }) });
    return {
      id,
      tour,
      write,
      north,
      south,
      whole: await office(),
      northern: await office([north]),
      southern: await office([south]),
    };
  }
  type Company = Awaited<ReturnType<typeof aCompany>>;

  const delivered = (client: ApiSession) => client.getDeliveredCasesStatistics({ cases_age_threshold_in_hours: 8_760 });
  const counts = async ({ whole, northern, southern }: Company) =>
    Promise.all([whole, northern, southern].map(async (client) => (await delivered(client)).count));

  let company: Company;
  const changes: readonly [string, (of: Company) => Sql, readonly number[]][] = [
    [
      "a tour that moved to another branch",
      ({ tour, north }) => sql`update tours set branch_id = ${north} where id = ${tour}`,
      [1, 1, 0],
    ],
    ["a deleted link", ({ id }) => sql`delete from case_links where case_id = ${id}`, [1, 1, 0]],
    [
      "a case that moved to another branch",
      ({ id, south }) => sql`update cases set branch_id = ${south} where id = ${id}`,
      [1, 0, 1],
    ],
    [
      "a case that was cancelled afterwards",
      ({ id }) => sql`update cases set state = 'CANCELLED' where id = ${id}`,
      [0, 0, 0],
    ],
    [
      "a reopened case",
      ({ id }) => sql`update cases set finalized = false, finalized_at = null where id = ${id}`,
      [0, 0, 0],
    ],
    [
      "a case that was recorded late",
      ({ id }) => sql`
        insert into cases (branch_id, data_type, state, approved, finalized, created_at, finalized_at, funeral_data)
        select branch_id, data_type, state, approved, finalized, created_at, finalized_at, funeral_data from cases where id = ${id}`,
      [2, 2, 1],
    ],
    ["a deleted case", ({ id }) => sql`delete from cases where id = ${id}`, [0, 0, 0]],
  ];

  beforeAll(async () => {
    company = await aCompany();
  });

  it("monthly counts show each office its own cases and those that its tours carried out", async () => {
    expect(await recountStaleMonths(api.db)).toBeGreaterThan(0);
    expect(await counts(company)).toEqual([1, 1, 1]);
    expect((await delivered(company.southern)).median_seconds).toBe(HOUR_SECONDS);
  });

  it.each(changes)(
    "monthly counts are correct for %s, before and after they are computed again",
    async (_what, change, expected) => {
      const changed = await aCompany();
      await recountStaleMonths(api.db);
      expect(await counts(changed)).toEqual([1, 1, 1]);
      await changed.write(change(changed));
      expect(await counts(changed)).toEqual(expected);
      await recountStaleMonths(api.db);
      expect(await counts(changed)).toEqual(expected);
    },
  );

  it("monthly counts follow each change of a case's closing time", async () => {
    const changed = await aCompany();
    await recountStaleMonths(api.db);
    await changed.write(sql`update cases set finalized_at = finalized_at + interval '1 day' where id = ${changed.id}`);
    const { count, median_seconds, days } = await delivered(changed.whole);
    const on = days.find((day) => day.count === 1)?.date ?? "";
    expect([count, median_seconds]).toEqual([1, HOUR_SECONDS + 86_400]);
    expect(Math.round((api.clock.now().getTime() - Date.parse(on)) / 86_400_000)).toBeGreaterThanOrEqual(68);
    await recountStaleMonths(api.db);
    expect((await delivered(changed.whole)).days).toEqual(days);
  });
});
