import { describe, expect, it } from "vitest";
import { deleteAllExpiredRows } from "../../housekeeping";
import { sql } from "#platform/database/sql";
import { followStream } from "../../testing/live-streams";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { insertTour, insertVehicle, timeSecondsFromNow } from "../../testing/fleet";
import { startApi } from "../../testing/start-api";

const driverGrants = ["updateLocation", "getLocations", "getOwnLocations", "getOwnLocationReaders", "getDashboard"];
const dispatcherGrants = ["getLocations", "getDashboard", "getVehicles"];

describe("a driver's own positions", () => {
  const api = startApi();

  async function aCompany() {
    const tenant = await api.aTenant();
    return { tenant, north: await insertBranch(api.db, tenant.id), south: await insertBranch(api.db, tenant.id) };
  }
  /** A driver on a tour with known positions. */
  async function aDriver(tenant: TenantFixture, branch: string) {
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants: driverGrants, branchIds: [branch] });
    const vehicle = await insertVehicle(api.db, tenant.id, { branchId: branch });
    const userId = driver.session.user_id;
    const tour = await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], userId, branchId: branch });
    await driver.updateLocation({ locations: [at(-20), at(-10)] });
    return { driver, vehicle, tour };
  }
  const at = (offsetSeconds: number) => ({ lat: 47.07, lon: 15.44, time: timeSecondsFromNow(api, offsetSeconds) });
  const hour = { from: -3_600, to: 0 };
  const within = ({ from, to }: { from: number; to: number }) => ({
    from: timeSecondsFromNow(api, from),
    to: timeSecondsFromNow(api, to),
  });
  type Driver = Awaited<ReturnType<typeof aDriver>>["driver"];
  const readersOf = async (driver: Driver) => {
    await api.app.tidyUp();
    const readers = await driver.getOwnLocationReaders();
    return readers.map(({ purpose, reader_name }) => `${purpose} ${reader_name}`).sort();
  };

  it("getOwnLocations returns the positions of the driver's own tours, oldest first", async () => {
    const { tenant, north } = await aCompany();
    const { driver, vehicle, tour } = await aDriver(tenant, north);
    const colleague = await aDriver(tenant, north);
    const own = await driver.getOwnLocations(within(hour));
    expect(own).toMatchObject([
      { vehicle_id: vehicle, tour_id: tour, lat: 47.07, lon: 15.44 },
      { vehicle_id: vehicle, tour_id: tour },
    ]);
    expect(Date.parse(own[0]?.time ?? "")).toBeLessThan(Date.parse(own[1]?.time ?? ""));
    expect(await driver.getOwnLocations(within({ from: -15, to: 0 }))).toHaveLength(1);
    expect(await colleague.driver.getOwnLocations(within(hour))).toMatchObject([
      { vehicle_id: colleague.vehicle },
      { vehicle_id: colleague.vehicle },
    ]);
  });

  it("getOwnLocations refuses callers who do not drive, and returns at most a day", async () => {
    const { tenant, north } = await aCompany();
    const { driver } = await aDriver(tenant, north);
    const office = await api.bearer({ tenant, grants: driverGrants });
    const refused = { status: 403, code: "AUTH_GRANT_MISSING" };
    await expect(office.getOwnLocations(within(hour))).rejects.toMatchObject(refused);
    await expect(office.getOwnLocationReaders()).rejects.toMatchObject(refused);
    const reversed = driver.getOwnLocations(within({ from: 0, to: -1 }));
    await expect(reversed).rejects.toMatchObject({ status: 422, code: "TIME_RANGE_INVALID" });
    const long = driver.getOwnLocations(within({ from: -24 * 3_600 - 1, to: 0 }));
    await expect(long).rejects.toMatchObject({ status: 422, code: "LIMIT_EXCEEDED" });
  });

  it("users who viewed a driver's positions are listed with their branch, once an hour however often they looked", async () => {
    const { tenant, north, south } = await aCompany();
    const [{ driver, vehicle, tour }, elsewhere] = [await aDriver(tenant, north), await aDriver(tenant, south)];
    const dispatcher = await api.bearer({ tenant, grants: dispatcherGrants, branchIds: [north] });
    expect(await readersOf(driver)).toEqual([]);
    await dispatcher.getLocations();
    expect(await readersOf(driver)).toEqual(["MAP Test Person"]);
    const version = () =>
      api.db.system.many(
        sql`select xmin::text, hour from location_readers where tenant_id = ${tenant.id} order by hour`,
      );
    const before = await version();
    await dispatcher.getLocations();
    await dispatcher.getDashboard();
    await dispatcher.getVehicles({ include_last_location: true });
    expect(await readersOf(driver)).toEqual(["MAP Test Person"]);
    expect(await version()).toEqual(before);
    expect(await readersOf(elsewhere.driver)).toEqual([]);
    expect([vehicle, tour]).not.toContain(elsewhere.vehicle);
    api.clock.advance({ hours: 1 });
    await dispatcher.getLocations();
    expect(await readersOf(driver)).toHaveLength(2);
  });

  it("users who viewed a driver's positions in the list of nearest vehicles are listed, and the crew itself is not", async () => {
    const { tenant, north } = await aCompany();
    const { driver } = await aDriver(tenant, north);
    const dispatcher = await api.bearer({ tenant, grants: ["getNearestActiveVehicles"], branchIds: [north] });
    await dispatcher.getNearestActiveVehicles({ target_location: [15.44, 47.07] });
    await driver.getLocations();
    await driver.getDashboard();
    expect(await readersOf(driver)).toEqual(["SUGGESTION Test Person"]);
  });

  it("users who viewed a driver's positions on an open live stream are listed, until the end of the shift", async () => {
    const { tenant, north } = await aCompany();
    const { driver, tour } = await aDriver(tenant, north);
    const dispatcher = await api.bearer({ tenant, grants: dispatcherGrants });
    const silent = await api.bearer({ tenant, grants: ["getDashboard"] });
    void followStream({ url: api.url, session: silent }).next();
    void followStream({ url: api.url, session: dispatcher }).next();
    await expect.poll(() => readersOf(driver)).toEqual(["MAP Test Person"]);
    const { driver: other, tour: ended } = await aDriver(tenant, north);
    const late = await api.bearer({ tenant, grants: dispatcherGrants });
    await late.getLocations();
    await api.db.system.run(sql`
      update tours set status = 'FINISHED', started_sub_state = null, ended_at = ${api.clock.now()} where id = any(${[tour, ended]}::uuid[])`);
    expect(await readersOf(other)).toHaveLength(2);
  });

  it("users who viewed a driver's positions on a day are listed, however many views there were since", async () => {
    const { tenant, north } = await aCompany();
    const { driver } = await aDriver(tenant, north);
    const reader = await api.bearer({ tenant, grants: dispatcherGrants });
    const views = 1_001;
    await api.db.system.run(sql`
      insert into location_readers (tenant_id, user_id, hour, reader_id, purpose)
      select ${tenant.id}, ${driver.session.user_id}, date_trunc('hour', ${api.clock.now()}::timestamptz) - make_interval(hours => ago),
        ${reader.session.user_id}, 'MAP'
      from generate_series(0, ${views - 1}::int) ago`);
    const listed = await driver.getOwnLocationReaders();
    expect(listed).toHaveLength(1_000);
    const oldest = Date.parse(listed.at(-1)?.hour ?? "") - 3_600_000;
    const minutesAfter = (minutes: number) => new Date(oldest + minutes * 60_000).toISOString();
    const hoursListed = async (query: { from?: string; to?: string }) =>
      (await driver.getOwnLocationReaders(query)).map(({ hour }) => (Date.parse(hour) - oldest) / 3_600_000);
    expect(await hoursListed({ to: minutesAfter(59) })).toEqual([0]);
    expect(await hoursListed({ from: minutesAfter(-600), to: minutesAfter(120) })).toEqual([2, 1, 0]);
    // Bounds that lie in an hour list it: a day may begin at half past.
    expect(await hoursListed({ from: minutesAfter(30), to: minutesAfter(90) })).toEqual([1, 0]);
    expect(await hoursListed({ from: minutesAfter(60), to: minutesAfter(60) })).toEqual([1]);
    expect(await hoursListed({ from: minutesAfter((views - 2) * 60) })).toEqual([views - 1, views - 2]);
    expect(await hoursListed({ to: minutesAfter(-1) })).toEqual([]);
  });

  it("bounds of the list of users who viewed a driver's positions are refused when they are reversed or no times", async () => {
    const { tenant, north } = await aCompany();
    const { driver } = await aDriver(tenant, north);
    const reversed = driver.getOwnLocationReaders(within({ from: 0, to: -1 }));
    await expect(reversed).rejects.toMatchObject({ status: 422, code: "TIME_RANGE_INVALID" });
    const noTime = driver.getOwnLocationReaders({ from: "2026-03-02" });
    await expect(noTime).rejects.toMatchObject({ status: 400, code: "REQUEST_PARAMETER_INVALID" });
  });

  it("the list of users who viewed a driver's positions is deleted with the positions, after sixty days", async () => {
    const { tenant, north } = await aCompany();
    const { driver } = await aDriver(tenant, north);
    await (await api.bearer({ tenant, grants: dispatcherGrants })).getLocations();
    expect(await readersOf(driver)).toHaveLength(1);
    const days = (count: number) => new Date(api.clock.now().getTime() + count * 86_400_000);
    await deleteAllExpiredRows(api.db, days(59));
    expect(await driver.getOwnLocationReaders()).toHaveLength(1);
    await deleteAllExpiredRows(api.db, days(62));
    expect(await driver.getOwnLocationReaders()).toEqual([]);
  });
});
