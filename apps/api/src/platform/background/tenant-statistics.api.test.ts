import { beforeAll, describe, expect, it } from "vitest";
import { createSyncSourceDrivers, localEgressOptions, setUpSyncSource } from "../../testing/sync-source";
import { cancelBlockedStatements, startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import { testNodeOptions } from "../../testing/start-node";
import { analyzeAllTables, stopAutovacuumOfFleet } from "../../testing/test-database";
import { type Sql, sql } from "#platform/database/sql";
import { problemOfError } from "#platform/http/fault";
import { applyPendingImports } from "#modules/imports/index";
import { analyzeAllTenants, analyzeTenantTables } from "./tenant-statistics";

const LARGE_TENANT_ROWS = 1_000;
const SMALL_TENANT_ROWS = 150;

describe("statistics of a tenant", () => {
  const api = startApi(localEgressOptions);
  const { source, company, run } = setUpSyncSource(api);
  beforeAll(() => stopAutovacuumOfFleet(api.databaseUrl));

  async function aTenantWithFleet(count: number): Promise<string> {
    const { id } = await api.aTenant();
    const { system } = api.db;
    await system.run(sql`insert into vehicles (tenant_id, natural_id, license_plate, description, active, capacity)
      select ${id}, 'V-' || n, 'G-' || n, 'Van', true, 2 from generate_series(1, ${count}::int) n`);
    await system.run(sql`insert into devices (tenant_id, natural_id, phone_number)
      select ${id}, 'D-' || n, '+43' || n from generate_series(1, ${count}::int) n`);
    await system.run(sql`insert into users (tenant_id, lastname, firstname)
      select ${id}, 'Huber ' || n, 'Eva' from generate_series(1, ${count}::int) n`);
    return id;
  }

  /** Explains the plan of a list query of this tenant. */
  const plan = (tenantId: string, query: Sql) =>
    api.db.transaction(tenantId, async (tx) => {
      tx.runBeforeNext(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`);
      const rows = await tx.many<{ "QUERY PLAN": string }>(sql`explain ${query}`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
  const byKey = (table: "vehicles" | "devices" | "users", tenantId: string) => {
    const from = { vehicles: sql`vehicles`, devices: sql`devices`, users: sql`users` }[table];
    return plan(tenantId, sql`select updated_at from ${from} where tenant_id = ${tenantId} and id = ${tenantId}`);
  };
  const keys = async (tenantId: string) => {
    const plans = await Promise.all((["vehicles", "devices", "users"] as const).map((table) => byKey(table, tenantId)));
    return plans.map((text) => /Index Scan using (\w+)/.exec(text)?.[1]);
  };
  const OWN_KEYS = ["vehicles_pkey", "devices_pkey", "users_pkey"];
  /** Without statistics each vehicle is compared with each device. */
  const fleet = (tenantId: string) =>
    plan(
      tenantId,
      sql`select vehicle.id from vehicles vehicle join devices device
        on device.tenant_id = vehicle.tenant_id and device.updated_at = vehicle.updated_at where vehicle.tenant_id = ${tenantId}`,
    );

  it("planner statistics of a tenant are made in tables that were never analysed, however large they are", async () => {
    const tenantId = await aTenantWithFleet(12_000);
    expect(await analyzeTenantTables(api.db, tenantId)).toEqual(
      expect.arrayContaining(["devices", "users", "vehicles"]),
    );
    expect(await keys(tenantId)).toEqual(OWN_KEYS);
    expect(await fleet(tenantId)).not.toContain("Nested Loop");
    expect(await analyzeTenantTables(api.db, tenantId)).toEqual([]);
  });

  it("planner statistics of a new tenant let PostgreSQL find its rows by key and join them without comparing all with all", async () => {
    for (let others = 0; others < 3; others++) await aTenantWithFleet(SMALL_TENANT_ROWS);
    await analyzeAllTables(api.databaseUrl);
    const tenantId = await aTenantWithFleet(LARGE_TENANT_ROWS);
    expect(await fleet(tenantId)).toContain("Nested Loop");
    expect(await analyzeTenantTables(api.db, tenantId)).toEqual(["devices", "users", "vehicles"]);
    expect(await keys(tenantId)).toEqual(OWN_KEYS);
    expect(await fleet(tenantId)).not.toContain("Nested Loop");
    expect(await analyzeTenantTables(api.db, tenantId)).toEqual([]);
  });

  it("planner statistics are updated automatically for each tenant that has grown, and not for others", async () => {
    await analyzeAllTables(api.databaseUrl);
    const [first, second] = [await aTenantWithFleet(LARGE_TENANT_ROWS), await aTenantWithFleet(LARGE_TENANT_ROWS)];
    expect(await analyzeAllTenants(api.db)).toEqual(["devices", "users", "vehicles"]);
    for (const tenantId of [first, second]) {
      expect(await keys(tenantId)).toEqual(OWN_KEYS);
      expect(await fleet(tenantId)).not.toContain("Nested Loop");
    }
    await aTenantWithFleet(SMALL_TENANT_ROWS);
    expect(await analyzeAllTenants(api.db)).toEqual([]);
  });

  it("a tenant whose tables cannot be analysed does not keep those of other tenants from being analysed", async () => {
    await analyzeAllTables(api.databaseUrl);
    const tenantIds = [await aTenantWithFleet(LARGE_TENANT_ROWS), await aTenantWithFleet(LARGE_TENANT_ROWS)];
    const { outcome } = await api.db.systemTransaction("", async (tx) => {
      await tx.run(sql`lock table vehicles in access exclusive mode`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () =>
        analyzeAllTenants(api.db).catch((error: unknown) => error),
      );
      await cancelBlockedStatements(tx, api.databaseUrl);
      return blocked;
    });
    expect(await outcome).toBeInstanceOf(AggregateError);
    for (const tenantId of tenantIds) expect(await keys(tenantId)).toEqual(OWN_KEYS);
    expect(await analyzeAllTenants(api.db)).toEqual([]);
  });

  it("planner statistics of a tenant are made while a large sync runs", async () => {
    source.rows = createSyncSourceDrivers(600);
    expect(await run("DRIVERS")).toMatchObject({ status: "DONE", created: 600 });
    expect(await analyzeTenantTables(api.db, company.tenant.id)).toEqual([]);
    expect(await byKey("users", company.tenant.id)).toContain("Index Scan using users_pkey");
  });

  it("planner statistics of a tenant are made while a large import is applied", async () => {
    const boss = await api.signIn("importData", "createVehicle", "updateVehicle");
    const tenantId = boss.session.tenant.id;
    const rows = Array.from({ length: LARGE_TENANT_ROWS }, (_, index) => `G ${index} LS;Hearse ${index};true;2`);
    const content = `license_plate;description;active;capacity\n${rows.join("\n")}`;
    const { id } = await boss.checkImport({ kind: "VEHICLES", file: new File([content], "vehicles.csv") });
    await boss.applyImport({ id });
    const parts = { ...testNodeOptions(api.db), principals: api.app.principals, problemOf: problemOfError };
    while ((await boss.getImport({ id })).status !== "APPLIED") await applyPendingImports(parts);
    expect(await analyzeTenantTables(api.db, tenantId)).toEqual([]);
    expect(await byKey("vehicles", tenantId)).toContain("Index Scan using vehicles_pkey");
  });

  it("planner statistics are made only for tables with a tenant", async () => {
    const analyse = (name: string) => api.db.system.run(sql`select analyze_table_of_tenants(${name})`);
    await expect(analyse("schema_migrations")).rejects.toThrow("There is no table schema_migrations of tenants.");
    await expect(analyse("vehicles; drop table vehicles")).rejects.toThrow("There is no table");
  });
});
