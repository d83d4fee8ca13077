import { selectVehicle, selectVehicles } from "../../../apps/api/src/modules/vehicles/vehicles.sql";
import { sql } from "../../../apps/api/src/platform/database/sql";
import { type Fleet, vehicleIdExpression } from "../harness/fleet-data";
import type { Ground } from "../harness/ground";
import { loadHttp } from "../harness/http-load";
import { asScript, asTenantScript, loadByPgbench } from "../harness/pgbench";
import { recordStatement } from "../harness/recorded-statement";
import { type BenchRow, CONNECTIONS, median, milliseconds, perSecond, quantile, ROUNDS, SECONDS } from "../harness/row";

const EVERYWHERE = { all: true, branch_ids: [], driver: null };

interface Where {
  readonly databaseUrl: string;
  readonly apiUrl: string;
  readonly fleet: Fleet;
}

async function whereOn(ground: Ground): Promise<Where> {
  const fleet = await ground.fleet();
  return { databaseUrl: ground.databaseUrl, apiUrl: (await ground.api()).url, fleet };
}

/** Benchmarks `GET /vehicles/{id}`: token, grant, validation, row level security, one row with related ones. */
export async function benchKeyedRead(ground: Ground): Promise<BenchRow> {
  const where = await whereOn(ground);
  const { fleet } = where;
  const id = fleet.vehicleIds[0] as string;
  const statement = recordStatement(fleet.tenant.id, (tx) => selectVehicle(tx, EVERYWHERE, id));
  const spelled = asScript(statement, { value: id, expression: vehicleIdExpression });
  const script = `\\set i random(1, ${fleet.vehicleIds.length})\n${asTenantScript(fleet.tenant.id, spelled)}`;
  const paths = fleet.vehicleIds.slice(0, 5000).map((vehicle) => `/api/v1/vehicles/${vehicle}`);
  return compare({ what: "keyed read, 64 connections", goal: 0.6, paths, script }, where);
}

/**
 * Benchmarks `GET /vehicles?include_last_location=true`: 20 vehicles with types, skills, devices, positions and the
 * count; and as many as a page holds.
 */
export async function benchVehicleList(ground: Ground): Promise<BenchRow[]> {
  const where = await whereOn(ground);
  const { fleet } = where;
  const query = { include_last_location: true, active: true };
  const order = sql`vehicle.license_plate, vehicle.id`;
  const statement = recordStatement(fleet.tenant.id, (tx) => selectVehicles(tx, { scope: EVERYWHERE, query, order }));
  const script = asTenantScript(fleet.tenant.id, asScript(statement));
  const paths = ["/api/v1/vehicles?include_last_location=true&active=true"];
  const list = await compare({ what: "list of 20 vehicles, 64 connections", goal: 0.8, paths, script }, where);
  return [list, await measurePage(where)];
}

const PAGE = 10_000;
const PAGES = 20;
const PAGE_GOAL_MS = 1_000;

/** Measures pages one after the other, packed as browsers ask for it, and read to their end. */
async function measurePage({ apiUrl, fleet }: Where): Promise<BenchRow> {
  const url = `${apiUrl}/api/v1/vehicles?include_last_location=true&active=true&size=${PAGE}`;
  const samples: number[] = [];
  for (let asked = 0; asked < PAGES; asked++) {
    const began = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${fleet.token}` } });
    const { vehicles } = (await answer.json()) as { vehicles: readonly unknown[] };
    samples.push(performance.now() - began);
    if (vehicles.length !== PAGE) throw new Error(`The page held ${vehicles.length} vehicles.`);
  }
  const p95 = quantile(samples, 0.95);
  return {
    what: `page of ${PAGE.toLocaleString("en")} vehicles`,
    ours: `p50 ${milliseconds(median(samples))}, p95 ${milliseconds(p95)}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: "p95 ≤ 1 s",
    met: p95 <= PAGE_GOAL_MS,
    note: "one call at a time",
  };
}

interface Comparison {
  readonly what: string;
  readonly goal: number;
  readonly paths: readonly string[];
  readonly script: string;
}

/** Measures both sides in turn, so that a machine that grows slower does so for both. */
async function compare(
  { what, goal, paths, script }: Comparison,
  { databaseUrl, apiUrl, fleet }: Where,
): Promise<BenchRow> {
  const load = { url: apiUrl, token: fleet.token, connections: CONNECTIONS, paths };
  await loadHttp({ ...load, seconds: 2 });
  const ours: number[] = [];
  const limits: number[] = [];
  let tool = "";
  for (let round = 0; round < ROUNDS; round++) {
    const limit = await loadByPgbench({ databaseUrl, connections: CONNECTIONS, seconds: SECONDS, script });
    if (limit !== undefined) limits.push(limit);
    const answered = await loadHttp({ ...load, seconds: SECONDS });
    ours.push(answered.perSecond);
    tool = answered.tool;
  }
  const ratio = limits.length > 0 ? median(ours) / median(limits) : undefined;
  return {
    what,
    ours: perSecond(median(ours)),
    limit: limits.length > 0 ? perSecond(median(limits)) : "-",
    limitName: "pgbench, same SQL, pipelined",
    ratio,
    goal: `≥ ${goal}`,
    met: ratio !== undefined && ratio >= goal,
    note: `load by ${tool}`,
  };
}
