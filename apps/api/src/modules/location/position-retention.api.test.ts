import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { createPositionPartitionsAroundNow, deleteExpiredPositions } from "./index";
import { insertTour, insertVehicle, readStoredPositions, timeFromNow } from "../../testing/fleet";

describe("positions", () => {
  const api = startApi();

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
        locations: secondsAgo.map((ago) => ({ lat: 47, lon: 15, time: timeFromNow(api, -ago) })),
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
