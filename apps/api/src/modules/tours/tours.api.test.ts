import { randomUUID } from "node:crypto";
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

describe("planned tours", () => {
  const api = startApi();
  let depot: DepotFixture;
  let office: ApiSession;
  beforeAll(async () => {
    ({ depot, office } = await createDepotWithOffice(api, await api.aTenant()));
  });
  const aTour = (overrides: object = {}) => office.createScheduledTour({ ...morningShiftTimes, ...overrides });

  it("a planned tour has people, and vehicles with the device that is placed in them", async () => {
    const [user, vehicle] = [await depot.aUser(), await depot.aVehicle()];
    const device = await depot.aDevice(vehicle);
    const tour = await aTour({
      name: "Früh",
      user_ids: [user],
      vehicles: [{ vehicle_id: vehicle }],
      tour_lead_external_user_id: "L-1",
    });
    expect(tour).toMatchObject({
      name: "Früh",
      status: "SCHEDULED",
      started_sub_state: null,
      primary: false,
      branch: { id: depot.branch },
      users: [{ id: user, firstname: "Test" }],
      vehicle_device_associations: [{ vehicle: { id: vehicle, capacity: 2 }, device: { id: device } }],
      case_workload: { open: 0, finished: 0, unassigned: 0, forwarded: 0 },
      constraint_violations: [],
      lock_version: 0,
    });
    expect(tour.natural_id).toMatch(/^T-\d{4}-\d{6}$/);
    expect(await office.getTourByNaturalId({ natural_id: tour.natural_id })).toEqual(tour);
    expect(await office.getScheduledTour({ id: tour.id })).toEqual(tour);
    expect(await readTourEvents(api, tour.id)).toMatchObject([
      {
        type: "tour update",
        payload: { change: "created" },
        audience: { branch_ids: [depot.branch], user_ids: [user], device_ids: [device] },
      },
    ]);
  });

  it("a planned tour contains the phone number of its branch's dispatchers", async () => {
    expect((await aTour()).branch?.phone_number).toBeNull();
    await api.db.system.run(sql`update branches set phone_number = '+43316123456' where id = ${depot.branch}`);
    const { id } = await aTour();
    expect((await office.getTour({ id })).branch).toMatchObject({ id: depot.branch, phone_number: "+43316123456" });
  });

  it("a planned tour gets another device or none on request", async () => {
    const [one, two] = [await depot.aVehicle(), await depot.aVehicle()];
    const lying = await depot.aDevice(one);
    const other = await depot.aDevice();
    const { id } = await aTour({ vehicles: [{ vehicle_id: one, device_id: null }] });
    const vehicles = [{ vehicle_id: one, device_id: other }, { vehicle_id: two }];
    const { vehicle_device_associations } = await office.setScheduledTourVehicles({ id, vehicles });
    const devices = Object.fromEntries(
      vehicle_device_associations.map(({ vehicle, device }) => [vehicle.id, device?.id ?? null]),
    );
    expect(devices).toEqual({ [one]: other, [two]: null });
    const twice = office.setScheduledTourVehicles({
      id,
      vehicles: [{ vehicle_id: one }, { vehicle_id: two, device_id: lying }],
    });
    await expect(twice).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    expect((await office.getTour({ id })).vehicle_device_associations).toEqual(vehicle_device_associations);
  });

  it("changing the crew of a planned tour notifies both those who leave and those who join", async () => {
    const [before, after] = [await depot.aUser(), await depot.aUser()];
    const { id, lock_version } = await aTour({ user_ids: [before] });
    const changed = await office.setScheduledTourUsers({ id, user_ids: [after], lock_version });
    expect(changed.users).toMatchObject([{ id: after }]);
    const [, event] = await readTourEvents(api, id);
    expect(event?.audience.user_ids.toSorted()).toEqual([before, after].toSorted());
    await expect(office.setScheduledTourUsers({ id, user_ids: [], lock_version })).rejects.toMatchObject({
      status: 409,
      code: "LOCK_VERSION_CONFLICT",
    });
  });

  it.each([
    ["an unknown person", async () => ({ user_ids: [randomUUID()] }), "REFERENCE_NOT_FOUND"],
    [
      "a person of another branch",
      async () => ({ user_ids: [await (await createDepot(api, depot.tenant)).aUser()] }),
      "REFERENCE_NOT_FOUND",
    ],
    [
      "a vehicle of another tenant",
      async () => ({ vehicles: [{ vehicle_id: await (await createDepot(api, await api.aTenant())).aVehicle() }] }),
      "REFERENCE_NOT_FOUND",
    ],
    [
      "a vehicle that is out of service",
      async () => ({ vehicles: [{ vehicle_id: await depot.aVehicle({ active: false }) }] }),
      "REFERENCE_NOT_FOUND",
    ],
    [
      "a device of another branch",
      async () => ({
        vehicles: [
          { vehicle_id: await depot.aVehicle(), device_id: await (await createDepot(api, depot.tenant)).aDevice() },
        ],
      }),
      "REFERENCE_NOT_FOUND",
    ],
    [
      "another branch",
      async () => ({ branch_id: (await createDepot(api, depot.tenant)).branch }),
      "BRANCH_ACCESS_DENIED",
    ],
    ["an end before the start", async () => ({ scheduled_end_at: "2027-03-02T05:00:00Z" }), "TIME_RANGE_INVALID"],
    ["a shift of two months", async () => ({ scheduled_end_at: "2027-05-02T05:00:00Z" }), "TIME_RANGE_INVALID"],
    ["a lead's id of 33 characters", async () => ({ tour_lead_external_user_id: "x".repeat(33) }), "VALIDATION_FAILED"],
    ["a field of ours", async () => ({ status: "STARTED" }), "REQUEST_UNKNOWN_FIELD"],
    [
      "the same person twice",
      async () => {
        const id = await depot.aUser();
        return { user_ids: [id, id] };
      },
      "VALIDATION_FAILED",
    ],
  ])("a planned tour refuses %s", async (_title, overrides, code) => {
    await expect(aTour(await overrides())).rejects.toMatchObject({ code });
  });

  it("updateScheduledTour changes only the given fields, on the version that was read", async () => {
    const { id } = await aTour({ name: "Früh", description: "Nord" });
    const changed = await office.updateScheduledTour({ id, name: "Spät", lock_version: 0 });
    expect(changed).toMatchObject({
      name: "Spät",
      description: "Nord",
      scheduled_end_at: "2027-03-02T14:00:00+00:00",
      lock_version: 1,
    });
    await expect(office.updateScheduledTour({ id, name: "Nacht", lock_version: 0 })).rejects.toMatchObject({
      code: "LOCK_VERSION_CONFLICT",
    });
    const reversed = office.updateScheduledTour({ id, scheduled_start_at: "2027-03-02T15:00:00Z", lock_version: 1 });
    await expect(reversed).rejects.toMatchObject({ status: 422, code: "TIME_RANGE_INVALID" });
    expect(
      await office.updateScheduledTour({ id, description: null, scheduled_end_at: null, lock_version: 1 }),
    ).toMatchObject({ description: null, scheduled_end_at: null });
  });

  it("a dispatcher of one branch who clears the branch of a planned tour leaves it in that branch", async () => {
    const { id } = await aTour({ name: "Früh" });
    const changed = await office.updateScheduledTour({ id, branch_id: null, name: "Spät", lock_version: 0 });
    expect(changed).toMatchObject({ name: "Spät", branch: { id: depot.branch } });
  });

  it("duplicateTour copies crew and length to another time, without cases", async () => {
    const [user, vehicle] = [await depot.aUser(), await depot.aVehicle()];
    const original = await aTour({ name: "Früh", user_ids: [user], vehicles: [{ vehicle_id: vehicle }] });
    await depot.aCaseOn(original.id);
    const copy = await office.duplicateTour({ tour_id: original.id, scheduled_start_at: "2027-03-03T06:00:00Z" });
    expect(copy).toMatchObject({
      name: "Früh",
      status: "SCHEDULED",
      scheduled_end_at: "2027-03-03T14:00:00+00:00",
      users: [{ id: user }],
      vehicle_device_associations: [{ vehicle: { id: vehicle } }],
      open_cases: [],
    });
    const night = await aTour({
      scheduled_start_at: "2027-03-26T21:00:00Z",
      scheduled_end_at: "2027-03-27T05:00:00Z",
    });
    expect(await office.duplicateTour({ tour_id: night.id, scheduled_start_at: "2027-03-27T21:00:00Z" })).toMatchObject(
      { scheduled_end_at: "2027-03-28T04:00:00+00:00" },
    );
    const missing = office.duplicateTour({ tour_id: randomUUID(), scheduled_start_at: "2027-03-03T06:00:00Z" });
    await expect(missing).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("a planned tour can be deleted, which is announced to the users who could see it", async () => {
    const { id, natural_id } = await aTour();
    await depot.aCaseOn(id, { bucket: "unassigned" });
    await office.deleteScheduledTour({ id });
    await expect(office.getTour({ id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    expect((await readTourEvents(api, id)).at(-1)).toMatchObject({
      type: "tour delete",
      payload: { tour_id: id, natural_id },
    });
  });

  describe("cases of a planned tour that another branch can see only by it", () => {
    const caseNewsOf = (id: string) =>
      api.db.system.many<{ branch_ids: string[]; tours: string[]; name: string }>(sql`
        select audience -> 'branch_ids' as branch_ids, payload ->> 'display_name' as name, array(select link ->> 'tour_id' from jsonb_array_elements(payload -> 'tour_case_states') link) as tours
        from events where type = 'case update' and payload ->> 'case_id' = ${id} order by xid, id`);
    const southernTour = async () => {
      const south = await createDepot(api, depot.tenant);
      const company = await api.bearer({ tenant: depot.tenant, grants: tourOfficeGrants });
      const { id } = await company.createScheduledTour({ ...morningShiftTimes, branch_id: south.branch });
      return { south: south.branch, company, id };
    };

    it("moving the tour announces its cases to the branch it leaves and the one it comes to, and nothing else does", async () => {
      const { south, company, id } = await southernTour();
      const { branch: east } = await createDepot(api, depot.tenant);
      const [open, tried] = [await depot.aCaseOn(id), await depot.aCaseOn(id, { bucket: "unassigned" })];
      await company.updateScheduledTour({ id, name: "Spät", lock_version: 0 });
      await company.updateScheduledTour({ id, branch_id: south, lock_version: 1 });
      expect(await caseNewsOf(open)).toEqual([]);
      await company.updateScheduledTour({ id, branch_id: east, lock_version: 2 });
      for (const moved of [open, tried]) {
        const [news, ...others] = await caseNewsOf(moved);
        expect(news?.branch_ids.toSorted()).toEqual([depot.branch, south, east].toSorted());
        expect(others).toEqual([]);
      }
    });

    it("deleting the tour announces its cases to the branch that sees them no more", async () => {
      const { south, company, id } = await southernTour();
      const tried = await depot.aCaseOn(id, { bucket: "unassigned" });
      await company.deleteScheduledTour({ id });
      expect(await caseNewsOf(tried)).toEqual([{ branch_ids: [depot.branch, south], tours: [], name: "Maria Muster" }]);
    });

    it.each([
      ["deleted", async (company: ApiSession, id: string): Promise<unknown> => company.deleteScheduledTour({ id })],
      [
        "moved",
        async (company: ApiSession, id: string): Promise<unknown> =>
          company.updateScheduledTour({ id, branch_id: depot.branch, lock_version: 0 }),
      ],
    ])(
      "a tour that is %s first waits for a decision about a case that was taken back from it",
      async (_what, change) => {
        const { company, id } = await southernTour();
        const tried = await depot.aCaseOn(id, { bucket: "unassigned" });
        const changing = await api.db.transaction(depot.tenant.id, async (tx) => {
          await tx.run(sql`update cases set display_name = 'Erika Muster' where id = ${tried}`);
          const waiting = await startBlockedWork({ tx, db: api.db.system }, () => change(company, id));
          // Decisions lock the case and then its tours: if this one had to wait, both would wait in a circle.
          await tx.run(sql`select 1 from tours where id = ${id} for no key update nowait`);
          return waiting;
        });
        await changing.outcome;
        expect(await caseNewsOf(tried)).toMatchObject([{ name: "Erika Muster" }]);
      },
    );
  });

  it.each(["open", "forwarded", "finished"])(
    "a planned tour with a case that is %s cannot be deleted",
    async (bucket) => {
      const { id } = await aTour();
      await depot.aCaseOn(id, { bucket });
      await expect(office.deleteScheduledTour({ id })).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
      expect(await office.getTour({ id })).toMatchObject({ case_workload: { [bucket]: 1 } });
    },
  );

  it("a planned tour shows double bookings at the same time, but not consecutive shifts", async () => {
    const [user, vehicle] = [await depot.aUser(), await depot.aVehicle()];
    const crew = { user_ids: [user], vehicles: [{ vehicle_id: vehicle }] };
    const first = await aTour(crew);
    const next = await aTour({
      ...crew,
      scheduled_start_at: "2027-03-02T14:00:00Z",
      scheduled_end_at: "2027-03-02T22:00:00Z",
    });
    expect(next.constraint_violations).toEqual([]);
    const clash = await aTour({
      ...crew,
      scheduled_start_at: "2027-03-02T13:00:00Z",
      scheduled_end_at: "2027-03-02T14:00:00Z",
    });
    expect(clash.constraint_violations).toEqual([
      {
        constraint: "USER_DOUBLE_BOOKED",
        level: "SEVERE",
        case_id: null,
        vehicle_id: null,
        user_id: user,
        tour_id: first.id,
      },
      {
        constraint: "VEHICLE_DOUBLE_BOOKED",
        level: "SEVERE",
        case_id: null,
        vehicle_id: vehicle,
        user_id: null,
        tour_id: first.id,
      },
    ]);
  });
});
