import pg from "pg";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { endConnections } from "../../testing/test-database";
import { aStartedTour, aVehicle, positionsOf } from "../../testing/positions";

const WRITERS = 64;
const POINTS_EACH = 20;
/** So many acknowledged points after which all connections are cut once more. */
const ACKS_PER_CUT = 100;

describe("acknowledged positions", () => {
  const api = startApi();

  it("are all there, once, when the database cuts every connection again and again", async () => {
    const tenant = await api.aTenant();
    const owner = new pg.Client({ connectionString: api.databaseUrl });
    await owner.connect();
    await watchLastPositions(owner);
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => aWriter()));
    const acknowledged: string[] = [];
    let [cuts, refusals] = [0, 0];

    await Promise.all(writers.map((writer) => write(writer)));

    const { rows: kept } = await owner.query<{ point: string }>(
      "select vehicle_id || ' ' || (extract(epoch from fixed_at) * 1000)::bigint as point from positions where tenant_id = $1",
      [tenant.id],
    );
    const { rows: wrong } = await owner.query("select * from backward_moves");
    const { rows: last } = await owner.query(`
      select known.vehicle_id from vehicle_positions known
      where known.fixed_at <> (select max(fixed_at) from positions track where track.vehicle_id = known.vehicle_id)`);
    await owner.end();

    expect(acknowledged).toHaveLength(WRITERS * POINTS_EACH);
    const present = new Set(kept.map(({ point }) => point));
    expect(acknowledged.filter((point) => !present.has(point))).toEqual([]);
    expect(present.size).toBe(kept.length);
    expect(wrong).toEqual([]);
    expect(last).toEqual([]);
    expect(cuts).toBeGreaterThanOrEqual(10);
    expect(refusals).toBeLessThan(acknowledged.length);

    async function aWriter() {
      const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["updateLocation"] });
      const vehicle = await aVehicle(api, tenant);
      await aStartedTour(api, tenant, { vehicleIds: [vehicle], deviceId: phone.session.device_id });
      return { phone, vehicle };
    }

    /** Fixes arrive in no order, as from a phone that empties its queue; a refused one is sent again until it is taken. */
    async function write({ phone, vehicle }: Awaited<ReturnType<typeof aWriter>>) {
      const now = api.clock.now().getTime();
      const times = shuffled(Array.from({ length: POINTS_EACH }, (_, index) => now - (index + 1) * 1000));
      for (const at of times) {
        const locations = [{ lat: 47, lon: 15, time: new Date(at).toISOString() }];
        while (!(await phone.updateLocation({ locations }).then(isKept, isAgain)));
        acknowledged.push(`${vehicle} ${at}`);
        const isLastRound = acknowledged.length > WRITERS * (POINTS_EACH - 1);
        if (acknowledged.length % ACKS_PER_CUT === 0 && !isLastRound) await cutConnections();
      }
    }

    function isAgain(refusal: { status?: number }) {
      expect([0, 503]).toContain(refusal.status);
      refusals++;
      return false;
    }

    async function cutConnections() {
      cuts++;
      await endConnections(api.databaseUrl);
    }
  }, 120_000);

  it("of one bad request do not take its neighbours with them", async () => {
    const tenant = await api.aTenant();
    const phones = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["updateLocation"] });
        const vehicle = await aVehicle(api, tenant);
        await aStartedTour(api, tenant, { vehicleIds: [vehicle], deviceId: phone.session.device_id });
        return phone;
      }),
    );
    const owner = new pg.Client({ connectionString: api.databaseUrl });
    await owner.connect();
    await owner.query("alter table positions add constraint nobody_at_the_pole check (lat < 89)");
    const time = new Date(api.clock.now().getTime() - 1000).toISOString();
    const answers = await Promise.allSettled(
      phones.map((phone, index) =>
        phone.updateLocation({ locations: [{ lat: index === 7 ? 89.5 : 47, lon: 15, time }] }),
      ),
    );
    await owner.query("alter table positions drop constraint nobody_at_the_pole");
    await owner.end();
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(await positionsOf(api, tenant)).toHaveLength(19);
  });

  it("lie in the partition of their day, also when they came before it was made", async () => {
    const tenant = await api.aTenant();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["updateLocation"] });
    const vehicle = await aVehicle(api, tenant);
    await aStartedTour(api, tenant, {
      vehicleIds: [vehicle],
      deviceId: phone.session.device_id,
      startedMinutesAgo: 20 * 1440,
    });
    const day = (daysAgo: number) => new Date(api.clock.now().getTime() - daysAgo * 86_400_000).toISOString();
    await phone.updateLocation({ locations: [0.001, 10, 10.001].map((ago) => ({ lat: 47, lon: 15, time: day(ago) })) });
    const places = () =>
      api.db.system.many<{ place: string }>(sql`
        select tableoid::regclass::text as place from positions where tenant_id = ${tenant.id} order by fixed_at`);
    expect(new Set((await places()).map(({ place }) => place))).toEqual(
      new Set(["positions_default", `positions_${day(0.001).slice(0, 10).replaceAll("-", "")}`]),
    );
    await api.db.system.run(sql`select create_position_days(${day(11)}::date, ${day(9)}::date)`);
    expect((await places()).map(({ place }) => place)).not.toContain("positions_default");
    expect(await positionsOf(api, tenant)).toHaveLength(3);
  });
});

const isKept = ({ accepted }: { accepted: number }) => {
  expect(accepted).toBe(1);
  return true;
};

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Writes down every last position that is replaced by one that is not newer. */
const watchLastPositions = (owner: pg.Client) =>
  owner.query(`
    create table backward_moves (vehicle_id uuid, old timestamptz, new timestamptz);
    grant insert on backward_moves to leitstand_system;
    create function note_backward_move() returns trigger language plpgsql as $$
    begin
      if new.fixed_at <= old.fixed_at then insert into backward_moves values (new.vehicle_id, old.fixed_at, new.fixed_at); end if;
      return null;
    end $$;
    create trigger note_backward_move after update on vehicle_positions for each row execute function note_backward_move()`);
