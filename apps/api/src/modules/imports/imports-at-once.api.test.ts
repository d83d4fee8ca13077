import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { cancelBlockedStatements, startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import { checkVehicleImportInTest, vehicleImportCheckGrants, VEHICLE_FILE_HEADER } from "./hostile-files-testkit";

describe("imports of several tenants at the same time", () => {
  const api = startApi();

  /** An import of that many vehicles, which is under way. */
  async function anImportUnderWay(vehicles: number) {
    const boss = await api.signIn(...vehicleImportCheckGrants);
    const rows = Array.from({ length: vehicles }, (_, index) => `G ${index};;1;1`);
    const { id } = await checkVehicleImportInTest(boss, [VEHICLE_FILE_HEADER, ...rows].join("\n"));
    await boss.applyImport({ id });
    api.clock.advance({ seconds: 1 });
    return { boss, id };
  }

  it("a short import is not held back by a long one that began before it", async () => {
    const [long, short] = [await anImportUnderWay(200), await anImportUnderWay(1)];
    const endOf = async ({ boss, id }: typeof long) => (await boss.getImport({ id })).result?.finished_at ?? null;
    let longEnd: string | null = null;
    while (longEnd === null) {
      await api.app.tidyUp();
      longEnd = await endOf(long);
    }
    expect(Date.parse((await endOf(short)) ?? "")).toBeLessThan(Date.parse(longEnd));
  });

  it("an import whose rows cannot be written does not keep others from being applied", async () => {
    const [faulty, whole] = [await anImportUnderWay(1), await anImportUnderWay(1)];
    const { outcome } = await api.db.transaction(faulty.boss.session.tenant.id, async (tx) => {
      await tx.one(sql`select line from import_rows where import_id = ${faulty.id} for update`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () =>
        api.app.tidyUp().catch((error: unknown) => error),
      );
      await cancelBlockedStatements(tx, api.databaseUrl);
      return blocked;
    });
    expect(await outcome).toBeInstanceOf(AggregateError);
    expect(await whole.boss.getImport({ id: whole.id })).toMatchObject({ status: "APPLIED", result: { created: 1 } });
    await api.app.tidyUp();
    expect(await faulty.boss.getImport({ id: faulty.id })).toMatchObject({ status: "APPLIED", result: { created: 1 } });
  });
});
