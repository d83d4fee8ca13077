import { describe, expect, it } from "vitest";
import { deleteExpiredRows } from "#platform/database/retention";
import { type Sql, sql } from "#platform/database/sql";
import { type ApiSession, startApi } from "../../testing/start-api";
import { checkVehicleImportInTest, vehicleImportCheckGrants, VEHICLE_FILE_HEADER } from "./hostile-files-testkit";
import { importRetention } from "./imports.sql";

const FILE_OF_ONE_VEHICLE = `${VEHICLE_FILE_HEADER}\nG 1;;1;1`;
const CHECKS_AT_ONCE = 15;

describe("how long imports are kept", () => {
  const api = startApi();

  const storedImports = ({ session }: ApiSession) =>
    api.db.system.many<{ id: string }>(sql`select id from imports where tenant_id = ${session.tenant.id} order by id`);
  const deleteOldImports = () => deleteExpiredRows(api.db, api.clock.now(), importRetention);
  const setImport = (id: string, values: Sql) => api.db.system.run(sql`update imports set ${values} where id = ${id}`);
  const checkedADayAgo = sql`created_at = now() - interval '25 hours'`;

  it("tables that one caller has checked at the same time do not push each other out before their checks have ended", async () => {
    const boss = await api.signIn(...vehicleImportCheckGrants);
    const checks = Array.from({ length: CHECKS_AT_ONCE }, () => checkVehicleImportInTest(boss, FILE_OF_ONE_VEHICLE));
    const refusals = (await Promise.allSettled(checks)).filter(({ status }) => status === "rejected");
    expect(refusals).toEqual([]);
    await checkVehicleImportInTest(boss, FILE_OF_ONE_VEHICLE);
    expect(await storedImports(boss)).toHaveLength(10);
  });

  it("an import that is being applied when its day is over is applied to the end, and its result can be read for another day", async () => {
    const boss = await api.signIn(...vehicleImportCheckGrants);
    const { id } = await checkVehicleImportInTest(boss, FILE_OF_ONE_VEHICLE);
    await boss.applyImport({ id });
    await setImport(id, checkedADayAgo);
    await deleteOldImports();
    expect(await boss.getImport({ id })).toMatchObject({ status: "APPLYING", result: { remaining: 1 } });
    await api.app.tidyUp();
    const { status, result, expires_at } = await boss.getImport({ id });
    expect([status, result?.created, result?.remaining]).toEqual(["APPLIED", 1, 0]);
    expect(Date.parse(expires_at) - Date.parse(result?.finished_at ?? "")).toBe(24 * 3_600_000);
    await setImport(id, sql`finished_at = now() - interval '25 hours'`);
    await expect(boss.getImport({ id })).rejects.toMatchObject({ status: 404 });
    await deleteOldImports();
    expect(await storedImports(boss)).toEqual([]);
  });

  it("an import that was not applied or whose check never ended is deleted after a day, and one that cannot be applied to the end after a week", async () => {
    const boss = await api.signIn(...vehicleImportCheckGrants);
    const check = async () => (await checkVehicleImportInTest(boss, FILE_OF_ONE_VEHICLE)).id;
    const [forgotten, crashed, stuck, fresh] = [await check(), await check(), await check(), await check()];
    await setImport(forgotten, checkedADayAgo);
    await setImport(crashed, sql`status = 'CHECKING', ${checkedADayAgo}`);
    await boss.applyImport({ id: stuck });
    await setImport(stuck, sql`applied_at = now() - interval '169 hours'`);
    await deleteOldImports();
    expect(await storedImports(boss)).toEqual([{ id: fresh }]);
  });
});
