import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { insertDevice, insertTour, insertVehicle, setLastVehiclePosition, vehicleDraft } from "../../testing/fleet";
import { type ApiSession, startApi } from "../../testing/start-api";

const readingGrants = ["getVehicles", "getLocations"];
const writingGrants = ["createVehicle", "updateVehicle", "associateDevice"];
const driverGrants = [...readingGrants, "getOwnLocationReaders"];

describe("positions in answers about vehicles", () => {
  const api = startApi();

  interface RideOptions {
    readonly vehicleBranch?: string | null;
    readonly branchId?: string | null;
    readonly userId?: string | null;
    readonly deviceId?: string | null;
  }
  /** A vehicle on a running tour, whose position is known. */
  async function aVehicleOnTour(tenantId: string, { vehicleBranch = null, ...tour }: RideOptions = {}) {
    const id = await insertVehicle(api.db, tenantId, { branchId: vehicleBranch });
    await insertTour(api.db, tenantId, { vehicleIds: [id], ...tour });
    await setLastVehiclePosition(api.db, { vehicleId: id });
    return id;
  }
  async function aCompany() {
    const tenant = await api.aTenant();
    return { tenant, north: await insertBranch(api.db, tenant.id), south: await insertBranch(api.db, tenant.id) };
  }
  /** Whether the caller is shown the position of each vehicle, alone and in the list. */
  async function showsOf(caller: ApiSession, ids: readonly string[]) {
    const { vehicles } = await caller.getVehicles({ include_last_location: true });
    const listed = ids.map((id) => vehicles.find((vehicle) => vehicle.id === id)?.location);
    const single = await Promise.all(ids.map(async (id) => (await caller.getVehicle({ id })).location));
    expect(single).toEqual(listed);
    return single.map((location) => location?.lat);
  }
  const readersOf = async (driver: ApiSession) => {
    await api.app.tidyUp();
    const readers = await driver.getOwnLocationReaders();
    return readers.map(({ purpose, reader_name }) => `${purpose} ${reader_name}`);
  };

  it("drivers see the position of the vehicle of their own running tour, and not of a colleague's vehicle", async () => {
    const { tenant, north } = await aCompany();
    const aDriver = () => api.bearer({ tenant, roleType: "DRIVER", grants: readingGrants, branchIds: [north] });
    const [one, other] = [await aDriver(), await aDriver()];
    const rideOf = ({ session }: ApiSession) =>
      aVehicleOnTour(tenant.id, { vehicleBranch: north, branchId: north, userId: session.user_id });
    const ids = [await rideOf(one), await rideOf(other)];
    expect(await showsOf(one, ids)).toEqual([47.07, undefined]);
    expect(await showsOf(other, ids)).toEqual([undefined, 47.07]);
  });

  it("a phone without a driver sees the position of the vehicle of its own tour only", async () => {
    const { tenant, north } = await aCompany();
    const roleType = "DRIVER" as const;
    const phone = await api.bearer({ tenant, kind: "DEVICE", roleType, grants: readingGrants, branchIds: [north] });
    const place = { vehicleBranch: north, branchId: north };
    const own = await aVehicleOnTour(tenant.id, { ...place, deviceId: phone.session.device_id });
    expect(await showsOf(phone, [own, await aVehicleOnTour(tenant.id, place)])).toEqual([47.07, undefined]);
  });

  it("the office of a branch sees no position of a vehicle without a branch, unless it drives for that branch", async () => {
    const { tenant, north, south } = await aCompany();
    const office = await api.bearer({ tenant, grants: readingGrants, branchIds: [north] });
    const chief = await api.bearer({ tenant, grants: readingGrants });
    const parked = await insertVehicle(api.db, tenant.id);
    await setLastVehiclePosition(api.db, { vehicleId: parked });
    const ids = [
      await aVehicleOnTour(tenant.id, { branchId: south }),
      await aVehicleOnTour(tenant.id, { branchId: north }),
      await aVehicleOnTour(tenant.id, { vehicleBranch: north, branchId: south }),
      parked,
    ];
    expect(await showsOf(office, ids)).toEqual([undefined, 47.07, 47.07, undefined]);
    expect(await showsOf(chief, ids)).toEqual([47.07, 47.07, 47.07, 47.07]);
  });

  it("callers who may not list positions see none with the vehicles", async () => {
    const { tenant, north } = await aCompany();
    const grants = ["getVehicles"];
    const program = await api.bearer({ tenant, kind: "SERVICE", roleType: "INTEGRATION", grants });
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants, branchIds: [north] });
    const own = await aVehicleOnTour(tenant.id, { vehicleBranch: north, userId: driver.session.user_id });
    expect(await showsOf(program, [own])).toEqual([undefined]);
    expect(await showsOf(driver, [own])).toEqual([undefined]);
  });

  it("a vehicle that was just changed shows its position only to those who may list it", async () => {
    const { tenant, north } = await aCompany();
    const blind = await api.bearer({ tenant, grants: writingGrants, branchIds: [north] });
    const seeing = await api.bearer({ tenant, grants: [...writingGrants, ...readingGrants], branchIds: [north] });
    const vehicleBranch = north;
    const device_id = (await insertDevice(api.db, tenant.id, { branchId: north })).id;
    const id = await aVehicleOnTour(tenant.id, { vehicleBranch });
    const draft = vehicleDraft({ branch_id: north });
    expect((await blind.updateVehicle({ ...draft, id, lock_version: 0 })).location).toBeNull();
    expect((await seeing.updateVehicle({ ...draft, id, lock_version: 1 })).location?.lat).toBe(47.07);
    expect((await blind.associateDevice({ id, device_id })).location).toBeNull();
    expect((await seeing.associateDevice({ id, device_id })).location?.lat).toBe(47.07);
  });

  it("users who were shown a driver's position with the vehicle are listed for the driver", async () => {
    const { tenant, north } = await aCompany();
    const dispatcher = await api.bearer({ tenant, grants: [...writingGrants, ...readingGrants] });
    const aDriver = () => api.bearer({ tenant, roleType: "DRIVER", grants: driverGrants, branchIds: [north] });
    const rideOf = ({ session }: ApiSession) =>
      aVehicleOnTour(tenant.id, { vehicleBranch: north, branchId: north, userId: session.user_id });
    const [read, changed, equipped] = [await aDriver(), await aDriver(), await aDriver()];
    await dispatcher.getVehicle({ id: await rideOf(read) });
    expect(await readersOf(read)).toEqual(["MAP Test Person"]);
    await dispatcher.updateVehicle({ ...vehicleDraft(), id: await rideOf(changed), lock_version: 0 });
    expect(await readersOf(changed)).toEqual(["MAP Test Person"]);
    const device_id = (await insertDevice(api.db, tenant.id, { branchId: north })).id;
    await dispatcher.associateDevice({ id: await rideOf(equipped), device_id });
    expect(await readersOf(equipped)).toEqual(["MAP Test Person"]);
  });

  it("users to whom a vehicle was answered without its position are not listed for its driver", async () => {
    const { tenant, north } = await aCompany();
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants: driverGrants, branchIds: [north] });
    const id = await aVehicleOnTour(tenant.id, { branchId: north, userId: driver.session.user_id });
    const blind = await api.bearer({ tenant, grants: ["getVehicles"] });
    expect(await showsOf(blind, [id])).toEqual([undefined]);
    expect(await readersOf(driver)).toEqual([]);
    await driver.getVehicle({ id });
    expect(await readersOf(driver)).toEqual([]);
  });
});
