import { describe, expect, it } from "vitest";
import { type ApiSession, startApi } from "../../testing/start-api";

describe("empty cells of an import", () => {
  const api = startApi();

  async function bring(session: ApiSession, kind: "ADDRESSES" | "BRANCHES" | "VEHICLES", content: string) {
    const file = new File([content], "table.csv", { type: "text/csv" });
    const { id, faults } = await session.checkImport({ kind, file });
    expect(faults).toEqual([]);
    await session.applyImport({ id });
    await api.app.tidyUp();
    expect(await session.getImport({ id })).toMatchObject({ status: "APPLIED", result: { skipped: 0, remaining: 0 } });
  }

  it("an import takes an empty cell for no, where a yes or no is no unless it is said otherwise", async () => {
    const boss = await api.signIn(
      "importData",
      ...(["createAddress", "updateAddress", "getAddresses", "createBranch", "updateBranch", "getBranches"] as const),
    );
    await boss.createAddress({ name: "LKH", cold_storage: true, elevator: true });
    await bring(boss, "ADDRESSES", "name;cold_storage\nLKH;\nSpital;");
    expect(await boss.getAddresses()).toMatchObject([
      { name: "LKH", cold_storage: false, elevator: true },
      { name: "Spital", cold_storage: false },
    ]);
    await boss.createBranch({ name: "Graz", location_report_required: true });
    await bring(boss, "BRANCHES", "name;location_report_required\nGraz;");
    expect(await boss.getBranches()).toMatchObject([{ name: "Graz", location_report_required: false }]);
  });

  it("an import with empty cells deactivates nothing, and leaves fields that are never empty as they are", async () => {
    const boss = await api.signIn(
      "importData",
      ...(["createVehicle", "updateVehicle", "getVehicles", "createBranch", "updateBranch", "getBranches"] as const),
    );
    const plate = { license_plate: "G 1", external_id: "1" };
    await boss.createVehicle({ ...plate, description: "Van", active: true, capacity: 4, seats_total: 2 });
    await bring(boss, "VEHICLES", "license_plate;active;capacity;description;seats_total;external_id\n;;;;;1");
    const { vehicles } = await boss.getVehicles({});
    expect(vehicles).toMatchObject([{ ...plate, active: true, capacity: 4, description: "", seats_total: null }]);
    await boss.createBranch({ name: "Graz", type: "CEMETERY", internal_dispatching_enabled: false });
    await bring(boss, "BRANCHES", "name;type;active;internal_dispatching_enabled\nGraz;;;\nLinz;;;");
    expect(await boss.getBranches()).toMatchObject([
      { name: "Graz", type: "CEMETERY", active: true, internal_dispatching_enabled: false },
      { name: "Linz", type: "BRANCH", active: true, internal_dispatching_enabled: true },
    ]);
  });
});
