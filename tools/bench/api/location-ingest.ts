import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchEnvironment } from "../harness/ground";
import { measurePgbenchRate } from "../harness/pgbench";
import type { BenchPhone, PhoneFleet } from "../harness/phone-fleet";
import { findProgram } from "../harness/programs";
import {
  type BenchRow,
  CONNECTION_COUNT,
  formatCpuNote,
  median,
  formatPerSecond,
  MEASURED_ROUNDS,
  MEASURED_SECONDS,
} from "../harness/row";
import { expectStatus, runRawSocketLoad, formatRawHttpRequest } from "../harness/wire-client";

const runFile = promisify(execFile);
const COPIED_POINTS = 200_000;

/**
 * Benchmarks `PUT /location` with 100 positions: points acknowledged after the commit, against COPY into the same
 * table.
 */
export async function benchLocationBatches(ground: BenchEnvironment): Promise<BenchRow> {
  const fleet = await ground.phones();
  return compareIngest(
    ground,
    { what: "location ingest, batches of 100", points: 100, fleet },
    {
      name: "COPY into the same table",
      goal: 0.4,
      measure: (round) => copyPoints(ground.databaseUrl, fleet, round),
    },
  );
}

/**
 * Benchmarks `PUT /location` with one position, against one commit for each point with the same number of connections.
 */
export async function benchLocationSingles(ground: BenchEnvironment): Promise<BenchRow> {
  const fleet = await ground.phones();
  const { tenant, phones } = fleet;
  const [phone] = phones as [BenchPhone];
  const ids = `'${tenant.id}', '${phone.vehicle_id}', '${phone.device_id}', '${phone.tour_id}'`;
  const place = "48.2, 16.37, 10, 12.5, 90";
  // Inserts the same rows of the same table; the time is random, as if many vehicles drove.
  const script = `\\set ms random(1, 86000000)
insert into positions (tenant_id, vehicle_id, device_id, tour_id, lat, lon, accuracy_meters, speed_meters_per_second, heading_degrees, fixed_at)
 values (${ids}, ${place}, date_trunc('day', now()) + :ms * interval '1 millisecond') on conflict do nothing;\n`;
  return compareIngest(
    ground,
    { what: "location ingest, one at a time", points: 1, fleet },
    {
      name: "pgbench, one point per commit",
      goal: 1.2,
      measure: () =>
        measurePgbenchRate({
          databaseUrl: ground.databaseUrl,
          connections: CONNECTION_COUNT,
          seconds: MEASURED_SECONDS,
          script,
          role: "leitstand_system",
        }),
    },
  );
}

interface IngestLoad {
  readonly what: string;
  readonly points: number;
  readonly fleet: PhoneFleet;
}
interface IngestLimit {
  readonly name: string;
  readonly goal: number;
  readonly measure: (round: number) => Promise<number | undefined>;
}

async function compareIngest(
  ground: BenchEnvironment,
  { what, points, fleet }: IngestLoad,
  limit: IngestLimit,
): Promise<BenchRow> {
  const api = await ground.api();
  await reportPositions(api.url, { fleet, points, seconds: 1 });
  const [ours, limits, cpu]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < MEASURED_ROUNDS; round++) {
    const peer = await limit.measure(round);
    if (peer !== undefined) limits.push(peer);
    const before = api.cpuSeconds();
    const { count, seconds } = await reportPositions(api.url, { fleet, points, seconds: MEASURED_SECONDS });
    cpu.push(((api.cpuSeconds() - before) / count) * 1e6);
    ours.push(count / seconds);
  }
  const ratio = limits.length > 0 ? median(ours) / median(limits) : undefined;
  return {
    what,
    ours: formatPerSecond(median(ours)),
    limit: limits.length > 0 ? formatPerSecond(median(limits)) : "-",
    limitName: limit.name,
    ratio,
    goal: `≥ ${limit.goal}`,
    met: ratio !== undefined && ratio >= limit.goal,
    note: formatCpuNote(median(cpu), "point"),
  };
}

interface PositionLoad {
  readonly fleet: PhoneFleet;
  readonly points: number;
  readonly seconds: number;
}
/** Clocks of phones, which go on from load to load: a position that is sent again would not be stored again. */
const phoneClocks = new Map<string, number>();

async function reportPositions(url: string, { fleet, points, seconds }: PositionLoad) {
  const result = await runRawSocketLoad({
    url,
    connections: CONNECTION_COUNT,
    seconds,
    next: (connection) => {
      const { token } = fleet.phones[connection] as BenchPhone;
      return formatRawHttpRequest({
        method: "PUT",
        path: "/api/v1/location",
        token,
        body: positionsRequest(token, points),
      });
    },
    onAnswer: (_connection, answer) => {
      expectStatus(200, answer);
      const { accepted } = JSON.parse(answer.body) as { accepted: number };
      if (accepted !== points) throw new Error(`${accepted} of ${points} positions were accepted.`);
    },
  });
  return { count: result.answers * points, seconds: result.seconds };
}

function positionsRequest(token: string, count: number): string {
  let at = phoneClocks.get(token) ?? Date.now() - 20 * 3_600_000;
  const spelled: string[] = [];
  for (let index = 0; index < count; index++) {
    at += 250;
    const along = (at % 100_000) / 1e6;
    spelled.push(
      `{"lat":${(48 + along).toFixed(6)},"lon":${(16 + along).toFixed(6)},"time":"${new Date(at).toISOString()}","accuracy_meters":8,"speed_meters_per_second":13.9,"heading_degrees":270}`,
    );
  }
  phoneClocks.set(token, at);
  return `{"locations":[${spelled.join(",")}]}`;
}

/** Measures only the copying, by psql's own clock; the file with the rows is made beforehand. */
async function copyPoints(databaseUrl: string, { tenant, phones }: PhoneFleet, round: number) {
  const psql = findProgram("psql");
  if (!psql) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "leitstand-copy-"));
  const file = join(folder, "points.tsv");
  writeFileSync(file, positionRowsText(tenant.id, phones, round));
  try {
    const copy = `\\copy positions (tenant_id, vehicle_id, device_id, tour_id, lat, lon, accuracy_meters, speed_meters_per_second, heading_degrees, fixed_at) from '${file}'`;
    const options = ["-X", "-c", "\\timing on", "-c", copy, databaseUrl];
    // Row level security allows no COPY: it is the owner who copies, which only makes the limit a little higher.
    const { stdout } = await runFile(psql, options);
    return COPIED_POINTS / (Number(/Time: ([\d.]+) ms/.exec(stdout)?.[1] ?? Number.NaN) / 1000);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Rows of as many vehicles as report to us, at times that nothing else uses. */
function positionRowsText(tenantId: string, phones: readonly BenchPhone[], round: number): string {
  const began = Date.now() - 23 * 3_600_000;
  const rows: string[] = [];
  for (let index = 0; index < COPIED_POINTS; index++) {
    const { vehicle_id, device_id, tour_id } = phones[index % CONNECTION_COUNT] as BenchPhone;
    const at = new Date(began + Math.floor(index / CONNECTION_COUNT) * 250 + round).toISOString();
    const along = (index % 100_000) / 1e6;
    rows.push(
      `${tenantId}\t${vehicle_id}\t${device_id}\t${tour_id}\t${48 + along}\t${16 + along}\t8\t13.9\t270\t${at}\n`,
    );
  }
  return rows.join("");
}
