import { SeededChance } from "@leitstand/scenario/chance";
import type { LonLat } from "../../../packages/geo/src/lon-lat";
import {
  hasRealMaps,
  type RealMapName,
  readRealMap,
  realMapFilesByName,
} from "../../../packages/geo/src/real-maps-testkit";
import { importRoadNetwork, type RoadNetwork } from "../../../packages/geo/src/roads/road-network";
import { roadPointAt } from "../../../packages/geo/src/roads/turn-graph";
import { RouteEndpointFinder } from "../../../packages/geo/src/routing/ends";
import { PlainDijkstra } from "../../../packages/geo/src/routing/plain-dijkstra-testkit";
import { Router } from "../../../packages/geo/src/routing/router";
import { SnapIndex } from "../../../packages/geo/src/routing/snap-index";
import { type BenchRow, median, formatMilliseconds, quantileOfSamples } from "../harness/row";

/** Figures that a prototype reached on two cores for Liechtenstein; the other maps are smaller and held to the same. */
const ROUTING_GOALS = { importSeconds: 1.3, p50: 0.1, p99: 0.23, matrix: 16 } as const;
const ROUTE_QUERIES = 1000;
const WARM_UP_ROUNDS = 4;
const DIJKSTRA_QUERIES = 100;
const MATRIX_SIZE = 100;
const IMPORT_COUNT = 3;
const MATRIX_COUNT = 9;

/**
 * Benchmarks routing without a server: import, one route, many routes, and Dijkstra's algorithm on the same graph
 * beside it.
 */
export async function benchRoadRouting(): Promise<BenchRow[]> {
  if (!hasRealMaps) {
    console.log("geo: left out, because ../shared/data with the maps is not there");
    return [];
  }
  const rows: BenchRow[] = [];
  for (const name of Object.keys(realMapFilesByName) as RealMapName[]) rows.push(...(await benchRoutingOnMap(name)));
  return rows;
}

async function benchRoutingOnMap(name: RealMapName): Promise<BenchRow[]> {
  const { network, seconds, parts } = await measureImport(readRealMap(name));
  const edges = network.graph.stateOf.filter((state) => state >= 0).length;
  const places = roadPlacesOf(network);
  const router = new Router(network);
  const routes = measureRoutes(router, places);
  const plain = measureDijkstra(network, places);
  const matrix = measureMatrix(router, places);
  const [p50, p99, plainMs] = [median(routes), quantileOfSamples(routes, 0.99), median(plain)];
  const map = `${name} (${edges.toLocaleString("en")} edges)`;
  const compared = { limit: formatMilliseconds(plainMs), limitName: "Dijkstra", ratio: p50 / plainMs };
  return [
    {
      what: `geo: import and contraction, ${map}`,
      ours: `${seconds.toFixed(2)} s`,
      ...noComparison,
      goal: `${ROUTING_GOALS.importSeconds} s`,
      met: seconds <= ROUTING_GOALS.importSeconds,
      note: `CPU time, best of ${IMPORT_COUNT}; ${parts}`,
    },
    {
      what: `geo: snap, route, geometry and steps, ${map}`,
      ours: `${p50.toFixed(3)} / ${p99.toFixed(3)} ms`,
      ...compared,
      goal: `${ROUTING_GOALS.p50} / ${ROUTING_GOALS.p99} ms`,
      met: p50 <= ROUTING_GOALS.p50 && p99 <= ROUTING_GOALS.p99,
      note: `p50 / p99 of ${ROUTE_QUERIES}`,
    },
    {
      what: `geo: matrix ${MATRIX_SIZE} × ${MATRIX_SIZE}, ${map}`,
      ours: formatMilliseconds(matrix),
      limit: formatMilliseconds(plainMs * MATRIX_SIZE),
      limitName: "Dijkstra for each row",
      ratio: matrix / (plainMs * MATRIX_SIZE),
      goal: `${ROUTING_GOALS.matrix} ms`,
      met: matrix <= ROUTING_GOALS.matrix,
      note: `median of ${MATRIX_COUNT}`,
    },
  ];
}

const noComparison = { limit: "-", limitName: "", ratio: undefined };

/** Measures processor time, because other work of the machine must not count. */
async function measureImport(bytes: Buffer): Promise<{ network: RoadNetwork; seconds: number; parts: string }> {
  const runs: { network: RoadNetwork; seconds: number; reading: number }[] = [];
  for (let run = 0; run < IMPORT_COUNT; run++) {
    const began = process.cpuUsage();
    let reading = 0;
    const onProgress = (share: number) => {
      if (share <= 0.4) reading = secondsSince(began);
    };
    const network = await importRoadNetwork(() => [bytes], { bytes: bytes.length, onProgress });
    runs.push({ network, seconds: secondsSince(began), reading });
  }
  const best = runs.reduce((one, other) => (other.seconds < one.seconds ? other : one));
  return { ...best, parts: `${best.reading.toFixed(2)} s of it reading, first run ${runs[0]?.seconds.toFixed(2)} s` };
}

function secondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

function roadPlacesOf({ pieces }: RoadNetwork): LonLat[] {
  const chance = new SeededChance(7);
  return Array.from({ length: 2 * ROUTE_QUERIES }, (): LonLat => {
    const [lon, lat] = roadPointAt(pieces, chance.below(pieces.lons.length));
    return [lon + (chance.next() - 0.5) / 500, lat + (chance.next() - 0.5) / 750];
  });
}

const measureMs = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

function measureRoutes(router: Router, places: readonly LonLat[]): number[] {
  const once = () =>
    Array.from({ length: ROUTE_QUERIES }, (_, index) => {
      const [from, to] = [places[2 * index] as LonLat, places[2 * index + 1] as LonLat];
      return measureMs(() => router.route([from, to]));
    });
  // Warms up until the compiler has optimised the code, as in a running server.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) once();
  return once();
}

function measureDijkstra(network: RoadNetwork, places: readonly LonLat[]): number[] {
  const [snaps, finder, plain] = [new SnapIndex(network), new RouteEndpointFinder(network), new PlainDijkstra(network)];
  return Array.from({ length: DIJKSTRA_QUERIES }, (_, index) => {
    const ends = [places[2 * index], places[2 * index + 1]].flatMap((place) => {
      const snapped = place && snaps.nearest(place, 1000);
      return snapped ? [finder.endsOf(snapped)] : [];
    });
    const [from, to] = ends;
    return measureMs(() => from && to && plain.weightBetween(from, to));
  });
}

/** Measures a matrix of other places each time: a router remembers those that it has been asked for. */
function measureMatrix(router: Router, places: readonly LonLat[]): number {
  const once = (round: number) => {
    const from = 2 * round * MATRIX_SIZE;
    const [origins, destinations] = [from, from + MATRIX_SIZE].map((at) => places.slice(at, at + MATRIX_SIZE));
    return measureMs(() => router.matrix(origins ?? [], destinations ?? []));
  };
  const [, ...warm] = Array.from({ length: MATRIX_COUNT + 1 }, (_, round) => once(round));
  return median(warm);
}
