import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { toJsonParameter, sql } from "#platform/database/sql";
import { cancelBlockedStatements, startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import { recountStaleMonths } from "./index";
import { selectStaleMonthlyCounts } from "./month-builds.sql";

const CASE_COUNT = 3;
const caseDataWithSource = (name: string) => ({
  cargo_type: "PERSON",
  source_address: { name, city: "Graz", country: "AT" },
});

describe("the count of a month", () => {
  const api = startApi();

  async function aCompany() {
    const boss = await api.signIn("getStatistics");
    const tenantId = boss.session.tenant.id;
    await api.db.system.run(sql`
      insert into cases (tenant_id, natural_id, data_type, state, approved, funeral_data, created_at)
      select ${tenantId}, ${randomUUID()} || number, 'FUNERAL', 'OPEN', true, ${toJsonParameter(caseDataWithSource("Old hospital"))}::jsonb, now() - interval '70 days'
      from generate_series(1, ${CASE_COUNT}::int) as number`);
    const top = async () =>
      (await boss.getTopSourceAddressesStatistics({ period: "YEAR", limit: 10 })).addresses.map(({ name, count }) => [
        name,
        count,
      ]);
    return { tenantId, top };
  }

  it("a monthly count includes cases that are changed while it runs", async () => {
    const { tenantId, top } = await aCompany();
    await api.db.systemTransaction(tenantId, async (tx) => {
      await tx.run(sql`
        update cases set funeral_data = ${toJsonParameter(caseDataWithSource("New hospital"))}::jsonb where tenant_id = ${tenantId}`);
      await recountStaleMonths(api.db);
    });
    expect(await top()).toEqual([["New hospital", CASE_COUNT]]);
    await recountStaleMonths(api.db);
    expect(await top()).toEqual([["New hospital", CASE_COUNT]]);
  });

  it("a month that cannot be counted does not keep the months of other tenants from being counted, or old counts from being deleted", async () => {
    await aCompany();
    await aCompany();
    const [first, ...others] = await selectStaleMonthlyCounts(api.db.system);
    if (!first || others.length === 0) throw new Error("There are not two months to count.");
    await api.db.system.run(sql`
      insert into month_builds (tenant_id, counted, month) values (${first.tenant_id}, 'PLACES', '2020-01-01')`);
    const { outcome } = await api.db.systemTransaction(first.tenant_id, async (tx) => {
      await tx.run(sql`delete from month_builds where tenant_id = ${first.tenant_id} and month = ${first.month}::date`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () =>
        recountStaleMonths(api.db).catch((error: unknown) => error),
      );
      await cancelBlockedStatements(tx, api.databaseUrl);
      return blocked;
    });
    expect(await outcome).toBeInstanceOf(AggregateError);
    expect(await selectStaleMonthlyCounts(api.db.system)).toEqual([first]);
    expect(await api.db.system.many(sql`select 1 from month_builds where month = '2020-01-01'`)).toEqual([]);
  });
});
