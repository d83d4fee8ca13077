import { selectVehicleJsonById, selectVehiclesJson } from "../../../apps/api/src/modules/vehicles/vehicles.sql";
import { sql } from "../../../apps/api/src/platform/database/sql";
import { type BenchFleet, benchVehicleIdSqlExpression } from "../harness/fleet-data";
import type { BenchEnvironment } from "../harness/ground";
import { runHttpLoad } from "../harness/http-load";
import { pgbenchScriptOf, pgbenchTenantScriptOf, measurePgbenchRate } from "../harness/pgbench";
import { recordSqlStatement } from "../harness/recorded-statement";
import {
  type BenchRow,
  CONNECTION_COUNT,
  median,
  formatMilliseconds,
  formatPerSecond,
  quantileOfSamples,
  MEASURED_ROUNDS,
  MEASURED_SECONDS,
} from "../harness/row";

const TENANT_SCOPE = { all: true, branch_ids: [], driver: null };

interface VehicleReadTarget {
  readonly databaseUrl: string;
  readonly apiUrl: string;
  readonly fleet: BenchFleet;
}

async function prepareReadTarget(ground: BenchEnvironment): Promise<VehicleReadTarget> {
  const fleet = await ground.fleet();
  return { databaseUrl: ground.databaseUrl, apiUrl: (await ground.api()).url, fleet };
}

/** The callers see all vehicles, and their positions. */
const TENANT_REACH = { scope: TENANT_SCOPE, positions: TENANT_SCOPE };

/** Benchmarks `GET /vehicles/{id}`: token, grant, validation, row level security, one row with related ones. */
export async function benchVehicleById(ground: BenchEnvironment): Promise<BenchRow> {
  const where = await prepareReadTarget(ground);
  const { fleet } = where;
  const id = fleet.vehicleIds[0] as string;
  const statement = recordSqlStatement(fleet.tenant.id, (tx) => selectVehicleJsonById(tx, TENANT_REACH, id));
  const spelled = pgbenchScriptOf(statement, { value: id, expression: benchVehicleIdSqlExpression });
  const script = `\\set i random(1, ${fleet.vehicleIds.length})\n${pgbenchTenantScriptOf(fleet.tenant.id, spelled)}`;
  const paths = fleet.vehicleIds.slice(0, 5000).map((vehicle) => `/api/v1/vehicles/${vehicle}`);
  return compareReads({ what: "keyed read, 64 connections", goal: 0.6, paths, script }, where);
}

/**
 * Number of different lists that are asked for in turn, each connection from another one on, so that hardly any callers
 * share a read.
 */
const DIFFERENT_LISTS = CONNECTION_COUNT;

/**
 * Benchmarks `GET /vehicles?include_last_location=true`: 20 vehicles with types, skills, devices, positions and the
 * count, first as the screens of one control room ask for them, then each caller for another page; and as many as a
 * page holds.
 */
export async function benchVehicleList(ground: BenchEnvironment): Promise<BenchRow[]> {
  const where = await prepareReadTarget(ground);
  const { fleet } = where;
  const order = sql`vehicle.license_plate, vehicle.id`;
  const scriptOf = (page: number) => {
    const query = { include_last_location: true, active: true, page };
    const statement = recordSqlStatement(fleet.tenant.id, (tx) =>
      selectVehiclesJson(tx, { ...TENANT_REACH, query, order }),
    );
    return pgbenchTenantScriptOf(fleet.tenant.id, pgbenchScriptOf(statement));
  };
  const paths = Array.from(
    { length: DIFFERENT_LISTS },
    (_, page) => `/api/v1/vehicles?include_last_location=true&active=true&page=${page}`,
  );
  const same = {
    what: "list of 20 vehicles, 64 connections",
    goal: 0.8,
    paths: paths.slice(0, 1),
    script: scriptOf(0),
  };
  const different = {
    what: `lists of 20 vehicles, ${DIFFERENT_LISTS} different pages, 64 connections`,
    goal: 0.8,
    paths,
    script: scriptOf(DIFFERENT_LISTS / 2),
  };
  return [await compareReads(same, where), await compareReads(different, where), await measurePage(where)];
}

const PAGE_SIZE = 10_000;
const PAGE_COUNT = 20;
const PAGE_GOAL_MS = 1_000;

/** Measures pages one after the other, packed as browsers ask for it, and read to their end. */
async function measurePage({ apiUrl, fleet }: VehicleReadTarget): Promise<BenchRow> {
  const url = `${apiUrl}/api/v1/vehicles?include_last_location=true&active=true&size=${PAGE_SIZE}`;
  const samples: number[] = [];
  for (let asked = 0; asked < PAGE_COUNT; asked++) {
    const began = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${fleet.token}` } });
    const { vehicles } = (await answer.json()) as { vehicles: readonly unknown[] };
    samples.push(performance.now() - began);
    if (vehicles.length !== PAGE_SIZE) throw new Error(`The page held ${vehicles.length} vehicles.`);
  }
  const p95 = quantileOfSamples(samples, 0.95);
  return {
    what: `page of ${PAGE_SIZE.toLocaleString("en")} vehicles`,
    ours: `p50 ${formatMilliseconds(median(samples))}, p95 ${formatMilliseconds(p95)}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: "p95 ≤ 1 s",
    met: p95 <= PAGE_GOAL_MS,
    note: "one call at a time",
  };
}

interface ReadComparison {
  readonly what: string;
  readonly goal: number;
  readonly paths: readonly string[];
  readonly script: string;
}

/** Measures both sides in turn, so that a machine that grows slower does so for both. */
async function compareReads(
  { what, goal, paths, script }: ReadComparison,
  { databaseUrl, apiUrl, fleet }: VehicleReadTarget,
): Promise<BenchRow> {
  const load = { url: apiUrl, token: fleet.token, connections: CONNECTION_COUNT, paths };
  await runHttpLoad({ ...load, seconds: 2 });
  const ours: number[] = [];
  const limits: number[] = [];
  let tool = "";
  for (let round = 0; round < MEASURED_ROUNDS; round++) {
    const limit = await measurePgbenchRate({
      databaseUrl,
      connections: CONNECTION_COUNT,
      seconds: MEASURED_SECONDS,
      script,
    });
    if (limit !== undefined) limits.push(limit);
    const answered = await runHttpLoad({ ...load, seconds: MEASURED_SECONDS });
    ours.push(answered.perSecond);
    tool = answered.tool;
  }
  const ratio = limits.length > 0 ? median(ours) / median(limits) : undefined;
  return {
    what,
    ours: formatPerSecond(median(ours)),
    limit: limits.length > 0 ? formatPerSecond(median(limits)) : "-",
    limitName: "pgbench, same SQL, pipelined",
    ratio,
    goal: `≥ ${goal}`,
    met: ratio !== undefined && ratio >= goal,
    note: `load by ${tool}`,
  };
}
