import { describe, expect, it } from "vitest";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { vehicleDraft, insertDevice, insertTour, setLastVehiclePosition } from "../../testing/fleet";

const vehicleGrants = ["getVehicles", "createVehicle", "updateVehicle", "associateDevice"];

const markTourFinished = (db: Database, tenantId: string, id: string) =>
  db.systemTransaction(tenantId, (tx) =>
    tx.run(sql`
      update tours set status = 'FINISHED', started_sub_state = null, ended_at = now()
      where tenant_id = ${tenantId} and id = ${id}`),
  );

describe("vehicles", () => {
  const api = startApi();

  it("a vehicle is created with the given fields, and reads back the same", async () => {
    const dispatcher = await api.signIn(...vehicleGrants, "createVehicleType", "createSkill");
    const type = await dispatcher.createVehicleType({ name: "Hearse", short_key: "HEARSE" });
    const skill = await dispatcher.createSkill({ name: "Cold storage", skill_type: "VEHICLE" });
    const draft = vehicleDraft({ seats_total: 3, external_id: "FZ-1", fuel: "ELEKTRO" });
    const created = await dispatcher.createVehicle({
      ...draft,
      vehicle_type_id: type.id,
      skill_associations: [{ skill_id: skill.id, association_type: "OFFERING" }],
    });
    expect(created).toMatchObject({
      ...draft,
      tenant_id: dispatcher.session.tenant.id,
      natural_id: expect.stringMatching(/^V-\d{4}-000001$/),
      lock_version: 0,
      vehicle_type: type,
      skills: [{ id: skill.id, name: "Cold storage", association_type: "OFFERING" }],
      current_tour_id: null,
      active_device_association: null,
      location: null,
    });
    expect(await dispatcher.getVehicle({ id: created.id })).toEqual(created);
  });

  it("the ETag of a vehicle is its lock version, also when it is read alone", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const { id } = await dispatcher.createVehicle(vehicleDraft());
    const answer = await fetch(`${api.url}/api/v1/vehicles/${id}`, {
      headers: { authorization: `Bearer ${dispatcher.session.token}` },
    });
    expect(answer.headers.get("etag")).toBe('"0"');
  });

  it("an update replaces the skills of a vehicle by the given ones", async () => {
    const dispatcher = await api.signIn(...vehicleGrants, "createSkill");
    const [lift, tow] = [
      await dispatcher.createSkill({ name: "Lift", skill_type: "VEHICLE" }),
      await dispatcher.createSkill({ name: "Tow", skill_type: "VEHICLE" }),
    ];
    const draft = vehicleDraft();
    const { id, lock_version } = await dispatcher.createVehicle({
      ...draft,
      skill_associations: [{ skill_id: lift.id, association_type: "OFFERING" }],
    });
    const changed = await dispatcher.updateVehicle({
      ...draft,
      id,
      lock_version,
      capacity: 4,
      skill_associations: [{ skill_id: tow.id, association_type: "REQUIRING" }],
    });
    expect(changed).toMatchObject({ capacity: 4, lock_version: 1, skills: [{ id: tow.id }] });
    expect(changed.skills).toHaveLength(1);
  });

  it("a change of a vehicle on an outdated lock version is refused, and the refusal names the current one", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const draft = vehicleDraft();
    const { id, lock_version } = await dispatcher.createVehicle(draft);
    await dispatcher.updateVehicle({ ...draft, id, lock_version, capacity: 3 });
    const late = dispatcher.updateVehicle({ ...draft, id, lock_version, capacity: 5 });
    await expect(late).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    expect(await late.catch((refusal) => refusal.arg("current_lock_version"))).toBe("1");
    expect(await dispatcher.getVehicle({ id })).toMatchObject({ capacity: 3 });
  });

  it("two active vehicles cannot have the same licence plate, in any letter case", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const plate = "G-1 ls";
    await dispatcher.createVehicle(vehicleDraft({ license_plate: plate.toLowerCase() }));
    const twin = dispatcher.createVehicle(vehicleDraft({ license_plate: plate.toUpperCase() }));
    await expect(twin).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    expect(await twin.catch((refusal) => refusal.arg("field"))).toBe("license_plate");
    await dispatcher.createVehicle(vehicleDraft({ license_plate: plate.toUpperCase(), active: false }));
  });

  it("a vehicle cannot have a type or skill of another tenant", async () => {
    const stranger = await api.signIn("createVehicleType", "createSkill");
    const type = await stranger.createVehicleType({ name: "Van", short_key: "VAN" });
    const skill = await stranger.createSkill({ name: "Lift", skill_type: "VEHICLE" });
    const dispatcher = await api.signIn(...vehicleGrants);
    const unknown = { status: 422, code: "REFERENCE_NOT_FOUND" };
    const withType = dispatcher.createVehicle(vehicleDraft({ vehicle_type_id: type.id }));
    await expect(withType).rejects.toMatchObject(unknown);
    expect(await withType.catch((refusal) => [refusal.arg("field"), refusal.arg("id")])).toEqual([
      "vehicle_type_id",
      type.id,
    ]);
    const withSkill = dispatcher.createVehicle({
      ...vehicleDraft(),
      skill_associations: [{ skill_id: skill.id, association_type: "OFFERING" }],
    });
    await expect(withSkill).rejects.toMatchObject(unknown);
    expect((await dispatcher.getVehicles()).vehicles).toEqual([]);
  });

  it("a vehicle of another tenant answers 404, as if it did not exist", async () => {
    const owner = await api.signIn(...vehicleGrants);
    const draft = vehicleDraft();
    const { id, lock_version } = await owner.createVehicle(draft);
    const stranger = await api.signIn(...vehicleGrants);
    const device = await insertDevice(api.db, stranger.session.tenant.id);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(stranger.getVehicle({ id })).rejects.toMatchObject(missing);
    await expect(stranger.updateVehicle({ ...draft, id, lock_version })).rejects.toMatchObject(missing);
    await expect(stranger.associateDevice({ id, device_id: device.id })).rejects.toMatchObject(missing);
    expect(await owner.getVehicle({ id })).toMatchObject({ lock_version: 0 });
  });

  it("vehicles of other branches are hidden, and vehicles without a branch are visible to all", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const chief = await api.bearer({ tenant, grants: vehicleGrants });
    const northern = await api.bearer({ tenant, grants: vehicleGrants, branchIds: [north] });
    const mine = await northern.createVehicle(vehicleDraft({ branch_id: north }));
    const foreign = await chief.createVehicle(vehicleDraft({ branch_id: south }));
    const shared = await chief.createVehicle(vehicleDraft());
    const { meta, vehicles } = await northern.getVehicles();
    expect(vehicles.map(({ id }) => id).sort()).toEqual([mine.id, shared.id].sort());
    expect(meta.total_elements).toBe(2);
    await expect(northern.getVehicle({ id: foreign.id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(northern.createVehicle(vehicleDraft({ branch_id: south }))).rejects.toMatchObject({
      status: 403,
      code: "BRANCH_ACCESS_DENIED",
    });
    expect((await chief.getVehicles()).meta.total_elements).toBe(3);
  });

  it("pages of vehicles give the total number and never overlap", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    for (const capacity of [1, 2, 3, 4, 5]) await dispatcher.createVehicle(vehicleDraft({ capacity }));
    const sort = ["capacity,desc"];
    const pages = await Promise.all([0, 1, 2, 3].map((page) => dispatcher.getVehicles({ page, size: 2, sort })));
    expect(pages.map(({ vehicles }) => vehicles.map(({ capacity }) => capacity))).toEqual([[5, 4], [3, 2], [1], []]);
    for (const { meta } of pages) expect(meta).toMatchObject({ size: 2, total_elements: 5, total_pages: 3 });
    const none = await (await api.signIn("getVehicles")).getVehicles();
    expect(none).toEqual({
      meta: { page: 0, size: 20, total_elements: 0, total_pages: 0, total_is_exact: true },
      vehicles: [],
    });
  });

  it("active vehicles are listed, and inactive ones on request", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const on = await dispatcher.createVehicle(vehicleDraft());
    const off = await dispatcher.createVehicle(vehicleDraft({ active: false }));
    const idsOf = async (query: object) => (await dispatcher.getVehicles(query)).vehicles.map(({ id }) => id).sort();
    expect(await idsOf({})).toEqual([on.id]);
    expect(await idsOf({ active: false })).toEqual([off.id]);
    expect(await idsOf({ include_disabled: true })).toEqual([on.id, off.id].sort());
    expect(await idsOf({ include_disabled: true, active: true })).toEqual([on.id]);
  });

  it("a vehicle shows its started tour until that is finished, and cannot be deactivated before", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const tenantId = dispatcher.session.tenant.id;
    const draft = vehicleDraft();
    const { id, lock_version } = await dispatcher.createVehicle(draft);
    const tour = await insertTour(api.db, tenantId, { vehicleIds: [id] });
    expect(await dispatcher.getVehicle({ id })).toMatchObject({
      current_tour_id: tour,
      current_tour_natural_id: expect.stringMatching(/^T-2026-\d{6}$/),
      current_tour_status: "STARTED",
    });
    expect((await dispatcher.getVehicles({ currently_on_tour: true })).vehicles).toHaveLength(1);
    expect((await dispatcher.getVehicles({ currently_on_tour: false })).vehicles).toHaveLength(0);
    const parking = dispatcher.updateVehicle({ ...draft, id, lock_version, active: false });
    await expect(parking).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    await markTourFinished(api.db, tenantId, tour);
    expect(await dispatcher.getVehicle({ id })).toMatchObject({ current_tour_id: null, lock_version });
    expect((await dispatcher.getVehicles({ currently_on_tour: true })).vehicles).toHaveLength(0);
    expect(await dispatcher.updateVehicle({ ...draft, id, lock_version, active: false })).toMatchObject({
      active: false,
    });
  });

  it("of two concurrent requests that deactivate a vehicle and start its tour, one succeeds", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const tenantId = dispatcher.session.tenant.id;
    for (let round = 0; round < 8; round++) {
      const draft = vehicleDraft();
      const { id, lock_version } = await dispatcher.createVehicle(draft);
      const [parked, started] = await Promise.allSettled([
        dispatcher.updateVehicle({ ...draft, id, lock_version, active: false }),
        insertTour(api.db, tenantId, { vehicleIds: [id] }),
      ]);
      expect([parked.status, started.status].sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  it("a vehicle shows its last position on request, alone and in the list", async () => {
    const dispatcher = await api.signIn(...vehicleGrants, "getLocations");
    const { id } = await dispatcher.createVehicle(vehicleDraft());
    await setLastVehiclePosition(api.db, { vehicleId: id });
    const location = { lat: 47.07, lon: 15.44, accuracy_meters: null };
    expect(await dispatcher.getVehicle({ id })).toMatchObject({ location });
    expect((await dispatcher.getVehicles()).vehicles).toMatchObject([{ location: null }]);
    expect((await dispatcher.getVehicles({ include_last_location: true })).vehicles).toMatchObject([{ location }]);
  });

  it("placing a device in a vehicle removes the previous one", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const tenantId = dispatcher.session.tenant.id;
    const [first, second] = [await insertDevice(api.db, tenantId), await insertDevice(api.db, tenantId)];
    const { id } = await dispatcher.createVehicle(vehicleDraft());
    const { id: other } = await dispatcher.createVehicle(vehicleDraft());
    const associated = await dispatcher.associateDevice({ id, device_id: first.id });
    expect(associated).toMatchObject({
      device_phone_number: first.phone_number,
      active_device_association: { device_id: first.id },
    });
    expect(await dispatcher.associateDevice({ id, device_id: first.id })).toEqual(associated);
    expect((await dispatcher.getVehicles({ unassociated_only: true })).vehicles).toMatchObject([{ id: other }]);
    expect(await dispatcher.associateDevice({ id, device_id: second.id })).toMatchObject({
      active_device_association: { device_id: second.id },
    });
    expect(await dispatcher.associateDevice({ id: other, device_id: first.id })).toMatchObject({
      device_phone_number: first.phone_number,
    });
  });

  it("placing a device in a vehicle is refused while the device is in another vehicle", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const device = await insertDevice(api.db, dispatcher.session.tenant.id);
    const { id: holder } = await dispatcher.createVehicle(vehicleDraft());
    const { id } = await dispatcher.createVehicle(vehicleDraft());
    await dispatcher.associateDevice({ id: holder, device_id: device.id });
    const grab = dispatcher.associateDevice({ id, device_id: device.id });
    await expect(grab).rejects.toMatchObject({ status: 409, code: "DEVICE_ALREADY_ASSOCIATED" });
    expect(await grab.catch((refusal) => refusal.arg("vehicle_id"))).toBe(holder);
  });

  it("placing a device in a vehicle is refused if the device is disabled, or of another tenant or branch", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants: vehicleGrants, branchIds: [north] });
    const { id } = await northern.createVehicle(vehicleDraft({ branch_id: north }));
    const refused = [
      await insertDevice(api.db, tenant.id, { disabled: true }),
      await insertDevice(api.db, tenant.id, { branchId: south }),
      await insertDevice(api.db, (await api.aTenant()).id),
    ];
    for (const device of refused)
      await expect(northern.associateDevice({ id, device_id: device.id })).rejects.toMatchObject({
        status: 422,
        code: "REFERENCE_NOT_FOUND",
      });
    const own = await insertDevice(api.db, tenant.id, { branchId: north });
    expect(await northern.associateDevice({ id, device_id: own.id })).toMatchObject({
      device_phone_number: own.phone_number,
    });
  });

  it("one of 32 vehicles that request a device at the same moment gets it", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const device = await insertDevice(api.db, dispatcher.session.tenant.id);
    const ids: string[] = [];
    for (let n = 0; n < 32; n++) ids.push((await dispatcher.createVehicle(vehicleDraft())).id);
    const outcomes = await Promise.allSettled(
      ids.map((id) => dispatcher.associateDevice({ id, device_id: device.id })),
    );
    const won = outcomes.filter(({ status }) => status === "fulfilled");
    const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect(won).toHaveLength(1);
    expect(codes).toEqual(Array(31).fill("DEVICE_ALREADY_ASSOCIATED"));
  });

  it("a vehicle contains one device even when 16 are placed in it at the same moment", async () => {
    const dispatcher = await api.signIn(...vehicleGrants);
    const tenantId = dispatcher.session.tenant.id;
    const { id } = await dispatcher.createVehicle(vehicleDraft());
    const devices = await Promise.all(Array.from({ length: 16 }, () => insertDevice(api.db, tenantId)));
    await Promise.all(devices.map((device) => dispatcher.associateDevice({ id, device_id: device.id })));
    const { open, all } = await api.db.system.one<{ open: number; all: number }>(sql`
      select count(*) filter (where ended_at is null) as open, count(*) as all
      from vehicle_device_associations where tenant_id = ${tenantId} and vehicle_id = ${id}`);
    expect({ open, all }).toEqual({ open: 1, all: 16 });
  });

  it("creating vehicles answers 403 to callers without the grant, and reading them 401 without a token", async () => {
    const reader = await api.signIn("getVehicles");
    await expect(reader.createVehicle(vehicleDraft())).rejects.toMatchObject({
      status: 403,
      code: "AUTH_GRANT_MISSING",
    });
    await expect(api.anonymous().getVehicles()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_MISSING" });
  });
});

describe("vehicle types", () => {
  const api = startApi();

  it("vehicle types are listed by name, only for their own tenant, and have unique short keys", async () => {
    const dispatcher = await api.signIn("getVehicleTypes", "createVehicleType");
    await dispatcher.createVehicleType({ name: "Van", short_key: "VAN", description: "Small" });
    await dispatcher.createVehicleType({ name: "Hearse", short_key: "HEARSE" });
    expect(await dispatcher.getVehicleTypes()).toMatchObject([{ name: "Hearse", description: null }, { name: "Van" }]);
    expect(await (await api.signIn("getVehicleTypes")).getVehicleTypes()).toEqual([]);
    const twin = dispatcher.createVehicleType({ name: "Another", short_key: "VAN" });
    await expect(twin).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    await expect(dispatcher.createVehicleType({ name: "", short_key: "X" })).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
  });
});
