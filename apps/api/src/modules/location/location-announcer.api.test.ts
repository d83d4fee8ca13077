import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { readCurrentCursor, followStream, announceTitledEvent } from "../../testing/live-streams";
import { insertTour, insertVehicle, timeSecondsFromNow } from "../../testing/fleet";
import { startApi } from "../../testing/start-api";

const grants = ["getLocations", "updateLocation", "getAreas", "getDashboard"];

describe("news of locations", () => {
  const api = startApi();

  it("position updates reach only the dispatchers of the vehicle's branch, with the newest position of each vehicle", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants, branchIds: [north] });
    const vehicle = await insertVehicle(api.db, tenant.id, { branchId: north });
    const tour = await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], deviceId: phone.session.device_id });
    // The stream starts at a cursor, so that events before it is open are not missed.
    const streamOf = async (branchIds: string[]) => {
      const session = await api.bearer({ tenant, grants, branchIds });
      return followStream({ url: api.url, session, lastEventId: await readCurrentCursor(api.db, session) });
    };
    const [northern, southern] = [await streamOf([north]), await streamOf([south])];
    const [atNorth, atSouth] = [northern.next(), southern.next()];
    await api.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, "open"));
    await Promise.all([atNorth, atSouth]);

    const news = northern.next();
    const fix = (secondsAgo: number, lat: number) => ({ lat, lon: 15.44, time: timeSecondsFromNow(api, -secondsAgo) });
    await phone.updateLocation({ locations: [fix(20, 47.1), fix(5, 47.3), fix(10, 47.2)] });
    expect((await news).value).toMatchObject({
      type: "location update",
      data: { vehicle_id: vehicle, tour_id: tour, lat: 47.3, lon: 15.44 },
    });
    await api.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, "after"));
    expect((await southern.next()).value).toMatchObject({ type: "area waiting time", data: { title: "after" } });
  });
});
