import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { type ApiSession, startApi } from "../../testing/start-api";
import {
  createDepot,
  createDepotWithOffice,
  type DepotFixture,
  morningShiftTimes,
  tourOfficeGrants,
} from "../../testing/tours";

describe("lists of tours", () => {
  const api = startApi();
  let depot: DepotFixture;
  let office: ApiSession;
  let vehicle: string;
  let planned: string;
  let started: string;
  beforeAll(async () => {
    ({ depot, office } = await createDepotWithOffice(api, await api.aTenant()));
    vehicle = await depot.aVehicle();
    planned = (await office.createScheduledTour({ ...morningShiftTimes, vehicles: [{ vehicle_id: vehicle }] })).id;
    started = (await office.createAndStartTour({ vehicles: [{ vehicle_id: await depot.aVehicle() }] })).id;
    for (const bucket of ["open", "finished", "unassigned", "forwarded"]) await depot.aCaseOn(planned, { bucket });
  });
  const listed = async (query: object) => (await office.getTours(query)).tours.map(({ id }) => id);

  it("a list of tours shows the latest shift first, page by page", async () => {
    expect(await listed({})).toEqual([planned, started]);
    const page = await office.getTours({ page: 1, size: 1 });
    expect(page).toMatchObject({
      meta: { page: 1, size: 1, total_elements: 2, total_pages: 2 },
      tours: [{ id: started }],
    });
    expect(await office.getTours({ page: 7 })).toMatchObject({ meta: { total_elements: 2 }, tours: [] });
  });

  it("a list of tours counts up to a limit by default, and exactly on request", async () => {
    const dispatcher = await api.signIn("getTours");
    await api.db.systemTransaction(dispatcher.session.tenant.id, (tx) =>
      tx.run(sql`
        insert into tours (natural_id, status, scheduled_start_at)
        select 'T-L-' || n, 'SCHEDULED', ${"2026-01-01T00:00:00Z"}::timestamptz + n * interval '1 hour' from generate_series(1, 10040) n`),
    );
    const totals = async (request: { page: number; total?: "EXACT" }) => {
      const { meta, tours } = await dispatcher.getTours({ size: 20, ...request });
      return [meta.total_elements, meta.total_pages, meta.total_is_exact, tours.length];
    };
    expect(await totals({ page: 0 })).toEqual([10_000, 500, false, 20]);
    expect(await totals({ page: 0, total: "EXACT" })).toEqual([10_040, 502, true, 20]);
    expect(await totals({ page: 499 })).toEqual([10_001, 501, false, 20]);
    expect(await totals({ page: 501 })).toEqual([10_040, 502, true, 20]);
    const { tours } = await dispatcher.getTours({ page: 1, size: 2 });
    const hours = tours.map(({ scheduled_start_at }) => Date.parse(scheduled_start_at ?? "") / 3_600_000);
    expect(hours.map((hour) => hour - Date.parse("2026-01-01T00:00:00Z") / 3_600_000)).toEqual([10_038, 10_037]);
  });

  describe("days of the tenant's time zone as a window", () => {
    /** Tours of a quarter of an hour around the given moments, identified by their start. */
    const aCompany = async (timezone: string, starts: readonly string[]) => {
      const company = await createDepot(api, await api.aTenant());
      await api.db.system.run(sql`update tenants set timezone = ${timezone} where id = ${company.tenant.id}`);
      const dispatcher = await api.bearer({
        tenant: company.tenant,
        grants: tourOfficeGrants,
        branchIds: [company.branch],
      });
      for (const scheduled_start_at of starts) {
        const scheduled_end_at = new Date(Date.parse(scheduled_start_at) + 900_000).toISOString();
        await dispatcher.createScheduledTour({ scheduled_start_at, scheduled_end_at });
      }
      return async (query: { from?: string; to?: string }) =>
        (await dispatcher.getTours(query)).tours
          .map(({ scheduled_start_at }) => new Date(scheduled_start_at ?? 0).toISOString().slice(0, 16))
          .sort();
    };

    it.each([
      ["an ordinary one", "Europe/Vienna", "2026-11-22", "2026-11-21T23:00", "2026-11-22T22:45"],
      ["one of 23 hours in spring", "Europe/Vienna", "2027-03-28", "2027-03-27T23:00", "2027-03-28T21:45"],
      ["one of 25 hours in autumn", "Europe/Vienna", "2026-10-25", "2026-10-24T22:00", "2026-10-25T22:45"],
      ["one that begins at one o'clock", "America/Santiago", "2026-09-06", "2026-09-06T04:00", "2026-09-07T02:45"],
      ["one that midnight begins twice", "America/Havana", "2026-11-01", "2026-11-01T04:00", "2026-11-02T04:45"],
      ["one on the other side of the world", "Pacific/Auckland", "2026-11-22", "2026-11-21T11:00", "2026-11-22T10:45"],
    ])("a list of tours reads a day in the tenant's time zone %s: %s, %s", async (...given) => {
      const [, zone, day, first, last] = given;
      const near = (moment: string, minutes: number) =>
        new Date(Date.parse(`${moment}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
      const before = near(first, -15);
      const after = near(last, 15);
      const ask = await aCompany(
        zone,
        [before, first, last, after].map((moment) => `${moment}:00Z`),
      );
      expect(await ask({ from: day, to: day })).toEqual([first, last]);
      expect(await ask({ from: day })).toEqual([first, last, after]);
      expect(await ask({ to: day })).toEqual([before, first, last]);
      expect(await ask({ from: day, to: `${last}:00Z` })).toEqual([first]);
      expect(await ask({ from: `${last}:00Z`, to: day })).toEqual([last]);
    });

    it("a list of tours accepts days however far away, and refuses a window that ends before it begins", async () => {
      const ask = await aCompany("Europe/Vienna", ["2026-11-22T08:00:00Z"]);
      expect(await ask({ from: "0001-01-01", to: "9999-12-31" })).toEqual(["2026-11-22T08:00"]);
      const reversed = ask({ from: "2026-11-23", to: "2026-11-22" });
      await expect(reversed).rejects.toMatchObject({ status: 422, code: "TIME_RANGE_INVALID" });
    });
  });

  it("a list of tours contains those whose shift overlaps the window, excluding its end", async () => {
    const window = (from: string, to: string) => listed({ from, to, statuses: ["SCHEDULED"] });
    expect(await window("2027-03-02T13:59:59Z", "2027-03-03T00:00:00Z")).toEqual([planned]);
    expect(await window("2027-03-02T14:00:00Z", "2027-03-03T00:00:00Z")).toEqual([]);
    expect(await window("2027-03-01T00:00:00Z", "2027-03-02T06:00:00Z")).toEqual([]);
    expect(await window("2027-03-01T00:00:00Z", "2027-03-02T06:00:01Z")).toEqual([planned]);
    expect(await listed({ from: "2027-03-02T14:00:00Z" })).toEqual([started]);
    expect(await listed({ to: "2000-01-01T00:00:00Z" })).toEqual([]);
    const reversed = office.getTours({ from: "2027-03-02T14:00:00Z", to: "2027-03-02T14:00:00Z" });
    await expect(reversed).rejects.toMatchObject({ status: 422, code: "TIME_RANGE_INVALID" });
  });

  it("a list of tours is filtered by vehicle and status", async () => {
    expect(await listed({ vehicle_id: vehicle })).toEqual([planned]);
    expect(await listed({ vehicle_id: vehicle, statuses: ["STARTED"] })).toEqual([]);
    expect(await listed({ statuses: ["STARTED", "FINISHED"] })).toEqual([started]);
  });

  it("a list of tours has their open cases, and others on request", async () => {
    const [tour] = (await office.getTours({ vehicle_id: vehicle })).tours;
    expect(tour).toMatchObject({
      case_workload: { open: 1, finished: 1, unassigned: 1, forwarded: 1 },
      open_cases: [{ display_name: "Maria Muster", bucket: "open", link_state: "ASSIGNED" }],
    });
    expect(tour).not.toHaveProperty("finished_cases");
    const [full] = (await office.getTours({ vehicle_id: vehicle, include_all_cases: true })).tours;
    expect(full).toEqual(await office.getTour({ id: planned }));
    expect(full).toMatchObject({
      finished_cases: [{ bucket: "finished" }],
      unassigned_cases: [{ bucket: "unassigned" }],
      forwarded_cases: [{ bucket: "forwarded" }],
    });
  });

  it("a list of tours has the times, the version and the violated rules of each case", async () => {
    const tenant = await api.aTenant();
    const other = await createDepot(api, tenant);
    const dispatcher = await api.bearer({ tenant, grants: tourOfficeGrants });
    const { id } = await dispatcher.createScheduledTour({
      ...morningShiftTimes,
      vehicles: [{ vehicle_id: await other.aVehicle() }],
    });
    const case_id = await other.aCaseOn(id, { state: "LOADED" });
    const times = {
      started_at: "2027-03-02T07:00:00+00:00",
      arrived_at: "2027-03-02T07:30:00+00:00",
      loaded_at: "2027-03-02T07:45:00+00:00",
    };
    const broken = [
      { constraint: "WORKLOAD", level: "MODERATE", value: 3 },
      { constraint: "CAPACITY", level: "SEVERE" },
    ];
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`update cases set lock_version = 7 where tenant_id = ${tenant.id} and id = ${case_id}`);
      await tx.run(sql`
        update case_links set started_at = ${times.started_at}, arrived_at = ${times.arrived_at}, loaded_at = ${times.loaded_at},
          constraint_violations = ${JSON.stringify(broken)}::jsonb where tenant_id = ${tenant.id} and case_id = ${case_id}`);
    });
    const { open_cases } = await dispatcher.getTour({ id });
    expect(open_cases).toMatchObject([
      {
        ...times,
        arrived_at_destination_at: null,
        finished_at: null,
        closed_at: null,
        lock_version: 7,
        constraint_violations: broken.map(({ constraint, level }) => ({ constraint, level })),
      },
    ]);
  });

  it("getToursAssociatedCases returns the cases of several tours, except those out of scope", async () => {
    const answer = await office.getToursAssociatedCases({ tour_ids: [planned, started, randomUUID()] });
    expect(Object.fromEntries(answer.map(({ tour_id, cases }) => [tour_id, cases.length]))).toEqual({
      [planned]: 4,
      [started]: 0,
    });
    const tour_ids = Array.from({ length: 1001 }, () => randomUUID());
    await expect(office.getToursAssociatedCases({ tour_ids })).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
  });

  it.each([
    ["size=0", "size"],
    ["size=10001", "size"],
    ["page=-1", "page"],
    ["from=yesterday", "from"],
    ["from=2027-02-30T00:00:00Z", "from"],
    ["from=2027-02-30", "from"],
    ["to=2027-2-3", "to"],
    ["statuses=RUNNING", "statuses"],
    ["vehicle_id=1 or 1=1", "vehicle_id"],
    ["include_all_cases=yes", "include_all_cases"],
    ["sort=id", "sort"],
  ])("a list of tours refuses the query %s", async (query, parameter) => {
    const headers = { authorization: `Bearer ${office.session.token}` };
    const response = await fetch(`${api.url}/api/v1/tours?${encodeURI(query)}`, { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "REQUEST_PARAMETER_INVALID",
      args: [{ value: parameter }, {}],
    });
  });

  it("lists of tours answer 401 without a token, and 403 without the grant of each operation", async () => {
    await expect(api.anonymous().getTours()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_MISSING" });
    const guest = await api.bearer({ tenant: depot.tenant, grants: ["getCases"] });
    await expect(guest.getTours()).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
    await expect(guest.getTour({ id: planned })).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    await expect(guest.createAndStartTour({})).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    await expect(guest.finishTour({ id: planned, lock_version: 0 })).rejects.toMatchObject({
      code: "AUTH_GRANT_MISSING",
    });
  });
});

describe("visibility of tours", () => {
  const api = startApi();

  it("a tour of another tenant or another branch answers 404, as if it did not exist", async () => {
    const { depot, office } = await createDepotWithOffice(api, await api.aTenant());
    const { id, natural_id } = await office.createScheduledTour(morningShiftTimes);
    const other = await createDepot(api, depot.tenant);
    const strangers = [
      await api.signIn(...tourOfficeGrants),
      await api.bearer({ tenant: depot.tenant, grants: tourOfficeGrants, branchIds: [other.branch] }),
    ];
    for (const stranger of strangers) {
      const calls = [
        () => stranger.getTour({ id }),
        () => stranger.getScheduledTour({ id }),
        () => stranger.getTourByNaturalId({ natural_id }),
        () => stranger.updateScheduledTour({ id, name: "mine", lock_version: 0 }),
        () => stranger.setScheduledTourUsers({ id, user_ids: [] }),
        () => stranger.setScheduledTourVehicles({ id, vehicles: [] }),
        () => stranger.startTour({ id, lock_version: 0 }),
        () => stranger.finishTour({ id, lock_version: 0 }),
        () => stranger.updateTourStartedSubState({ id, started_sub_state: "OFF_DUTY" }),
        () => stranger.sendTourUpdateLocationMessage({ id }),
        () => stranger.deleteScheduledTour({ id }),
      ];
      for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
      expect((await stranger.getTours()).meta.total_elements).toBe(0);
      expect(await stranger.getToursAssociatedCases({ tour_ids: [id] })).toEqual([]);
    }
    expect(await office.getTour({ id })).toMatchObject({ name: null, lock_version: 0 });
  });

  it("drivers and devices can see only their own tours, and cannot plan tours", async () => {
    const { depot, office } = await createDepotWithOffice(api, await api.aTenant());
    const driver = await api.bearer({
      tenant: depot.tenant,
      roleType: "DRIVER",
      grants: tourOfficeGrants,
      branchIds: [depot.branch],
    });
    const phone = await api.bearer({
      tenant: depot.tenant,
      kind: "DEVICE",
      grants: tourOfficeGrants,
      branchIds: [depot.branch],
    });
    const vehicle_id = await depot.aVehicle();
    const driven = await office.createScheduledTour({
      ...morningShiftTimes,
      user_ids: [driver.session.user_id as string],
    });
    const phoned = await office.createScheduledTour({
      ...morningShiftTimes,
      vehicles: [{ vehicle_id, device_id: phone.session.device_id }],
    });
    for (const [session, own, foreign] of [
      [driver, driven, phoned],
      [phone, phoned, driven],
    ] as const) {
      expect((await session.getTours()).tours.map(({ id }) => id)).toEqual([own.id]);
      expect(await session.getTour({ id: own.id })).toMatchObject({ id: own.id });
      const calls = [
        () => session.getTour({ id: foreign.id }),
        () => session.startTour({ id: foreign.id, lock_version: 0 }),
        () => session.updateScheduledTour({ id: own.id, name: "mine", lock_version: 0 }),
        () => session.setScheduledTourUsers({ id: own.id, user_ids: [] }),
        () => session.deleteScheduledTour({ id: own.id }),
      ];
      for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
      expect(await session.startTour({ id: own.id, lock_version: 0 })).toMatchObject({ status: "STARTED" });
      expect(await session.updateTourStartedSubState({ id: own.id, started_sub_state: "ON_A_BREAK" })).toMatchObject({
        started_sub_state: "ON_A_BREAK",
      });
    }
  });

  it("drivers can start and end only their own shift, and can neither plan nor copy one", async () => {
    const { depot, office } = await createDepotWithOffice(api, await api.aTenant());
    const driver = await api.bearer({
      tenant: depot.tenant,
      roleType: "DRIVER",
      grants: ["createTour", "finishTour", "getTours"],
      branchIds: [depot.branch],
    });
    const foreign = driver.createAndStartTour({ user_ids: [await depot.aUser()] });
    await expect(foreign).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    const own = await driver.createAndStartTour({ user_ids: [driver.session.user_id as string] });
    expect(own).toMatchObject({ status: "STARTED", branch: { id: depot.branch } });
    expect((await driver.getTours()).tours).toHaveLength(1);
    const planning = driver.createScheduledTour({ ...morningShiftTimes, branch_id: depot.branch });
    await expect(planning).rejects.toMatchObject({ status: 403, code: "BRANCH_ACCESS_DENIED" });
    const copy = driver.duplicateTour({ tour_id: own.id, scheduled_start_at: morningShiftTimes.scheduled_start_at });
    await expect(copy).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    const others = await office.createAndStartTour({ user_ids: [await depot.aUser()] });
    await expect(driver.finishTour({ id: others.id, lock_version: others.lock_version })).rejects.toMatchObject({
      status: 404,
      code: "RESOURCE_NOT_FOUND",
    });
    const { id, lock_version } = own;
    expect(await driver.finishTour({ id, lock_version })).toMatchObject({ status: "FINISHED" });
  });
});
