import { createClient } from "@leitstand/client/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sql } from "#platform/database/sql";
import { KillableInstallation } from "./testing/crash/installation";
import { insertTokenBearer, insertTenant } from "./testing/fixtures";
import { connectTestDatabase } from "./testing/start-node";

const IMPORT_ROWS = 4_000;
const KILL_COUNT = 4;
const CSV_HEADER = "license_plate;description;active;capacity;external_id";

/** Linux only: its /proc is used to find and stop processes. */
describe.runIf(process.platform === "linux")("an import, while its server is killed without warning", () => {
  let installation: KillableInstallation;
  beforeAll(async () => {
    installation = await KillableInstallation.open();
  }, 120_000);
  afterAll(() => installation.close());

  it("the next server finishes the import of a killed one, with each row written exactly once", {
    timeout: 180_000,
  }, async () => {
    const db = connectTestDatabase(installation.databaseUrl, 2);
    const tenant = await insertTenant(db, "FUNERAL");
    const grants = ["importData", "createVehicle", "updateVehicle"];
    const { token } = await insertTokenBearer(db, { tenant, roleType: "ADMINISTRATOR", grants });
    const boss = createClient({ baseUrl: installation.url, token: () => token });
    const rows = Array.from({ length: IMPORT_ROWS }, (_, index) => `G ${index};Hearse ${index};yes;2;${index}`);
    const check = () =>
      boss.checkImport({ kind: "VEHICLES", file: new File([`${CSV_HEADER}\n${rows.join("\n")}\n`], "table.csv") });
    const { id } = await check();
    await boss.applyImport({ id });
    const ofTenant = sql`tenant_id = ${tenant.id}`;
    /** Reads the result and the rows in one statement: they may differ at no moment. */
    const look = () =>
      db.system.one<{ told: number; there: number }>(sql`
        select (select created from imports where ${ofTenant} and id = ${id}) as told,
          (select count(*)::int from vehicles where ${ofTenant}) as there`);
    const reached: number[] = [];
    for (let kill = 0; kill < KILL_COUNT; kill++) {
      const enough = (reached.at(-1) ?? 0) + 100;
      for (let at = await look(); ; at = await look()) {
        expect(at.told).toBe(at.there);
        if (at.told > enough) {
          reached.push(at.told);
          break;
        }
      }
      await installation.killApi();
      await installation.startApi();
    }
    expect(reached.at(-1), "killed amid it").toBeLessThan(IMPORT_ROWS);
    await vi.waitFor(async () => expect((await boss.getImport({ id })).status).toBe("APPLIED"), {
      timeout: 120_000,
      interval: 50,
    });
    expect((await boss.getImport({ id })).result).toMatchObject({
      created: IMPORT_ROWS,
      updated: 0,
      skipped: 0,
      remaining: 0,
    });
    const written = await db.system.one(sql`
      select count(*)::int as vehicles, count(distinct external_id)::int as numbers, max(lock_version)::int as version
      from vehicles where ${ofTenant}`);
    expect(written).toEqual({ vehicles: IMPORT_ROWS, numbers: IMPORT_ROWS, version: 0 });
    expect(await check()).toMatchObject({ creates: 0, updates: 0, unchanged: IMPORT_ROWS });
    expect(installation.faults).toEqual([]);
    await db.close();
  });
});
