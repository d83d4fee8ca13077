import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { isWithinRoadCoverage } from "@leitstand/geo/roads/coverage";
import { isWithinRoadHull } from "@leitstand/geo/roads/outline";
import type { GeoDataLoader, RoutingThread, RouteAnswer } from "#modules/geo-data/index";
import { fetchMatrixInBlocks, AssembledMatrix } from "./blocks";
import { estimateDirections, estimateMatrix, estimateProvenance } from "./estimate";
import {
  type Directions,
  type DirectionsRequest,
  type RoutingMatrix,
  type Position,
  type RouteProvenance,
  type RoadRouter,
  SNAP_METERS_MAX,
  type RoutingMatrixBlock,
  type RoutingMatrixPairsRequest,
} from "./road";
import { createNoRoadProblem, createRouteNotFoundProblem } from "./router-faults.service";

/**
 * Margin around the map: a house may stand a little beyond its last road, but places farther away may have roads that
 * it does not know.
 */
const MAP_MARGIN_METERS = 300;
/**
 * Places on each side of a block: it takes less than a tenth of a second, and all blocks hardly longer than the whole
 * at once.
 */
const MATRIX_BLOCK_SIDE = 250;

const roadsProvenance: RouteProvenance = { source: "embedded", estimated: false, attribution: OSM_ATTRIBUTION };
const mixedProvenance: RouteProvenance = { ...roadsProvenance, estimated: true };

/**
 * Router on the roads of the imported map. Routes to and from places outside of it are estimates, and marked as such.
 */
export const createEmbeddedRouter = (geoData: GeoDataLoader): RoadRouter => ({
  name: "embedded",
  isEstimate: false,
  attribution: OSM_ATTRIBUTION,
  directions: (request) => findRoadDirections(geoData, request),
  matrix: (sources, destinations) => fetchMixedMatrix(geoData, sources, destinations),
  matrices: (requests) => fetchMatrixBlocks(geoData, requests),
});

/** Alternative routes beside the best one, as other servers answer. */
const ALTERNATIVE_ROUTES_MAX = 2;

async function findRoadDirections(geoData: GeoDataLoader, request: DirectionsRequest): Promise<Directions> {
  const { waypoints, language, wantsAlternatives } = request;
  const { roads } = geoData;
  const isKnown = createMapCoverageTest(geoData);
  if (!roads || !waypoints.every(isKnown)) return { ...estimateDirections(waypoints), by: estimateProvenance };
  const others = wantsAlternatives ? ALTERNATIVE_ROUTES_MAX : 0;
  const answer = await roads.thread.ask("way", { waypoints, language, others, within_meters: SNAP_METERS_MAX });
  return toDirections(answer);
}

function toDirections(answer: RouteAnswer): Directions {
  if (answer.kind === "no_road") throw createNoRoadProblem(answer.index);
  if (answer.kind === "unreachable") throw createRouteNotFoundProblem(answer.leg);
  const { places, routes } = answer;
  return {
    by: roadsProvenance,
    waypoints: places.map(({ location, distance_meters: snap_meters }) => ({ location, snap_meters })),
    routes: routes.map(({ legs, ...route }) => ({
      ...route,
      legs: legs.map(({ steps, ...leg }) => ({
        ...leg,
        steps: steps.map(({ name, ...step }) => ({ ...step, name: name || null })),
      })),
    })),
  };
}

/**
 * Function that tells whether the imported map covers a place. The hull of its roads may reach around a neighbour, and a
 * cell of their coverage reaches up to a kilometre beyond the last of them.
 */
function createMapCoverageTest({ roads }: GeoDataLoader): (place: Position) => boolean {
  if (!roads) return () => false;
  const { coverage, generation } = roads;
  const outline = generation.map?.outline ?? [];
  return (place) =>
    isWithinRoadHull(outline, place, MAP_MARGIN_METERS) && isWithinRoadCoverage(coverage, place, MAP_MARGIN_METERS);
}

async function fetchMixedMatrix(
  geoData: GeoDataLoader,
  sources: readonly Position[],
  destinations: readonly Position[],
): Promise<RoutingMatrix> {
  const { roads } = geoData;
  const isKnown = createMapCoverageTest(geoData);
  const from = splitByMapCoverage(sources, isKnown);
  const to = destinations === sources ? from : splitByMapCoverage(destinations, isKnown);
  if (!roads || from.known.length === 0 || to.known.length === 0)
    return { ...estimateMatrix(sources, destinations), by: estimateProvenance };
  const asked = { sources: pickPlaces(sources, from.known), destinations: pickPlaces(destinations, to.known) };
  const known = await roads.thread.use((thread) => fetchRoadMatrix(thread, asked));
  if (from.others.length === 0 && to.others.length === 0) return { ...known, by: roadsProvenance };
  const everywhere = [...destinations.keys()];
  const whole = new AssembledMatrix(sources, destinations);
  whole.put({ rows: from.known, columns: to.known }, known);
  whole.put({ rows: from.others, columns: everywhere }, estimateMatrix(pickPlaces(sources, from.others), destinations));
  whole.put(
    { rows: from.known, columns: to.others },
    estimateMatrix(asked.sources, pickPlaces(destinations, to.others)),
  );
  return { durations: whole.durations, distances: whole.distances, by: mixedProvenance };
}

/**
 * Maximum number of requests that are sent to the thread at once, so that a request for one route does not wait for all
 * of them.
 */
const THREAD_REQUESTS_MAX = 50;

async function fetchMatrixBlocks(
  geoData: GeoDataLoader,
  requests: readonly RoutingMatrixPairsRequest[],
): Promise<readonly RoutingMatrixBlock[]> {
  const { roads } = geoData;
  const isKnown = createMapCoverageTest(geoData);
  const [inside, others]: [number[], number[]] = [[], []];
  for (const [index, { places }] of requests.entries()) (roads && places.every(isKnown) ? inside : others).push(index);
  const matrices: RoutingMatrixBlock[] = [];
  await roads?.thread.use(async (thread) => {
    for (const group of splitIntoGroups(inside, THREAD_REQUESTS_MAX)) {
      const asked = group.map((index) => requests[index] as RoutingMatrixPairsRequest);
      for (const [at, matrix] of (await fetchMatrixFromThread(thread, asked)).entries())
        matrices[group[at] as number] = matrix;
    }
  });
  for (const index of others) {
    const { places } = requests[index] as RoutingMatrixPairsRequest;
    matrices[index] = await fetchMixedMatrix(geoData, places, places);
  }
  return matrices;
}

const splitIntoGroups = <T>(all: readonly T[], size: number): readonly T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, group) => all.slice(group * size, (group + 1) * size));

/** Sends requests to a thread as numbers in a row, which is many times as fast as lists of lists. */
async function fetchMatrixFromThread(
  thread: RoutingThread,
  requests: readonly RoutingMatrixPairsRequest[],
): Promise<readonly RoutingMatrixBlock[]> {
  const places = new Float64Array(requests.reduce((sum, request) => sum + 2 * request.places.length, 0));
  const pairs = new Uint32Array(requests.reduce((sum, request) => sum + request.pairs.length, 0));
  let [place, end] = [0, 0];
  for (const request of requests) {
    for (const number of request.pairs) pairs[end++] = place + number;
    for (const position of request.places) places.set(position, 2 * place++);
  }
  const { durations, distances } = await thread.ask("ways", { places, pairs, within_meters: SNAP_METERS_MAX });
  let way = 0;
  return requests.map((request) => {
    const from = way;
    way += request.pairs.length / 2;
    const rows = (cells: Float64Array) => matrixBlockOf(request, cells.subarray(from, way));
    return { durations: rows(durations), distances: rows(distances), by: roadsProvenance };
  });
}

function matrixBlockOf(
  { places, pairs }: RoutingMatrixPairsRequest,
  cells: Float64Array,
): RoutingMatrixBlock["durations"] {
  const rows = places.map(() => places.map(() => Number.NaN));
  for (let way = 0; way < cells.length; way++) {
    const row = rows[pairs[2 * way] as number] as number[];
    row[pairs[2 * way + 1] as number] = cells[way] as number;
  }
  return rows;
}

/** Indexes of places that the map covers, and of the others. */
function splitByMapCoverage(places: readonly Position[], isKnown: (place: Position) => boolean) {
  const [known, others]: [number[], number[]] = [[], []];
  for (const [index, place] of places.entries()) (isKnown(place) ? known : others).push(index);
  return { known, others };
}

const pickPlaces = (places: readonly Position[], indexes: readonly number[]) =>
  indexes.map((index) => places[index] as Position);

interface MatrixPlaces {
  readonly sources: readonly Position[];
  readonly destinations: readonly Position[];
}
/** Requests a matrix block by block, so that other requests get their turn in between. */
const fetchRoadMatrix = (thread: RoutingThread, { sources, destinations }: MatrixPlaces): Promise<RoutingMatrix> =>
  fetchMatrixInBlocks(sources, destinations, {
    side: MATRIX_BLOCK_SIDE,
    atOnce: 1,
    ask: async (rows, columns) => {
      const asked = { sources: rows, destinations: columns, within_meters: SNAP_METERS_MAX };
      const { durations, distances } = await thread.ask("matrix", asked);
      return { durations: cellsToRows(durations, columns.length), distances: cellsToRows(distances, columns.length) };
    },
  });

const cellsToRows = (cells: Float64Array, width: number): (number | null)[][] =>
  Array.from({ length: cells.length / width }, (_, row) =>
    Array.from(cells.subarray(row * width, (row + 1) * width), (cell) => (Number.isNaN(cell) ? null : cell)),
  );
