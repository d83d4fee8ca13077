import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { createPositionPartitionsAroundNow, deleteExpiredPositions } from "./index";
import { insertTour, insertVehicle, readStoredPositions, timeSecondsFromNow } from "../../testing/fleet";

describe("positions", () => {
  const api = startApi();

  it("the last position of a vehicle is deleted after sixty days, and those of other vehicles are kept", async () => {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants: ["getLocations"] });
    const [parked, driven] = [await insertVehicle(api.db, tenant.id), await insertVehicle(api.db, tenant.id)];
    await api.db.system.run(sql`
      insert into vehicle_positions (tenant_id, vehicle_id, lat, lon, fixed_at)
      select ${tenant.id}, vehicle_id, 47, 15, ${api.clock.now()}::timestamptz - make_interval(days => days)
      from unnest(${[parked, driven]}::uuid[], array[61, 59]) as given (vehicle_id, days)`);
    await deleteExpiredPositions(api.db, api.clock.now());
    expect((await dispatcher.getLocations()).map(({ vehicle_id }) => vehicle_id)).toEqual([driven]);
  });

  it("positions are deleted after sixty days, one day's partition at a time", async () => {
    api.clock.freeze();
    const tenant = await api.aTenant();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["updateLocation"] });
    const vehicle = await insertVehicle(api.db, tenant.id);
    const deviceId = phone.session.device_id;
    await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], deviceId, startedMinutesAgo: 100 * 1440 });
    const day = 86_400;
    const send = (...secondsAgo: number[]) =>
      phone.updateLocation({
        locations: secondsAgo.map((ago) => ({ lat: 47, lon: 15, time: timeSecondsFromNow(api, -ago) })),
      });

    expect(await send(10, 30 * day, 59.9 * day, 60.1 * day)).toEqual({ accepted: 3, ignored: 1 });
    expect(await deleteExpiredPositions(api.db, api.clock.now())).toBe(0);
    expect(await readStoredPositions(api, tenant)).toHaveLength(3);

    api.clock.advance({ days: 1 });
    await createPositionPartitionsAroundNow(api.db.system, api.clock.now());
    await deleteExpiredPositions(api.db, api.clock.now());
    expect(await readStoredPositions(api, tenant)).toHaveLength(2);

    api.clock.advance({ days: 60 });
    expect(await deleteExpiredPositions(api.db, api.clock.now())).toBeGreaterThan(0);
    expect(await readStoredPositions(api, tenant)).toEqual([]);
    const { count } = await api.db.system.one<{ count: number }>(sql`
      select count(*) as count from pg_inherits where inhparent = 'positions'::regclass`);
    expect(count).toBeLessThanOrEqual(4);
  });
});
