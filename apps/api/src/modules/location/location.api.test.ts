import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import {
  insertTour,
  insertVehicle,
  readStoredPositions,
  associateDevice,
  updateTourRow,
  timeSecondsFromNow,
} from "../../testing/fleet";

const grants = ["updateLocation", "getLocations"];

describe("location", () => {
  const api = startApi();

  async function aDriver() {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants, branchIds: [branch] });
    const vehicle = await insertVehicle(api.db, tenant.id, { branchId: branch });
    const deviceId = phone.session.device_id as string;
    const startTour = (overrides: object = {}) =>
      insertTour(api.db, tenant.id, { vehicleIds: [vehicle], deviceId, branchId: branch, ...overrides });
    return { tenant, branch, phone, vehicle, deviceId, startTour };
  }
  const at = (offsetSeconds: number, overrides: object = {}) => ({
    lat: 47.07,
    lon: 15.44,
    time: timeSecondsFromNow(api, offsetSeconds),
    ...overrides,
  });

  it("a position is stored for the vehicle of the device's started tour, and shown with its age and tour", async () => {
    api.clock.freeze();
    const { tenant, phone, vehicle, startTour } = await aDriver();
    const tour = await startTour();
    const receipt = await phone.updateLocation({
      locations: [
        at(-20),
        at(-10, { lat: 47.08, accuracy_meters: 5, speed_meters_per_second: 13.9, heading_degrees: 90 }),
      ],
    });
    expect(receipt).toEqual({ accepted: 2, ignored: 0 });
    expect(await readStoredPositions(api, tenant)).toMatchObject([
      { vehicle_id: vehicle, tour_id: tour, lat: 47.07 },
      { vehicle_id: vehicle, tour_id: tour, lat: 47.08 },
    ]);
    const [shown, ...others] = await phone.getLocations();
    expect(others).toEqual([]);
    expect(shown).toMatchObject({
      vehicle_id: vehicle,
      tour_id: tour,
      lat: 47.08,
      accuracy_meters: 5,
      heading_degrees: 90,
    });
    expect(shown?.age_seconds).toBe(10);
  });

  it("a position is stored for the vehicle in which the device is placed, while that vehicle is on a tour", async () => {
    const { tenant, phone, vehicle, deviceId, startTour } = await aDriver();
    await associateDevice(api.db, tenant.id, { vehicleId: vehicle, deviceId });
    const tour = await startTour({ deviceId: null });
    await phone.updateLocation({ locations: [at(-5)] });
    expect(await readStoredPositions(api, tenant)).toMatchObject([{ vehicle_id: vehicle, tour_id: tour }]);
  });

  it("a position is stored for the vehicle of the driver's started tour", async () => {
    const { tenant, branch, vehicle } = await aDriver();
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants, branchIds: [branch] });
    await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], userId: driver.session.user_id });
    expect(await driver.updateLocation({ locations: [at(-5)] })).toEqual({ accepted: 1, ignored: 0 });
    expect(await readStoredPositions(api, tenant)).toMatchObject([{ vehicle_id: vehicle }]);
    expect(await driver.getLocations()).toMatchObject([{ vehicle_id: vehicle }]);
  });

  it("a position of a driver whose tour has two vehicles is not stored", async () => {
    const { tenant, branch, vehicle } = await aDriver();
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants, branchIds: [branch] });
    const other = await insertVehicle(api.db, tenant.id, { branchId: branch });
    await insertTour(api.db, tenant.id, { vehicleIds: [vehicle, other], userId: driver.session.user_id });
    expect(await driver.updateLocation({ locations: [at(-5)] })).toEqual({ accepted: 0, ignored: 1 });
    expect(await readStoredPositions(api, tenant)).toEqual([]);
  });

  it("positions of drivers off duty, on a finished tour or without a tour are not stored", async () => {
    const { tenant, phone, vehicle, deviceId, startTour } = await aDriver();
    await associateDevice(api.db, tenant.id, { vehicleId: vehicle, deviceId });
    const ignored = { accepted: 0, ignored: 1 };
    expect(await phone.updateLocation({ locations: [at(-9)] })).toEqual(ignored);
    const id = await startTour();
    await updateTourRow(api, tenant, { id, status: "STARTED", sub_state: "OFF_DUTY" });
    expect(await phone.updateLocation({ locations: [at(-8)] })).toEqual(ignored);
    await updateTourRow(api, tenant, { id, status: "STARTED", sub_state: "ON_DUTY" });
    expect(await phone.updateLocation({ locations: [at(-7)] })).toEqual({ accepted: 1, ignored: 0 });
    await updateTourRow(api, tenant, { id, status: "FINISHED", sub_state: null });
    expect(await phone.updateLocation({ locations: [at(-6)] })).toEqual(ignored);
    expect(await readStoredPositions(api, tenant)).toHaveLength(1);
  });

  it("a position of a device without a tour is stored if the tenant's setting allows it", async () => {
    const { tenant, phone, vehicle, deviceId } = await aDriver();
    await associateDevice(api.db, tenant.id, { vehicleId: vehicle, deviceId });
    await api.db.system.run(
      sql`update tenants set settings = '{"locations_without_tour": true}' where id = ${tenant.id}`,
    );
    expect(await phone.updateLocation({ locations: [at(-5)] })).toEqual({ accepted: 1, ignored: 0 });
    expect(await readStoredPositions(api, tenant)).toMatchObject([{ vehicle_id: vehicle, tour_id: null }]);
  });

  it("a position without a tour is never stored for a signed-in user, even if the tenant's setting allows it for devices", async () => {
    const { tenant, branch, vehicle, deviceId } = await aDriver();
    await associateDevice(api.db, tenant.id, { vehicleId: vehicle, deviceId });
    const office = await api.bearer({ tenant, grants: ["updateTenant", "getTenants"] });
    const { lock_version, settings } = await office.getTenant({ id: tenant.id });
    expect(settings.locations_without_tour).toBe(false);
    const change = { id: tenant.id, lock_version, settings: { locations_without_tour: true } };
    expect((await office.patchTenant(change)).settings.locations_without_tour).toBe(true);
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants, branchIds: [branch] });
    await api.db.system.run(
      sql`update tokens set device_id = ${deviceId} where tenant_id = ${tenant.id} and user_id = ${driver.session.user_id}`,
    );
    expect(await driver.updateLocation({ locations: [at(-5)] })).toEqual({ accepted: 0, ignored: 1 });
    expect(await readStoredPositions(api, tenant)).toEqual([]);
  });

  it("positions from before the tour are not stored, however late they are sent", async () => {
    const { tenant, phone, startTour } = await aDriver();
    await startTour({ startedMinutesAgo: 30 });
    expect(await phone.updateLocation({ locations: [at(-40 * 60), at(-10 * 60)] })).toEqual({
      accepted: 1,
      ignored: 1,
    });
    expect(await readStoredPositions(api, tenant)).toHaveLength(1);
  });

  it("an older position never replaces a newer one, and is stored in the history", async () => {
    const { tenant, phone, startTour } = await aDriver();
    await startTour();
    await phone.updateLocation({ locations: [at(-10, { lat: 47.5 })] });
    await phone.updateLocation({ locations: [at(-300, { lat: 46 }), at(-200, { lat: 46.1 })] });
    expect(await phone.getLocations()).toMatchObject([{ lat: 47.5 }]);
    expect((await readStoredPositions(api, tenant)).map(({ lat }) => lat)).toEqual([46, 46.1, 47.5]);
  });

  it("a position is stored once, however often it is sent", async () => {
    const { tenant, phone, startTour } = await aDriver();
    await startTour();
    const locations = [at(-30), at(-20)];
    await Promise.all([1, 2, 3, 4].map(() => phone.updateLocation({ locations })));
    expect(await phone.updateLocation({ locations })).toEqual({ accepted: 2, ignored: 0 });
    expect(await readStoredPositions(api, tenant)).toHaveLength(2);
  });

  it("a position from an integration names its vehicle, which must be in scope", async () => {
    const { tenant, branch, vehicle, phone } = await aDriver();
    await insertTour(api.db, tenant.id, { vehicleIds: [vehicle] });
    const telematics = await api.bearer({ tenant, kind: "SERVICE", grants, branchIds: [branch] });
    const elsewhere = await insertVehicle(api.db, tenant.id, { branchId: await insertBranch(api.db, tenant.id) });
    await telematics.updateLocation({ locations: [at(-5, { vehicle_id: vehicle })] });
    expect(await readStoredPositions(api, tenant)).toMatchObject([{ vehicle_id: vehicle }]);
    await expect(telematics.updateLocation({ locations: [at(-4)] })).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
    for (const vehicle_id of [elsewhere, randomUUID()])
      await expect(telematics.updateLocation({ locations: [at(-4, { vehicle_id })] })).rejects.toMatchObject({
        status: 422,
        code: "REFERENCE_NOT_FOUND",
      });
    await expect(phone.updateLocation({ locations: [at(-4, { vehicle_id: vehicle })] })).rejects.toMatchObject({
      status: 422,
      code: "FIELD_COMBINATION_INVALID",
    });
    expect(await readStoredPositions(api, tenant)).toHaveLength(1);
  });

  it("a position of a vehicle that is no longer in use is stored neither for an integration nor for the device in it", async () => {
    const { tenant, branch, vehicle, phone, deviceId } = await aDriver();
    await associateDevice(api.db, tenant.id, { vehicleId: vehicle, deviceId });
    const telematics = await api.bearer({ tenant, kind: "SERVICE", grants, branchIds: [branch] });
    await api.db.system.run(
      sql`update tenants set settings = '{"locations_without_tour": true}' where id = ${tenant.id}`,
    );
    await api.db.system.run(sql`update vehicles set active = false where id = ${vehicle}`);
    const sold = telematics.updateLocation({ locations: [at(-5, { vehicle_id: vehicle })] });
    await expect(sold).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    expect(await phone.updateLocation({ locations: [at(-4)] })).toEqual({ accepted: 0, ignored: 1 });
    expect(await readStoredPositions(api, tenant)).toEqual([]);
  });

  it("a position more than five minutes ahead is refused with all others of its request", async () => {
    const { tenant, phone, startTour } = await aDriver();
    await startTour();
    const refused = phone.updateLocation({ locations: [at(-5), at(310)] });
    await expect(refused).rejects.toMatchObject({ status: 422, code: "TIME_OUT_OF_RANGE" });
    expect(await refused.catch((refusal) => refusal.arg("field"))).toBe("locations.1.time");
    expect(await readStoredPositions(api, tenant)).toEqual([]);
  });

  it.each<[string, (time: string) => unknown]>([
    ["no item", () => []],
    ["101 items", (time) => Array.from({ length: 101 }, (_, index) => ({ lat: index / 10, lon: 1, time }))],
    [
      "two equal items",
      (time) => [
        { lat: 1, lon: 2, time },
        { time, lon: 2, lat: 1 },
      ],
    ],
    ["a latitude beyond the pole", (time) => [{ lat: 90.0001, lon: 2, time }]],
    ["a longitude of -181", (time) => [{ lat: 1, lon: -181, time }]],
    ["a latitude as text", (time) => [{ lat: "48.2", lon: 2, time }]],
    ["no time", () => [{ lat: 1, lon: 2 }]],
    ["a time that is none", () => [{ lat: 1, lon: 2, time: "noon" }]],
    ["a year 0", () => [{ lat: 1, lon: 2, time: "0000-01-01T00:00:00Z" }]],
  ])("a position with %s is refused as invalid", async (_title, locationsAt) => {
    const { tenant, phone, startTour } = await aDriver();
    await startTour();
    const answer = await put(
      phone.session.token,
      JSON.stringify({ locations: locationsAt(timeSecondsFromNow(api, -5)) }),
    );
    expect(answer).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(await readStoredPositions(api, tenant)).toEqual([]);
  });

  it("a position request that would expand to a huge body is refused", async () => {
    const { phone } = await aDriver();
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(200 * 1_048_576, 0x20), { level: 9 }));
    const answer = await put(phone.session.token, bomb, { "content-encoding": "gzip" });
    expect(answer).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
  });

  it("a position with any numbers that the contract allows is accepted", async () => {
    const { tenant, phone, startTour } = await aDriver();
    await startTour();
    const tiny = { lat: 1e-320, lon: -1e-300, accuracy_meters: 1e-50, speed_meters_per_second: 1000 };
    const locations = [at(-5, { ...tiny, lon: 1 }), at(-4, { ...tiny, lat: 1 })];
    expect(await phone.updateLocation({ locations })).toEqual({ accepted: 2, ignored: 0 });
    expect(await readStoredPositions(api, tenant)).toMatchObject([{ lat: 0 }, { lat: 1 }]);
  });

  it("positions answer 401 without a token and 403 without the grant", async () => {
    const { phone } = await aDriver();
    const other = await api.signIn("getAreas");
    await expect(other.updateLocation({ locations: [at(-5)] })).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    await expect(other.getLocations()).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    await expect(api.anonymous().updateLocation({ locations: [at(-5)] })).rejects.toMatchObject({ status: 401 });
    expect(phone).toBeDefined();
  });

  it("a position is shown to the branches of its vehicle and tour and to the crew, and to no other caller", async () => {
    const { tenant, branch, phone, vehicle, startTour } = await aDriver();
    await startTour();
    await phone.updateLocation({ locations: [at(-5)] });
    const elsewhere = await insertBranch(api.db, tenant.id);
    const seenBy = async (overrides: { branchIds: string[] | null; tenant?: TenantFixture; kind?: "DEVICE" }) =>
      (await (await api.bearer({ tenant, grants, ...overrides })).getLocations()).map(({ vehicle_id }) => vehicle_id);
    expect(await seenBy({ branchIds: null })).toEqual([vehicle]);
    expect(await seenBy({ branchIds: [branch] })).toEqual([vehicle]);
    expect(await seenBy({ branchIds: [elsewhere] })).toEqual([]);
    expect(await seenBy({ branchIds: [branch], kind: "DEVICE" })).toEqual([]);
    expect(await seenBy({ branchIds: null, tenant: await api.aTenant() })).toEqual([]);
  });

  async function put(token: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
    const response = await fetch(`${api.url}/api/v1/location`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body,
    });
    return { status: response.status, code: ((await response.json()) as { code?: string }).code };
  }
});
