/** Phones that send their positions while the database cuts every connection again and again. */
import { SeededChance } from "@leitstand/scenario/chance";
import pg from "pg";
import { expect } from "vitest";
import type { TenantFixture } from "../fixtures";
import { insertTour, insertVehicle } from "../fleet";
import type { TestApi } from "../start-api";
import { terminateProductConnections } from "../test-database";

export const POSITIONS_PER_WRITER = 20;

interface CutRun {
  readonly seed: number;
  /** Number of phones that send at once. */
  readonly writers: number;
  /** Number of acknowledged positions after which all connections are cut once more. */
  readonly acksPerCut: number;
}

export async function writePositionsThroughCuts(api: TestApi, { seed, writers: writerCount, acksPerCut }: CutRun) {
  const chance = new SeededChance(seed);
  const tenant = await api.aTenant();
  const owner = new pg.Client({ connectionString: api.databaseUrl });
  await owner.connect();
  await watchLastPositions(owner);
  const writers = await Promise.all(Array.from({ length: writerCount }, () => createPositionWriter(api, tenant)));
  const acknowledged: string[] = [];
  let [cuts, refusals] = [0, 0];
  const isAgain = (refusal: { status?: number }) => {
    expect([0, 503]).toContain(refusal.status);
    refusals++;
    return false;
  };
  /** Sends positions in no order, as a phone that empties its queue; a refused one is sent again until it is taken. */
  const write = async ({
    phone,
    vehicle,
    times,
  }: Awaited<ReturnType<typeof createPositionWriter>> & { times: number[] }) => {
    for (const at of times) {
      const locations = [{ lat: 47, lon: 15, time: new Date(at).toISOString() }];
      while (!(await phone.updateLocation({ locations }).then(assertPointsKept, isAgain)));
      acknowledged.push(`${vehicle} ${at}`);
      const isLastRound = acknowledged.length > writerCount * (POSITIONS_PER_WRITER - 1);
      if (acknowledged.length % acksPerCut !== 0 || isLastRound) continue;
      cuts++;
      await terminateProductConnections(api.databaseUrl);
    }
  };
  const now = api.clock.now().getTime();
  const inNoOrder = () =>
    shuffle(
      Array.from({ length: POSITIONS_PER_WRITER }, (_, index) => now - (index + 1) * 1000),
      chance,
    );
  await Promise.all(writers.map((writer) => write({ ...writer, times: inNoOrder() })));
  const found = await readPositionState(owner, tenant);
  await owner.end();
  const present = new Set(found.kept);
  return {
    acknowledged: acknowledged.length,
    missing: acknowledged.filter((point) => !present.has(point)),
    doubled: found.kept.length - present.size,
    backwards: found.backwards,
    outdated: found.outdated,
    cuts,
    refusals,
  };
}

async function createPositionWriter(api: TestApi, tenant: TenantFixture) {
  const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["updateLocation"] });
  const vehicle = await insertVehicle(api.db, tenant.id);
  await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], deviceId: phone.session.device_id });
  return { phone, vehicle };
}

const assertPointsKept = ({ accepted }: { accepted: number }) => {
  expect(accepted).toBe(1);
  return true;
};

function shuffle<T>(items: readonly T[], chance: SeededChance): T[] {
  return items
    .map((item) => ({ item, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function readPositionState(owner: pg.Client, tenant: TenantFixture) {
  const { rows: kept } = await owner.query<{ point: string }>(
    "select vehicle_id || ' ' || (extract(epoch from fixed_at) * 1000)::bigint as point from positions where tenant_id = $1",
    [tenant.id],
  );
  const { rows: backwards } = await owner.query<object>("select * from backward_moves");
  const { rows: outdated } = await owner.query<object>(`
    select known.vehicle_id from vehicle_positions known
    where known.fixed_at <> (select max(fixed_at) from positions track where track.vehicle_id = known.vehicle_id)`);
  return { kept: kept.map(({ point }) => point), backwards, outdated };
}

/** Records every last position that is replaced by one that is not newer. */
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
