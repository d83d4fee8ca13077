import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Problem, MatrixRows } from "../../../packages/optimiser/src/problem/problem";

/** A published instance and the cost of the best solution known for it, in the units of the publication. */
export interface VrpInstance {
  readonly name: string;
  readonly problem: Problem;
  readonly reference: number;
  /** Number of vehicles in the best known solution. */
  readonly vehicles: number;
}

/** Factor on published coordinates and times; ways are rounded to whole numbers, as VROOM's scripts do. */
export const VRP_COORDINATE_FACTOR = 1000;

const instanceFolder =
  process.env.LEITSTAND_TEST_DATA ?? fileURLToPath(new URL("../../../../shared/data", import.meta.url));

/** Loads the instances; undefined where they are not on this machine, as they are not part of the repository. */
export function loadVrpInstances(): { readonly solomon: VrpInstance[]; readonly liLim: VrpInstance[] } | undefined {
  const data = join(instanceFolder, "vrp");
  if (!existsSync(data)) return undefined;
  const solomon = filesOfArchive(join(data, "VRPTW_solomon.tar.xz"));
  const liLim = filesOfArchive(join(data, "PDPTW_li_lim_100.tar.xz"));
  const windows = referenceCostsOf(join(data, "VRPTW_BKS.json"));
  const pairs = referenceCostsOf(join(data, "PDPTW_BKS.json"));
  return {
    // Takes the references by distance; the other entries minimise the number of vehicles first. The published one of
    // R109 (1101.37) is out of reach, because its proven optimum is 1146.9 even with all distances cut to tenths
    // (DIMACS challenge on vehicle routing, 2022).
    solomon: solomon.map(({ name, text }) => ({
      name,
      problem: readSolomon(text),
      ...windows(`${name}_distance`),
    })),
    liLim: liLim.map(({ name, text }) => ({ name, problem: readLiLim(text), ...pairs(name) })),
  };
}

function filesOfArchive(archive: string): { name: string; text: string }[] {
  const scratch = mkdtempSync(join(tmpdir(), "leitstand-vrp-"));
  try {
    execFileSync("tar", ["-xJf", archive, "-C", scratch, "--strip-components=2"]);
    return readdirSync(scratch)
      .filter((file) => file.endsWith(".txt"))
      .sort()
      .map((file) => ({ name: file.replace(".txt", ""), text: readFileSync(join(scratch, file), "utf8") }));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function referenceCostsOf(file: string): (name: string) => Pick<VrpInstance, "reference" | "vehicles"> {
  const known = JSON.parse(readFileSync(file, "utf8")) as Record<string, BestKnownSolution | undefined>;
  return (name) => {
    const { best_known_cost, solved_with_vehicles } = known[name] ?? NO_KNOWN_SOLUTION;
    return { reference: best_known_cost, vehicles: solved_with_vehicles };
  };
}

interface BestKnownSolution {
  readonly best_known_cost: number;
  readonly solved_with_vehicles: number;
}
const NO_KNOWN_SOLUTION: BestKnownSolution = { best_known_cost: Number.NaN, solved_with_vehicles: 0 };

const numberRowsOf = (text: string) => text.split("\n").map((line) => line.trim().split(/\s+/).map(Number));

/** Reads customer, x, y, demand, ready, due, service; above them the number of vehicles and their capacity. */
function readSolomon(text: string): Problem {
  const lines = numberRowsOf(text).filter((line) => line.every(Number.isFinite));
  const [vehicles = 0, capacity = 0] = lines.find(({ length }) => length === 2) ?? [];
  const rows = lines.filter(({ length }) => length === 7);
  return {
    vehicles: vehiclesOf(vehicles, capacity, rows[0]!),
    jobs: rows.slice(1).map((row) => ({ ...stopOfRow(row), delivery: [row[3]!] })),
    matrices: { car: { durations: roundedWaysBetween(rows) } },
  };
}

/** Reads Solomon's format with the numbers of the pickup and of the delivery that belong to it; 0 for its own side. */
function readLiLim(text: string): Problem {
  const [head, ...rows] = numberRowsOf(text.trim());
  return {
    vehicles: vehiclesOf(head![0]!, head![1]!, rows[0]!),
    shipments: rows
      .filter((row, index) => index > 0 && row[7] === 0)
      .map((row) => ({ pickup: stopOfRow(row), delivery: stopOfRow(rows[row[8]!]!), amount: [row[3]!] })),
    matrices: { car: { durations: roundedWaysBetween(rows) } },
  };
}

const vehiclesOf = (count: number, capacity: number, depot: readonly number[]) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    start_index: 0,
    end_index: 0,
    capacity: [capacity],
    time_window: [depot[4]! * VRP_COORDINATE_FACTOR, depot[5]! * VRP_COORDINATE_FACTOR] as const,
  }));

const stopOfRow = (row: readonly number[]) => ({
  id: row[0]!,
  location_index: row[0]!,
  service: row[6]! * VRP_COORDINATE_FACTOR,
  time_windows: [[row[4]! * VRP_COORDINATE_FACTOR, row[5]! * VRP_COORDINATE_FACTOR] as const],
});

const roundedWaysBetween = (rows: readonly (readonly number[])[]): MatrixRows =>
  rows.map(([, x, y]) => rows.map(([, u, v]) => Math.round(VRP_COORDINATE_FACTOR * Math.hypot(x! - u!, y! - v!))));
