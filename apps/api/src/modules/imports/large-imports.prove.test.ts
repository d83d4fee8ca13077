import { IMPORT_ROWS_MAX } from "@leitstand/contract/operation/limits";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const CHECK_DURATION_MS_MAX = 7_000;
const APPLY_DURATION_MS_MAX = 62_000;

describe("a file of 20,000 rows", () => {
  const api = startApi();

  it("an import of 20,000 rows is checked within 5 s and applied within 60 s, and repeating it changes nothing", {
    timeout: 180_000,
  }, async () => {
    const boss = await api.signIn("importData", "createVehicle", "updateVehicle");
    const { tenant } = boss.session;
    await insertBranch(api.db, tenant.id, "Graz");
    const rows = Array.from(
      { length: IMPORT_ROWS_MAX },
      (_, index) => `${index};G ${index} LS;Hearse ${index};true;2;DIESEL;Graz`,
    );
    const content = `external_id;license_plate;description;active;capacity;fuel;branch\n${rows.join("\n")}`;
    const send = async () => {
      const beganAt = performance.now();
      const checked = await boss.checkImport({ kind: "VEHICLES", file: new File([content], "vehicles.csv") });
      return { checked, ms: performance.now() - beganAt };
    };
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const { checked, ms } = await send();
    delay.disable();
    expect(checked).toMatchObject({ rows: IMPORT_ROWS_MAX, creates: IMPORT_ROWS_MAX, faulty: 0 });
    expect(ms).toBeLessThan(CHECK_DURATION_MS_MAX);
    const beganAt = performance.now();
    await boss.applyImport({ id: checked.id });
    while ((await boss.getImport({ id: checked.id })).status !== "APPLIED") await api.app.tidyUp();
    const appliedMs = performance.now() - beganAt;
    expect(appliedMs).toBeLessThan(APPLY_DURATION_MS_MAX);
    const version = () =>
      api.db.system.one(sql`
        select count(*) as count, max(updated_at) as changed, max(lock_version) as version from vehicles where tenant_id = ${tenant.id}`);
    const after = await version();
    const again = await send();
    expect(again.checked).toMatchObject({ creates: 0, updates: 0, unchanged: IMPORT_ROWS_MAX });
    expect(again.ms).toBeLessThan(CHECK_DURATION_MS_MAX);
    await boss.applyImport({ id: again.checked.id });
    await api.app.tidyUp();
    expect(await version()).toEqual(after);
    const figures = {
      checkedMs: ms,
      appliedMs,
      againMs: again.ms,
      blockedMs: delay.max / 1e6,
      p99: delay.percentile(99) / 1e6,
    };
    if (process.env["IMPORT_FIGURES"]) process.stderr.write(`${JSON.stringify(figures)}\n`);
  });
});
