import pg from "pg";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { POSITIONS_PER_WRITER, writePositionsThroughCuts } from "../../testing/races/position-cuts";
import { insertTour, insertVehicle, readStoredPositions } from "../../testing/fleet";
import { startApi } from "../../testing/start-api";

describe("acknowledged positions", () => {
  const api = startApi();

  it("every acknowledged position is stored once although the database repeatedly ends all connections", async () => {
    const writers = 16;
    const { refusals: _, ...outcome } = await writePositionsThroughCuts(api, { seed: 1, writers, acksPerCut: 50 });
    const acknowledged = writers * POSITIONS_PER_WRITER;
    expect(outcome).toEqual({ acknowledged, missing: [], doubled: 0, backwards: [], outdated: [], cuts: 6 });
  }, 240_000);

  it("an invalid position does not make the requests fail that are stored together with it", async () => {
    const tenant = await api.aTenant();
    const phones = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["updateLocation"] });
        const vehicle = await insertVehicle(api.db, tenant.id);
        await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], deviceId: phone.session.device_id });
        return phone;
      }),
    );
    const owner = new pg.Client({ connectionString: api.databaseUrl });
    await owner.connect();
    await owner.query("alter table positions add constraint nobody_at_the_pole check (lat < 89)");
    const time = new Date(api.clock.now().getTime() - 1000).toISOString();
    try {
      const answers = await Promise.allSettled(
        phones.map((phone, index) =>
          phone.updateLocation({ locations: [{ lat: index === 3 ? 89.5 : 47, lon: 15, time }] }),
        ),
      );
      expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
    } finally {
      await owner.query("alter table positions drop constraint nobody_at_the_pole");
      await owner.end();
    }
    expect(await readStoredPositions(api, tenant)).toHaveLength(7);
  });

  it("positions are stored in the partition of their day, even if they arrived before it was created", async () => {
    // The clock is frozen, because a day that begins meanwhile would have another partition.
    api.clock.freeze();
    const tenant = await api.aTenant();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["updateLocation"] });
    const vehicle = await insertVehicle(api.db, tenant.id);
    await insertTour(api.db, tenant.id, {
      vehicleIds: [vehicle],
      deviceId: phone.session.device_id,
      startedMinutesAgo: 20 * 1440,
    });
    const day = (daysAgo: number) => new Date(api.clock.now().getTime() - daysAgo * 86_400_000).toISOString();
    await phone.updateLocation({ locations: [0, 10, 10.001].map((ago) => ({ lat: 47, lon: 15, time: day(ago) })) });
    const places = () =>
      api.db.system.many<{ place: string }>(sql`
        select tableoid::regclass::text as place from positions where tenant_id = ${tenant.id} order by fixed_at`);
    expect(new Set((await places()).map(({ place }) => place))).toEqual(
      new Set(["positions_default", `positions_${day(0).slice(0, 10).replaceAll("-", "")}`]),
    );
    await api.db.system.run(sql`select create_position_days(${day(11)}::date, ${day(9)}::date)`);
    expect((await places()).map(({ place }) => place)).not.toContain("positions_default");
    expect(await readStoredPositions(api, tenant)).toHaveLength(3);
  });
});
