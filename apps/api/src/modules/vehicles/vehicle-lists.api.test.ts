import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { vehicleDraft } from "../../testing/fleet";

const vehicleGrants = ["getVehicles", "createVehicle"];

describe("lists of vehicles", () => {
  const api = startApi();

  it("a list of vehicles counts up to a limit by default, and exactly on request", async () => {
    const dispatcher = await api.signIn("getVehicles");
    await api.db.systemTransaction(dispatcher.session.tenant.id, (tx) =>
      tx.run(sql`
        insert into vehicles (license_plate, description, active, capacity)
        select 'G ' || lpad(n::text, 6, '0'), '', true, 1 from generate_series(1, 10040) n`),
    );
    const totals = async (request: { page: number; size: number; total?: "EXACT" }) => {
      const { meta, vehicles } = await dispatcher.getVehicles(request);
      return [meta.total_elements, meta.total_is_exact, vehicles.length];
    };
    expect(await totals({ page: 0, size: 20 })).toEqual([10_000, false, 20]);
    expect(await totals({ page: 0, size: 20, total: "EXACT" })).toEqual([10_040, true, 20]);
    expect(await totals({ page: 499, size: 20 })).toEqual([10_001, false, 20]);
    expect(await totals({ page: 501, size: 20 })).toEqual([10_040, true, 20]);
    expect(await totals({ page: 900, size: 20 })).toEqual([10_000, false, 0]);
    const seen = new Set<string>();
    for (let page = 0, pages = 1; page < pages; page++) {
      const { meta, vehicles } = await dispatcher.getVehicles({ page, size: 670 });
      for (const { id } of vehicles) seen.add(id);
      pages = meta.total_pages;
    }
    expect(seen.size).toBe(10_040);
  });

  it("vehicles are found by a part of their names, and by branch, type and skill", async () => {
    const dispatcher = await api.signIn(...vehicleGrants, "createVehicleType", "createSkill");
    const { tenant } = dispatcher.session;
    const branch_id = await insertBranch(api.db, tenant.id);
    const type = await dispatcher.createVehicleType({ name: "Hearse", short_key: "H" });
    const skills = [
      await dispatcher.createSkill({ name: "Tow", skill_type: "VEHICLE" }),
      await dispatcher.createSkill({ name: "Lift", skill_type: "VEHICLE" }),
    ];
    const offered = (count: number) =>
      skills.slice(0, count).map(({ id }) => ({ skill_id: id, association_type: "OFFERING" as const }));
    const one = await dispatcher.createVehicle(
      vehicleDraft({ license_plate: "G-777 LS", branch_id, vehicle_type_id: type.id, skill_associations: offered(2) }),
    );
    const other = await dispatcher.createVehicle(
      vehicleDraft({
        license_plate: "W-100% X",
        description: "Long hearse",
        external_id: "FZ-9",
        skill_associations: offered(1),
      }),
    );
    const found = async (query: Parameters<typeof dispatcher.getVehicles>[0]) =>
      (await dispatcher.getVehicles(query)).vehicles.map(({ id }) => id);
    expect(await found({ text: "777 ls" })).toEqual([one.id]);
    expect(await found({ text: "LONG fz-9" })).toEqual([other.id]);
    expect(await found({ text: "0% x" })).toEqual([other.id]);
    expect(await found({ text: "%" })).toEqual([other.id]);
    expect(await found({ text: "_" })).toEqual([]);
    expect(await found({ branch_ids: [branch_id] })).toEqual([one.id]);
    expect(await found({ vehicle_type_ids: [type.id], text: "ls" })).toEqual([one.id]);
    expect(await found({ skill_ids: skills.slice(0, 1).map(({ id }) => id) })).toEqual([one.id, other.id]);
    expect(await found({ skill_ids: skills.map(({ id }) => id) })).toEqual([one.id]);
    expect(await found({ branch_ids: [crypto.randomUUID()] })).toEqual([]);
  });

  it("callers who list vehicles at the same time each get those of their own tenant and branches", async () => {
    const head = await api.signIn(...vehicleGrants);
    const { tenant } = head.session;
    const branches = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const callers = [
      { session: head, sees: branches.length },
      { session: await api.signIn(...vehicleGrants), sees: 0 },
      ...(await Promise.all(
        branches.map(async (id) => ({
          session: await api.bearer({ tenant, grants: vehicleGrants, branchIds: [id] }),
          sees: 1,
        })),
      )),
    ];
    for (const branch_id of branches) await head.createVehicle(vehicleDraft({ branch_id }));
    const wave = Array.from({ length: 10 }, () => callers).flat();
    const counts = await Promise.all(wave.map(async ({ session }) => (await session.getVehicles({})).vehicles.length));
    expect(counts).toEqual(wave.map(({ sees }) => sees));
  });
});
