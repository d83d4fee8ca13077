import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { LonLat } from "../../../packages/geo/src/lon-lat";
import { hasRealMaps, readRealMap, realMapPath } from "../../../packages/geo/src/real-maps-testkit";
import { importRoadNetwork } from "../../../packages/geo/src/roads/road-network";
import { roadPointAt } from "../../../packages/geo/src/roads/turn-graph";
import { SeededRandom } from "../../../packages/optimiser/src/search/random";
import { createClient } from "../../../packages/client/src/client";
import { insertTokenBearer } from "../../../apps/api/src/testing/fixtures";
import { commandsBundle } from "../../build.mjs";
import { startApiProcess } from "../harness/api-process";
import { listAllGrants } from "../harness/fleet-data";
import type { BenchEnvironment } from "../harness/ground";
import { insertPhoneFleet, type PhoneFleet } from "../harness/phone-fleet";
import { type BenchRow, median, formatMilliseconds, quantileOfSamples } from "../harness/row";

const TOUR_COUNT = 200;
const CASES_PER_TOUR = 5;
const SUGGESTION_CALLS = 60;
/** Number of calls after which a busy server has compiled the code it uses. */
const WARM_UP_CALLS = 40;
const P99_GOAL_MS = 100;
const runFile = promisify(execFile);

/**
 * Benchmarks `POST /routing/suggestions` on the roads of Liechtenstein from request to answer: database, ways,
 * insertion and rules.
 */
export async function benchSuggestions(ground: BenchEnvironment): Promise<BenchRow[]> {
  if (!hasRealMaps) {
    console.log("suggestions: left out, because ../shared/data with the maps is not there");
    return [];
  }
  const { pieces } = await importRoadNetwork(() => [readRealMap("Liechtenstein")]);
  const random = new SeededRandom(5);
  const place = () => roadPointAt(pieces, random.below(pieces.lons.length));
  const fleet = await insertPhoneFleet(ground.db, ground.owner, TOUR_COUNT);
  const asked = await loadRunningDay(ground, fleet, place);
  const dataDir = mkdtempSync(join(tmpdir(), "leitstand-suggestions-"));
  const env = {
    DATABASE_URL: ground.databaseUrl,
    DATA_DIR: dataDir,
    PEPPER: "a pepper for benchmarks and simulations",
  };
  await runFile(process.execPath, [commandsBundle, "geo", "import", realMapPath("Liechtenstein")], {
    env: { PATH: process.env["PATH"], ...env },
  });
  const api = await startApiProcess(ground.databaseUrl, env);
  try {
    const { token } = await insertTokenBearer(ground.db, { tenant: fleet.tenant, grants: listAllGrants() });
    const dispatcher = createClient({ baseUrl: api.url, token: () => token });
    const samples: number[] = [];
    const sources = new Set<string>();
    let suggested = 0;
    let cpu = 0;
    await waitForMap(
      async () => (await dispatcher.getSuggestions({ case_id: asked[0] as string })).source === "embedded",
    );
    for (const [index, case_id] of asked.entries()) {
      if (index === WARM_UP_CALLS) cpu = api.cpuSeconds();
      const began = performance.now();
      const { source, suggestions } = await dispatcher.getSuggestions({ case_id });
      if (index >= WARM_UP_CALLS) samples.push(performance.now() - began);
      sources.add(source);
      suggested += suggestions.length;
    }
    const cpuMs = ((api.cpuSeconds() - cpu) * 1_000) / SUGGESTION_CALLS;
    const p95 = quantileOfSamples(samples, 0.95);
    return [
      {
        what: `tours for one case: ${TOUR_COUNT} tours of ${2 * CASES_PER_TOUR} stops, the whole operation`,
        ours: `p50 ${formatMilliseconds(median(samples))}, p95 ${formatMilliseconds(p95)}`,
        limit: "-",
        limitName: "",
        ratio: undefined,
        goal: `< ${P99_GOAL_MS} ms`,
        met: p95 < P99_GOAL_MS && suggested === 5 * asked.length && sources.size === 1 && sources.has("embedded"),
        note: `by the roads of Liechtenstein; ${formatMilliseconds(cpuMs)} of CPU per question in the API`,
      },
    ];
  } finally {
    await api.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Waits for the map: a node serves before it has loaded it, and estimates until then. */
async function waitForMap(isThere: () => Promise<boolean>) {
  for (let tries = 0; tries < 100 && !(await isThere()); tries++) await setTimeout(50);
}

/**
 * Loads tours under way with cases between two places each, and cases without a tour; returns the ids of the latter.
 */
async function loadRunningDay(
  { owner }: BenchEnvironment,
  { tenant, branch_id, phones }: PhoneFleet,
  place: () => LonLat,
) {
  const count = TOUR_COUNT * CASES_PER_TOUR + WARM_UP_CALLS + SUGGESTION_CALLS;
  const [starts, sources, targets] = [TOUR_COUNT, count, count].map((many) => Array.from({ length: many }, place));
  const lons = (places: readonly LonLat[] = []) => places.map(([lon]) => lon);
  const lats = (places: readonly LonLat[] = []) => places.map(([, lat]) => lat);
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  await owner.query(
    `insert into vehicle_positions (vehicle_id, lon, lat, fixed_at)
      select id, lon, lat, now() from unnest($1::uuid[], $2::float8[], $3::float8[]) as given (id, lon, lat)`,
    [phones.map(({ vehicle_id }) => vehicle_id), lons(starts), lats(starts)],
  );
  const { rows } = await owner.query<{ id: string }>(
    `insert into cases (natural_id, display_name, branch_id, data_type, state, approved, due_at, funeral_data)
      select 'C-S-' || n, 'Maria Muster', $1, 'FUNERAL', case when n <= $2 then 'ASSIGNED' else 'OPEN' end, true,
        now() + (n % 300) * interval '1 minute',
        json_build_object('cargo_type', 'PERSON', 'transport_type', 'Transportauftrag',
          'cargo_deceased', json_build_object('first_name', 'Maria', 'last_name', 'Muster'),
          'source_address', json_build_object('lon', from_lon, 'lat', from_lat),
          'target_address', json_build_object('lon', to_lon, 'lat', to_lat))
      from unnest($3::float8[], $4::float8[], $5::float8[], $6::float8[]) with ordinality
        as given (from_lon, from_lat, to_lon, to_lat, n)
      order by n returning id`,
    [branch_id, TOUR_COUNT * CASES_PER_TOUR, lons(sources), lats(sources), lons(targets), lats(targets)],
  );
  const ids = rows.map(({ id }) => id);
  const assigned = ids.slice(0, TOUR_COUNT * CASES_PER_TOUR);
  await owner.query(
    `insert into case_links (case_id, tour_id, state, bucket, position)
      select id, ($2::uuid[])[1 + (n - 1) % array_length($2::uuid[], 1)], 'ACCEPTED', 'open', n
      from unnest($1::uuid[]) with ordinality as given (id, n)`,
    [assigned, phones.map(({ tour_id }) => tour_id)],
  );
  await owner.query("reset role; analyze cases, case_links, vehicle_positions; set role leitstand_system");
  return ids.slice(TOUR_COUNT * CASES_PER_TOUR);
}
