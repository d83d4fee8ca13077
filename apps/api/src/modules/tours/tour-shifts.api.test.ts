import { beforeAll, describe, expect, it } from "vitest";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { type ApiSession, startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";
import {
  createDepot,
  createDepotWithOffice,
  type DepotFixture,
  readTourEvents,
  morningShiftTimes,
  tourOfficeGrants,
} from "../../testing/tours";
import { changeTourPrimaryMark } from "./tour-shifts.service";

const wholeTenantScope = { all: true, branch_ids: [], driver: null };

describe("shifts", () => {
  const api = startApi();
  let depot: DepotFixture;
  let office: ApiSession;
  beforeAll(async () => {
    ({ depot, office } = await createDepotWithOffice(api, await api.aTenant()));
  });
  const aTour = (overrides: object = {}) => office.createScheduledTour({ ...morningShiftTimes, ...overrides });
  const aStartedTour = (overrides: object = {}) => office.createAndStartTour(overrides);
  const crew = async () => ({ user_ids: [await depot.aUser()], vehicles: [{ vehicle_id: await depot.aVehicle() }] });

  it("a shift starts as planned, goes through its sub-states, and cannot continue after its end", async () => {
    const { id, lock_version } = await aTour(await crew());
    const started = await office.startTour({ id, lock_version });
    expect(started).toMatchObject({ status: "STARTED", started_sub_state: "ACTIVE", ended_at: null });
    expect(started.started_at).not.toBeNull();
    for (const started_sub_state of ["ON_A_BREAK", "NOT_TAKING_CASES", "ON_DUTY", "OFF_DUTY", "ACTIVE"] as const)
      expect(await office.updateTourStartedSubState({ id, started_sub_state })).toMatchObject({ started_sub_state });
    const { lock_version: last } = await office.getTour({ id });
    const finished = await office.finishTour({ id, lock_version: last });
    expect(finished).toMatchObject({ status: "FINISHED", started_sub_state: null });
    expect(finished.ended_at).not.toBeNull();
    const changes = (await readTourEvents(api, id)).map(({ payload }) => payload.change);
    expect(changes).toEqual(["created", "started", ...Array<string>(5).fill("sub_state"), "finished"]);
    const again = { id, lock_version: finished.lock_version };
    const conflict = { status: 409, code: "TOUR_STATUS_CONFLICT" };
    await expect(office.startTour(again)).rejects.toMatchObject(conflict);
    await expect(office.finishTour(again)).rejects.toMatchObject(conflict);
    await expect(office.updateTourStartedSubState({ id, started_sub_state: "ACTIVE" })).rejects.toMatchObject(conflict);
    await expect(office.updateScheduledTour({ ...again, name: "late" })).rejects.toMatchObject(conflict);
    await expect(office.deleteScheduledTour({ id })).rejects.toMatchObject(conflict);
    await expect(office.getScheduledTour({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("starting a shift with another vehicle than planned also notifies the devices of the planned one", async () => {
    const planned = { vehicle_id: await depot.aVehicle(), device_id: await depot.aDevice() };
    const other = { vehicle_id: await depot.aVehicle(), device_id: await depot.aDevice() };
    const { id, lock_version } = await aTour({ vehicles: [planned] });
    const started = await office.startTour({ id, lock_version, vehicles: [other] });
    expect(started.vehicle_device_associations.map(({ vehicle, device }) => [vehicle.id, device?.id])).toEqual([
      [other.vehicle_id, other.device_id],
    ]);
    const [told] = (await readTourEvents(api, id)).filter(({ payload }) => payload.change === "started");
    expect(told?.audience.device_ids).toEqual(expect.arrayContaining([planned.device_id, other.device_id]));
  });

  it("a driver begins a planned shift with its vehicle on the own phone, also where other branches have both", async () => {
    const { tenant } = depot;
    const [own, other] = [await createDepot(api, tenant), await createDepot(api, tenant)];
    const driver = await api.bearer({
      tenant,
      roleType: "DRIVER",
      grants: ["updateTour", "getTours"],
      branchIds: [own.branch],
    });
    const [vehicle_id, former, device_id, foreign] = [
      await other.aVehicle(),
      await other.aDevice(),
      await other.aDevice(),
      await other.aDevice(),
    ];
    const user_id = driver.session.user_id as string;
    await api.db.system.run(sql`update tokens set device_id = ${device_id} where user_id = ${user_id}`);
    api.app.principals.forget();
    const planner = await api.bearer({ tenant, grants: tourOfficeGrants });
    const vehicles = [{ vehicle_id, device_id: former }];
    const plan = { branch_id: own.branch, user_ids: [user_id], vehicles };
    const { id, lock_version } = await planner.createScheduledTour({ ...morningShiftTimes, ...plan });
    const startOn = (phone: string) =>
      driver.startTour({ id, lock_version, vehicles: [{ vehicle_id, device_id: phone }] });
    await expect(startOn(foreign)).rejects.toMatchObject({ code: "REFERENCE_NOT_FOUND" });
    await startOn(device_id);
    const { vehicle_device_associations } = await planner.getTour({ id });
    expect(vehicle_device_associations.map(({ vehicle, device }) => [vehicle.id, device?.id])).toEqual([
      [vehicle_id, device_id],
    ]);
  });

  it("a shift cannot start with a vehicle that is on another running tour or out of scope", async () => {
    const driven = await depot.aVehicle();
    await aStartedTour({ vehicles: [{ vehicle_id: driven }] });
    const planned = await crew();
    const { id, lock_version } = await aTour(planned);
    const startWith = (vehicle_id: string) => office.startTour({ id, lock_version, vehicles: [{ vehicle_id }] });
    await expect(startWith(driven)).rejects.toMatchObject({ code: "RESOURCE_IN_USE" });
    const foreign = (await createDepot(api, await api.aTenant())).aVehicle();
    await expect(startWith(await foreign)).rejects.toMatchObject({ code: "REFERENCE_NOT_FOUND" });
    const { vehicle_device_associations } = await office.getTour({ id });
    expect(vehicle_device_associations.map(({ vehicle }) => vehicle.id)).toEqual([planned.vehicles[0]?.vehicle_id]);
  });

  it("starting, ending or changing the sub-state of a shift is refused on an outdated lock version", async () => {
    const { id } = await aTour();
    const stale = { status: 409, code: "LOCK_VERSION_CONFLICT" };
    await expect(office.startTour({ id, lock_version: 7 })).rejects.toMatchObject(stale);
    await office.startTour({ id, lock_version: 0, started_sub_state: "ON_DUTY" });
    await expect(
      office.updateTourStartedSubState({ id, started_sub_state: "OFF_DUTY", lock_version: 0 }),
    ).rejects.toMatchObject(stale);
    await expect(office.finishTour({ id, lock_version: 0 })).rejects.toMatchObject(stale);
    expect(await office.getTour({ id })).toMatchObject({ started_sub_state: "ON_DUTY", lock_version: 1 });
  });

  it("a shift starts once, however many requests start it at the same moment", async () => {
    const { id } = await aTour(await crew());
    const starts = await Promise.allSettled(
      Array.from({ length: 32 }, () => office.startTour({ id, lock_version: 0 })),
    );
    expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await office.getTour({ id })).toMatchObject({ status: "STARTED", lock_version: 1 });
  });

  it.each(["a person", "a vehicle", "a device"])(
    "one of 32 shifts with the same %s that start at once runs",
    async (what) => {
      const { user_ids, vehicles } = await crew();
      const device_id = await depot.aDevice();
      const shared = async () => {
        if (what === "a person") return { user_ids };
        return what === "a vehicle" ? { vehicles } : { vehicles: [{ vehicle_id: await depot.aVehicle(), device_id }] };
      };
      const drafts = await Promise.all(Array.from({ length: 32 }, shared));
      const starts = await Promise.allSettled(drafts.map((draft) => office.createAndStartTour(draft)));
      const refusals = starts.flatMap((start) =>
        start.status === "rejected" ? [(start.reason as { code: string }).code] : [],
      );
      expect(refusals).toEqual(Array<string>(31).fill("RESOURCE_IN_USE"));
      const [winner] = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
      await office.finishTour({ id: winner?.id as string, lock_version: winner?.lock_version as number });
      expect(await office.createAndStartTour(drafts[0] as object)).toMatchObject({ status: "STARTED" });
    },
  );

  it("a shift cannot start with a vehicle that was taken out of service", async () => {
    const { id, vehicle_device_associations } = await aTour(await crew());
    const vehicle = vehicle_device_associations[0]?.vehicle.id as string;
    await api.db.system.run(
      sql`update vehicles set active = false where tenant_id = ${depot.tenant.id} and id = ${vehicle}`,
    );
    await expect(office.startTour({ id, lock_version: 0 })).rejects.toMatchObject({
      status: 422,
      code: "REFERENCE_NOT_FOUND",
    });
  });

  it.each(["STARTED", "ARRIVED", "LOADED"])(
    "a shift can neither end nor go off duty while one of its cases is %s",
    async (state) => {
      const { id, lock_version } = await aStartedTour();
      await depot.aCaseOn(id, { state });
      const busy = { status: 409, code: "TOUR_HAS_ACTIVE_CASES" };
      await expect(office.finishTour({ id, lock_version })).rejects.toMatchObject(busy);
      await expect(office.updateTourStartedSubState({ id, started_sub_state: "OFF_DUTY" })).rejects.toMatchObject(busy);
      expect(await office.updateTourStartedSubState({ id, started_sub_state: "ON_A_BREAK" })).toMatchObject({
        status: "STARTED",
      });
    },
  );

  it("a shift can end with cases that are finished, forwarded or taken back", async () => {
    const { id, lock_version } = await aStartedTour();
    for (const bucket of ["finished", "forwarded", "unassigned"]) await depot.aCaseOn(id, { state: "STARTED", bucket });
    expect(await office.finishTour({ id, lock_version })).toMatchObject({ status: "FINISHED" });
  });

  it("a running shift can be found by its vehicle", async () => {
    const overrides = await crew();
    const id = overrides.vehicles[0]?.vehicle_id as string;
    await aTour(overrides);
    await expect(office.getStartedTourOfVehicle({ id })).rejects.toMatchObject({
      status: 404,
      code: "RESOURCE_NOT_FOUND",
    });
    const tour = await aStartedTour(overrides);
    expect(await office.getStartedTourOfVehicle({ id })).toEqual(tour);
    await office.finishTour({ id: tour.id, lock_version: tour.lock_version });
    await expect(office.getStartedTourOfVehicle({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("a running shift asks its devices for a position, unless it is off duty", async () => {
    const [with_phone, without] = [await depot.aVehicle(), await depot.aVehicle()];
    const device = await depot.aDevice(with_phone);
    const { id } = await aStartedTour({ vehicles: [{ vehicle_id: with_phone }, { vehicle_id: without }] });
    expect(await office.sendTourUpdateLocationMessage({ id })).toEqual({
      vehicles: 2,
      sent: 1,
      without_device: 1,
      not_driving: 0,
    });
    const vehicle_ids = [with_phone, without, await depot.aVehicle()];
    expect(await office.sendUpdateLocationMessage({ vehicle_ids })).toEqual({
      vehicles: 3,
      sent: 1,
      without_device: 1,
      not_driving: 1,
    });
    const pushes = await api.db.system.many(sql`
      select channel, purpose, data ->> 'tour_id' as tour_id from outbox_messages where device_id = ${device}`);
    expect(pushes).toEqual(Array(2).fill({ channel: "PUSH", purpose: "LOCATION_REQUEST", tour_id: id }));
    await office.updateTourStartedSubState({ id, started_sub_state: "OFF_DUTY" });
    expect(await office.sendTourUpdateLocationMessage({ id })).toEqual({
      vehicles: 2,
      sent: 0,
      without_device: 0,
      not_driving: 2,
    });
    const { id: planned } = await aTour();
    await expect(office.sendTourUpdateLocationMessage({ id: planned })).rejects.toMatchObject({
      status: 409,
      code: "TOUR_STATUS_CONFLICT",
    });
  });
});

describe("roadside tours", () => {
  const api = startApi();

  it("roadside tours are the same objects as tours, available only to roadside tenants", async () => {
    const { office } = await createDepotWithOffice(api, await api.aTenant("ROADSIDE_ASSISTANCE"));
    const { id } = await office.createAndStartTour({});
    expect((await office.getRsaTours({ statuses: ["STARTED"] })).tours).toMatchObject([{ id, open_cases: [] }]);
    expect(await office.updateRsaTourStartedSubState({ id, started_sub_state: "OFF_DUTY" })).toMatchObject({
      started_sub_state: "OFF_DUTY",
    });
    const funeral = await api.signIn(...tourOfficeGrants);
    const refused = { status: 422, code: "ACTION_NOT_AVAILABLE" };
    await expect(funeral.getRsaTours()).rejects.toMatchObject(refused);
    await expect(funeral.updateTourPrimary({ id, primary: true })).rejects.toMatchObject(refused);
    await expect(funeral.updateRsaTourStartedSubState({ id, started_sub_state: "ACTIVE" })).rejects.toMatchObject(
      refused,
    );
  });

  it("a crew of a roadside tenant has one primary tour", async () => {
    const { depot, office } = await createDepotWithOffice(api, await api.aTenant("ROADSIDE_ASSISTANCE"));
    const user_ids = [await depot.aUser()];
    const one = await office.createScheduledTour({ ...morningShiftTimes, user_ids });
    const two = await office.createScheduledTour({ ...morningShiftTimes, user_ids });
    const other = await office.createScheduledTour({ ...morningShiftTimes, user_ids: [await depot.aUser()] });
    for (const { id } of [one, other, two])
      expect(await office.updateTourPrimary({ id, primary: true })).toMatchObject({ primary: true });
    const marks = (await office.getRsaTours({})).tours.map(({ id, primary }) => [id, primary]);
    expect(Object.fromEntries(marks)).toEqual({ [one.id]: false, [two.id]: true, [other.id]: true });
    expect((await readTourEvents(api, one.id)).filter(({ payload }) => payload.change === "updated")).toHaveLength(2);
    expect(await office.updateTourPrimary({ id: two.id, primary: false })).toMatchObject({ primary: false });
  });

  it("of two tours of a crew that are marked as primary at once, only the later one keeps the mark", async () => {
    const { depot, office } = await createDepotWithOffice(api, await api.aTenant("ROADSIDE_ASSISTANCE"));
    const user_ids = [await depot.aUser()];
    const [one, two] = [
      await office.createScheduledTour({ ...morningShiftTimes, user_ids }),
      await office.createScheduledTour({ ...morningShiftTimes, user_ids }),
    ];
    const later = await api.db.transaction(depot.tenant.id, async (tx) => {
      await changeTourPrimaryMark(tx, wholeTenantScope, { id: one.id, primary: true });
      return startBlockedWork({ tx, db: api.db.system }, () => office.updateTourPrimary({ id: two.id, primary: true }));
    });
    await later.outcome;
    const marks = (await office.getRsaTours({})).tours.map(({ id, primary }) => [id, primary]);
    expect(Object.fromEntries(marks)).toEqual({ [one.id]: false, [two.id]: true });
  });
});
