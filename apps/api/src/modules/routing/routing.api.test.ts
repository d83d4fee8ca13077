import { createClient } from "@leitstand/client/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noProviderSettings } from "#platform/providers/providers";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { insertTour, insertVehicle, updateTourRow, setLastVehiclePosition } from "../../testing/fleet";
import { type ReceivedRequest, startStandInServer } from "../../testing/stand-in";
import { startApi } from "../../testing/start-api";
import { startTestServerNode, type TestNode } from "../../testing/start-node";

const target_location = [15.44, 47.07];
const grant = "getNearestActiveVehicles";

describe("the nearest active vehicles", () => {
  const api = startApi();
  const standIn = startStandInServer();
  let node: TestNode;
  beforeAll(async () => {
    const providers = { ...noProviderSettings, urls: { osrm: standIn.url }, routing: "osrm" as const };
    node = await startTestServerNode(api.databaseUrl, () => ({ providers }));
  });
  afterAll(() => node?.stop());

  interface VehicleOptions {
    readonly branchId?: string;
    readonly userId?: string | null;
    /** Age of the last position. */
    readonly secondsAgo?: number;
    readonly isDriving?: boolean;
  }
  /** A vehicle on its own tour, a number of kilometres north of the target. */
  async function aVehicleAt(tenant: TenantFixture, kilometres: number, options: VehicleOptions = {}) {
    const id = await insertVehicle(api.db, tenant.id, options);
    const { branchId = null, userId = null } = options;
    const driving = { vehicleIds: [id], branchId, userId, startedMinutesAgo: 60 };
    const tour_id = options.isDriving === false ? null : await insertTour(api.db, tenant.id, driving);
    const fixedAt = new Date(api.clock.now().getTime() - (options.secondsAgo ?? 30) * 1000);
    await setLastVehiclePosition(api.db, { vehicleId: id }, { lat: 47.07 + kilometres / 111.195, fixedAt });
    return { id, tour_id: tour_id as string };
  }

  it("the nearest vehicles are sorted by distance, with estimated driving times and the sub-state of their tour", async () => {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants: [grant] });
    const far = await aVehicleAt(tenant, 40);
    const near = await aVehicleAt(tenant, 1);
    const middle = await aVehicleAt(tenant, 10);
    await updateTourRow(api, tenant, { id: near.tour_id, status: "STARTED", sub_state: "NOT_TAKING_CASES" });
    const { source, vehicles } = await dispatcher.getNearestActiveVehicles({ target_location });
    expect(source).toBe("estimate");
    expect(vehicles).toMatchObject([
      {
        id: near.id,
        current_tour_id: near.tour_id,
        current_tour_started_sub_state: "NOT_TAKING_CASES",
        distance_to_target_location: 1300,
        duration_to_target_location: 216,
        open_cases: 0,
        location: { lon: 15.44 },
      },
      { id: middle.id, distance_to_target_location: 13_000, current_tour_started_sub_state: "ACTIVE" },
      { id: far.id },
    ]);
    expect(vehicles[0]?.location_age_seconds).toBeGreaterThanOrEqual(30);
    for (const sort of ["duration", "distance"] as const) {
      const sorted = await dispatcher.getNearestActiveVehicles({ target_location, sort, size: 2 });
      expect(sorted.vehicles.map(({ id }) => id)).toEqual([near.id, middle.id]);
    }
  });

  it("the nearest vehicles are sorted by road and exclude unreachable ones when a routing server answers", async () => {
    const tenant = await api.aTenant();
    const { session } = await api.bearer({ tenant, grants: [grant] });
    const dispatcher = createClient({ baseUrl: node.url, token: () => session.token, attempts: 1 });
    const acrossTheRiver = await aVehicleAt(tenant, 1);
    await aVehicleAt(tenant, 2);
    const onTheMotorway = await aVehicleAt(tenant, 30);
    // Vehicles by kilometres north of the target: a detour, an island, and a long way that is driven fast.
    standIn.answer("/table/v1/driving/", ({ query }: ReceivedRequest) => {
      expect(query).toMatchObject({ sources: "0;1;2", destinations: "3" });
      return { code: "Ok", durations: [[1500], [null], [1400]], distances: [[9_000], [null], [40_000]] };
    });
    const byDuration = await dispatcher.getNearestActiveVehicles({ target_location });
    expect(byDuration).toMatchObject({ source: "osrm", attribution: "© OpenStreetMap contributors" });
    expect(byDuration.vehicles.map(({ id }) => id)).toEqual([onTheMotorway.id, acrossTheRiver.id]);
    expect(byDuration.vehicles[0]).toMatchObject({
      distance_to_target_location: 40_000,
      duration_to_target_location: 1400,
    });
    const byDistance = await dispatcher.getNearestActiveVehicles({ target_location, sort: "distance", size: 1 });
    expect(byDistance.vehicles.map(({ id }) => id)).toEqual([acrossTheRiver.id]);
  });

  it("the nearest vehicles include only those on duty, with a position from the current shift", async () => {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants: [grant] });
    const [offDuty, finished, onBreak] = [
      await aVehicleAt(tenant, 1),
      await aVehicleAt(tenant, 1),
      await aVehicleAt(tenant, 1),
    ];
    await aVehicleAt(tenant, 1, { isDriving: false });
    await aVehicleAt(tenant, 1, { secondsAgo: 2 * 3600 });
    await updateTourRow(api, tenant, { id: offDuty.tour_id, status: "STARTED", sub_state: "OFF_DUTY" });
    await updateTourRow(api, tenant, { id: finished.tour_id, status: "FINISHED", sub_state: null });
    await updateTourRow(api, tenant, { id: onBreak.tour_id, status: "STARTED", sub_state: "ON_A_BREAK" });
    const { vehicles } = await dispatcher.getNearestActiveVehicles({ target_location });
    expect(vehicles.map(({ id }) => id)).toEqual([onBreak.id]);
  });

  it("the nearest vehicles are shown only to dispatchers of their branch and to drivers on their tour", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants: [grant], branchIds: [north] });
    const own = await aVehicleAt(tenant, 1, { branchId: north, userId: driver.session.user_id });
    const northern = await aVehicleAt(tenant, 2, { branchId: north });
    const southern = await aVehicleAt(tenant, 3, { branchId: south });
    const seenBy = async (reader: typeof driver) =>
      (await reader.getNearestActiveVehicles({ target_location })).vehicles.map(({ id }) => id);
    expect(await seenBy(driver)).toEqual([own.id]);
    expect(await seenBy(await api.bearer({ tenant, grants: [grant], branchIds: [north] }))).toEqual([
      own.id,
      northern.id,
    ]);
    expect(await seenBy(await api.bearer({ tenant, grants: [grant], branchIds: [south] }))).toEqual([southern.id]);
    expect(await seenBy(await api.signIn(grant))).toEqual([]);
  });

  it.each([
    ["three numbers", { target_location: [15.44, 47.07, 300] }],
    ["one number", { target_location: [15.44] }],
    ["a latitude beyond the pole", { target_location: [47.07, 95] }],
    ["no number", { target_location: ["here", "there"] as unknown as number[] }],
    ["an unknown order", { target_location, sort: "price" as "distance" }],
    ["too many", { target_location, size: 101 }],
  ])("getNearestActiveVehicles refuses %s", async (_, query) => {
    const dispatcher = await api.signIn(grant);
    await expect(dispatcher.getNearestActiveVehicles(query)).rejects.toMatchObject({
      status: 400,
      code: "REQUEST_PARAMETER_INVALID",
    });
  });

  it("getNearestActiveVehicles requires a position, the grant and a token", async () => {
    const dispatcher = await api.signIn(grant);
    const nowhere = dispatcher.getNearestActiveVehicles({} as { target_location: number[] });
    await expect(nowhere).rejects.toMatchObject({ status: 400, code: "REQUEST_PARAMETER_MISSING" });
    const other = await api.signIn("getVehicles", "getLocations");
    await expect(other.getNearestActiveVehicles({ target_location })).rejects.toMatchObject({
      code: "AUTH_GRANT_MISSING",
    });
    await expect(api.anonymous().getNearestActiveVehicles({ target_location })).rejects.toMatchObject({ status: 401 });
  });
});
