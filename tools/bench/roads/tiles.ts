import {
  hasRealMaps,
  type RealMapName,
  readRealMap,
  realMapFilesByName,
} from "../../../packages/geo/src/real-maps-testkit";
import { importTiles } from "../../../packages/geo/src/tiles/import-tiles";
import type { BenchRow } from "../harness/row";

/**
 * Figures that a prototype reached for Liechtenstein, which had one zoom more; the other maps are smaller and held to
 * the same.
 */
const TILE_GOALS = { seconds: 2.5, megabytes: 2.65 } as const;
const IMPORT_COUNT = 3;

/** Benchmarks a region drawn as tiles, by processor time, because other work of the machine must not count. */
export async function benchTileImport(): Promise<BenchRow[]> {
  if (!hasRealMaps) return [];
  const rows: BenchRow[] = [];
  for (const name of Object.keys(realMapFilesByName) as RealMapName[]) rows.push(await benchTilesOfMap(name));
  return rows;
}

async function benchTilesOfMap(name: RealMapName): Promise<BenchRow> {
  const file = readRealMap(name);
  const runs: number[] = [];
  let archive = new Uint8Array();
  for (let run = 0; run < IMPORT_COUNT; run++) {
    const began = process.cpuUsage();
    archive = new Uint8Array(await importTiles(() => [file]));
    const { user, system } = process.cpuUsage(began);
    runs.push((user + system) / 1e6);
  }
  const [seconds, megabytes] = [Math.min(...runs), archive.length / 1e6];
  return {
    what: `geo: vector tiles, ${name}`,
    ours: `${seconds.toFixed(2)} s, ${megabytes.toFixed(2)} MB`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `${TILE_GOALS.seconds} s, ${TILE_GOALS.megabytes} MB`,
    met: seconds <= TILE_GOALS.seconds && megabytes <= TILE_GOALS.megabytes,
    note: `CPU time, best of ${IMPORT_COUNT}, first run ${runs[0]?.toFixed(2)} s`,
  };
}
