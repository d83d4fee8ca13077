import { setTimeout } from "node:timers/promises";
import { insertTokenBearer } from "../../../apps/api/src/testing/fixtures";
import { createClient } from "../../../packages/client/src/client";
import { listAllGrants } from "../harness/fleet-data";
import { noProviderSettings, ProviderClients } from "../../../apps/api/src/platform/providers/providers";
import {
  refreshDueTourPlans,
  refreshTourPlan,
  type TourTimingServices,
} from "../../../apps/api/src/modules/tour-timing/refresh.service";
import { SeededRandom } from "../../../packages/optimiser/src/search/random";
import type { BenchEnvironment } from "../harness/ground";
import { insertPhoneFleet } from "../harness/phone-fleet";
import { type BenchRow, median, formatMilliseconds, quantileOfSamples } from "../harness/row";

const TOUR_COUNT = 1_000;
/** Cases of each tour; a transport is two stops. */
const CASES_PER_TOUR = 3;
const WARM_UP_ROUNDS = 2;
const SINGLE_PLAN_COUNT = 200;
const ACTION_COUNT = 50;
const PLAN_GOALS = { single_ms: 30, refresh_cpu_seconds: 2, core_percent: 10, fresh_seconds: 5 } as const;
/** Number of tours on a board whose crews are never where they should be: each plan is computed once a minute. */
const BOARD_TOURS = 200;

/**
 * Benchmarks plans of running tours, from the claim to the commit: one alone, all of a large company, and the load of a
 * board of tours through the day.
 */
export async function benchTourPlans(ground: BenchEnvironment): Promise<BenchRow[]> {
  const { tenant, tour_ids } = await loadTours(ground);
  const { db } = ground;
  // Clock an hour ahead of the node that runs beside, so that it does no part of the work.
  const clock = { now: () => new Date(Date.now() + 3_600_000) };
  const parts: TourTimingServices = {
    db,
    clock,
    providers: new ProviderClients(noProviderSettings, clock),
    routers: () => undefined,
  };
  const seconds: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + 3; round++) {
    await ground.owner.query("update tour_plans set due_at = now() + interval '30 minutes' where tenant_id = $1", [
      tenant.id,
    ]);
    const before = process.cpuUsage();
    const refreshed = await refreshDueTourPlans(parts);
    const { user, system } = process.cpuUsage(before);
    if (refreshed < TOUR_COUNT) throw new Error(`only ${refreshed} of ${TOUR_COUNT} plans were computed`);
    if (round >= WARM_UP_ROUNDS) seconds.push((user + system) / 1e6);
  }
  const singles: number[] = [];
  for (const tour_id of tour_ids.slice(0, SINGLE_PLAN_COUNT)) {
    const began = performance.now();
    await refreshTourPlan(parts, { tenant_id: tenant.id, tour_id });
    singles.push(performance.now() - began);
  }
  const fresh = await secondsUntilFreshPlan(ground, { tenant, tour_ids });
  return planBenchRows({ cpu: median(seconds), singles, fresh });
}

function planBenchRows({
  cpu,
  singles,
  fresh,
}: {
  cpu: number;
  singles: readonly number[];
  fresh: readonly number[];
}): BenchRow[] {
  const percent = ((cpu / TOUR_COUNT) * BOARD_TOURS * 100) / 60;
  const p95 = quantileOfSamples(singles, 0.95);
  const what = (rest: string) => `plans of tours of ${2 * CASES_PER_TOUR} stops: ${rest}`;
  const alone = { limit: "-", limitName: "", ratio: undefined };
  return [
    {
      ...alone,
      what: what("one, from the claim to the commit"),
      ours: `p50 ${formatMilliseconds(median(singles))}, p95 ${formatMilliseconds(p95)}`,
      goal: `p95 < ${PLAN_GOALS.single_ms} ms`,
      met: p95 < PLAN_GOALS.single_ms,
    },
    {
      ...alone,
      what: what(`${TOUR_COUNT} that are due at once`),
      ours: `${cpu.toFixed(2)} s of CPU`,
      goal: `< ${PLAN_GOALS.refresh_cpu_seconds} s`,
      met: cpu < PLAN_GOALS.refresh_cpu_seconds,
      note: "of the node, ways by estimate; the statements of the database not counted",
    },
    {
      ...alone,
      what: what(`${BOARD_TOURS}, each once a minute`),
      ours: `${percent.toFixed(1)} % of a core`,
      goal: `≤ ${PLAN_GOALS.core_percent} %`,
      met: percent <= PLAN_GOALS.core_percent,
    },
    {
      ...alone,
      what: what(`fresh after an action, ${ACTION_COUNT} at once`),
      ours: `p50 ${median(fresh).toFixed(1)} s, p95 ${quantileOfSamples(fresh, 0.95).toFixed(1)} s`,
      goal: `p95 ≤ ${PLAN_GOALS.fresh_seconds} s`,
      met: quantileOfSamples(fresh, 0.95) <= PLAN_GOALS.fresh_seconds,
      note: "two seconds of it wait for what else happens",
    },
  ];
}

/** Seconds from the answer to an action until the plan of its tour includes it; a node does all by itself. */
async function secondsUntilFreshPlan(
  ground: BenchEnvironment,
  { tenant, tour_ids }: Pick<LoadedTours, "tenant" | "tour_ids">,
) {
  const { token } = await insertTokenBearer(ground.db, { tenant, grants: listAllGrants() });
  const api = await ground.api();
  const dispatcher = createClient({ baseUrl: api.url, token: () => token });
  const isFresh = async (id: string) => (await dispatcher.getTourPlan({ id })).status === "FRESH";
  return Promise.all(
    tour_ids.slice(0, ACTION_COUNT).map(async (id) => {
      await dispatcher.updateTourStartedSubState({ id, started_sub_state: "ON_DUTY" });
      const began = performance.now();
      while (!(await isFresh(id))) await setTimeout(50);
      return (performance.now() - began) / 1_000;
    }),
  );
}

type LoadedTours = Awaited<ReturnType<typeof loadTours>>;

/** Loads running tours around a town, each with transports that are to be ordered. */
async function loadTours({ db, owner }: BenchEnvironment) {
  const { tenant, branch_id, phones } = await insertPhoneFleet(db, owner, TOUR_COUNT);
  const random = new SeededRandom(11);
  const some = (count: number, from: number, width: number) =>
    Array.from({ length: count }, () => from + (random.below(1_000) / 1_000) * width);
  const count = TOUR_COUNT * CASES_PER_TOUR;
  const tour_ids = phones.map(({ tour_id }) => tour_id);
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  await owner.query(
    `insert into vehicle_positions (vehicle_id, lon, lat, fixed_at)
      select id, lon, lat, now() from unnest($1::uuid[], $2::float8[], $3::float8[]) as given (id, lon, lat)`,
    [phones.map(({ vehicle_id }) => vehicle_id), some(TOUR_COUNT, 15.3, 0.3), some(TOUR_COUNT, 46.9, 0.3)],
  );
  const { rows } = await owner.query<{ id: string }>(
    `insert into cases (natural_id, display_name, branch_id, data_type, state, approved, due_at, funeral_data)
      select 'C-T-' || n, 'Maria Muster', $1, 'FUNERAL', 'ASSIGNED', true, now() + (n % 300) * interval '1 minute',
        json_build_object('cargo_type', 'PERSON', 'transport_type', 'Transportauftrag',
          'cargo_deceased', json_build_object('first_name', 'Maria', 'last_name', 'Muster'),
          'source_address', json_build_object('lon', from_lon, 'lat', from_lat),
          'target_address', json_build_object('lon', to_lon, 'lat', to_lat))
      from unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[]) with ordinality
        as given (from_lon, from_lat, to_lon, to_lat, n)
      order by n returning id`,
    [branch_id, some(count, 15.3, 0.3), some(count, 46.9, 0.3), some(count, 15.3, 0.3), some(count, 46.9, 0.3)],
  );
  await owner.query(
    `insert into case_links (case_id, tour_id, state, bucket, position)
      select id, ($2::uuid[])[1 + (n - 1) % array_length($2::uuid[], 1)], 'ACCEPTED', 'open', n
      from unnest($1::uuid[]) with ordinality as given (id, n)`,
    [rows.map(({ id }) => id), tour_ids],
  );
  await owner.query("insert into tour_plans (tour_id) select unnest($1::uuid[]) on conflict do nothing", [tour_ids]);
  await owner.query("reset role; analyze cases, case_links, vehicle_positions, tour_plans; set role leitstand_system");
  return { tenant, tour_ids };
}
