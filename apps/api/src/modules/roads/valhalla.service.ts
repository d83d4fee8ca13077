/** Valhalla's HTTP API: https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/ */
import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { type Static, Type } from "typebox";
import type { ProviderClient } from "#platform/providers/provider";
import {
  fetchMatrixInBlocks,
  fetchMatrixByHalves,
  fetchMatrixWithinDistance,
  AssembledMatrix,
  type MatrixSourcesAndDestinations,
} from "./blocks";
import { fetchDirectionsNamingMissingLeg } from "./missing-leg.service";
import {
  decodePolyline,
  type Directions,
  type DirectionsRequest,
  type RouteLeg,
  type RoutingMatrix,
  type Position,
  type DrivingRoute,
  type RoadRouter,
  SNAP_METERS_MAX,
  toSnappedWaypoints,
} from "./road";
import {
  createMismatchedAnswerProblem,
  directionsHaveRequestedCounts,
  isMatrixOfSize,
  createNoRoadProblem,
  createRouteNotFoundProblem,
} from "./router-faults.service";
import { joinAtSharedEnds, joinDirections, splitIntoWaypointRuns } from "./waypoint-runs";

const NonNegativeNumber = Type.Number({ minimum: 0 });
const ValhallaLeg = Type.Object({
  /** Line encoded with six decimal places. */
  shape: Type.String(),
  summary: Type.Object({ length: NonNegativeNumber, time: NonNegativeNumber }),
  maneuvers: Type.Array(
    Type.Object({
      instruction: Type.String(),
      street_names: Type.Optional(Type.Array(Type.String())),
      length: NonNegativeNumber,
      time: NonNegativeNumber,
      begin_shape_index: Type.Integer({ minimum: 0 }),
    }),
  ),
});
const ValhallaTrip = Type.Object({
  legs: Type.Array(ValhallaLeg),
  summary: Type.Object({ length: NonNegativeNumber, time: NonNegativeNumber }),
});
const ValhallaTrips = Type.Object({
  trip: ValhallaTrip,
  alternates: Type.Optional(Type.Array(Type.Object({ trip: ValhallaTrip }))),
});
const ValhallaCell = Type.Object({
  distance: Type.Optional(Type.Union([NonNegativeNumber, Type.Null()])),
  time: Type.Optional(Type.Union([NonNegativeNumber, Type.Null()])),
});
const ValhallaMatrix = Type.Object({ sources_to_targets: Type.Array(Type.Array(ValhallaCell)) });
const ValhallaRefusal = Type.Object({ error_code: Type.Integer(), error: Type.Optional(Type.String()) });

/** Roads near each place; null where there are none. */
const ValhallaLocations = Type.Array(Type.Object({ edges: Type.Union([Type.Array(Type.Unknown()), Type.Null()]) }));

/**
 * Codes of "No suitable edges near location", "Locations are in unconnected regions" and "No path could be found for
 * input".
 */
const [NO_EDGES, UNCONNECTED, NO_PATH] = [171, 170, 442];
/**
 * Code of "Path distance exceeds the max distance limit: 400000 meters", of straight lines; its operator may set
 * another limit.
 */
const TOO_FAR_CODE = 154;
const WAY_METERS_MAX = 400_000;
/**
 * Share of the limit up to which routes are requested: Valhalla measures on an Earth with a radius of 6,378,160 m, so its
 * distances are 0.11 % longer than ours, and one pair beyond the limit makes it refuse all of them.
 */
const WAY_LIMIT_SHARE = 0.998;
/**
 * Places on one side of a block: its matrix has at most 2,500 cells unless its operator has raised
 * `max_matrix_location_pairs`.
 */
const MATRIX_BLOCK_SIDE = 50;
/** Waypoints of one request: `service_limits.auto.max_locations` unless its operator has raised it. */
const WAYPOINTS_MAX = 20;

export const createValhallaRouter = (provider: ProviderClient): RoadRouter => ({
  name: "valhalla",
  isEstimate: false,
  attribution: OSM_ATTRIBUTION,
  directions: (request) => fetchDirectionsNamingMissingLeg(request, (asked) => fetchDirections(provider, asked)),
  matrix: (sources, destinations) =>
    fetchMatrixInBlocks(sources, destinations, {
      side: MATRIX_BLOCK_SIDE,
      ask: (rows, columns) => fetchMatrix(provider, rows, columns),
    }),
});

const valhallaPlaceOf = ([lon, lat]: Position) => ({ lon, lat, search_cutoff: SNAP_METERS_MAX });

async function fetchDirections(provider: ProviderClient, request: DirectionsRequest): Promise<Directions> {
  const runs = splitIntoWaypointRuns(request.waypoints, WAYPOINTS_MAX);
  if (runs.length === 1) return fetchTrip(provider, request, request.waypoints);
  return joinDirections(await Promise.all(runs.map((run) => fetchTrip(provider, request, run))));
}

/** Requests the directions along a run of the waypoints. Alternatives are of use only where it is all of them. */
async function fetchTrip(
  provider: ProviderClient,
  { waypoints, language, wantsAlternatives }: DirectionsRequest,
  run: readonly Position[],
) {
  const answer = await provider.ask(
    {
      path: "/route",
      body: {
        locations: run.map(valhallaPlaceOf),
        costing: "auto",
        units: "kilometers",
        language: language === "de" ? "de-DE" : "en-US",
        ...(wantsAlternatives && waypoints.length === 2 ? { alternates: 2 } : {}),
      },
    },
    { 200: ValhallaTrips, 400: ValhallaRefusal },
  );
  if (answer.status === 400) throw await valhallaRefusalOf(provider, answer.body.error_code, waypoints);
  return toDirections(provider, answer.body, run);
}

async function valhallaRefusalOf(provider: ProviderClient, code: number, waypoints: readonly Position[]) {
  if (code === NO_EDGES) return createNoRoadProblem(await findFirstPlaceWithoutRoad(provider, waypoints));
  if (code === NO_PATH || code === UNCONNECTED || code === TOO_FAR_CODE) return createRouteNotFoundProblem(0);
  return createMismatchedAnswerProblem(provider.name);
}

function toDirections(
  provider: ProviderClient,
  { trip, alternates = [] }: Static<typeof ValhallaTrips>,
  waypoints: readonly Position[],
): Directions {
  const routes = [trip, ...alternates.map((alternate) => alternate.trip)].map((each) => toRoute(provider, each));
  const [best] = routes;
  const ends = best === undefined ? [] : waypointsOnRoads(best.legGeometries);
  const legs = routes.map(({ route }) => route.legs.length);
  if (!directionsHaveRequestedCounts({ waypoints, snapped: ends.length, legs }))
    throw createMismatchedAnswerProblem(provider.name);
  return {
    waypoints: toSnappedWaypoints(waypoints, ends),
    routes: routes.map(({ route }) => route),
  };
}

/** Positions of the waypoints on the roads: Valhalla does not name them, so they are the ends of the legs. */
function waypointsOnRoads(geometries: readonly (readonly Position[])[]): Position[] {
  const starts = geometries.map((positions) => positions[0] as Position);
  return [...starts, geometries.at(-1)?.at(-1) as Position];
}

function toRoute(provider: ProviderClient, { legs, summary }: Static<typeof ValhallaTrip>) {
  const legGeometries = legs.map(({ shape }) => {
    const positions = decodePolyline(shape, 6);
    if (positions === undefined || positions.length === 0) throw createMismatchedAnswerProblem(provider.name);
    return positions;
  });
  const route: DrivingRoute = {
    distance_meters: summary.length * 1000,
    duration_seconds: summary.time,
    geometry: joinAtSharedEnds(legGeometries),
    legs: legs.map((leg, index) => toLeg(leg, legGeometries[index] as Position[])),
  };
  return { route, legGeometries };
}

const toLeg = ({ summary, maneuvers }: Static<typeof ValhallaLeg>, positions: readonly Position[]): RouteLeg => ({
  distance_meters: summary.length * 1000,
  duration_seconds: summary.time,
  steps: maneuvers.map(({ instruction, street_names = [], length, time, begin_shape_index }) => ({
    instruction,
    name: street_names[0] ?? null,
    location: positions[begin_shape_index] ?? (positions.at(-1) as Position),
    distance_meters: length * 1000,
    duration_seconds: time,
  })),
});

/** Requests a matrix. One place without a road, or one route that is too long, makes Valhalla refuse all routes. */
async function fetchMatrix(
  provider: ProviderClient,
  rows: readonly Position[],
  columns: readonly Position[],
): Promise<RoutingMatrix> {
  const answer = await fetchMatrixCells(provider, rows, columns);
  if ("durations" in answer) return answer;
  const known = await findPlacesNearRoads(provider, rows, columns);
  const isWhole = known.rows.length === rows.length && known.columns.length === columns.length;
  // A server that has roads at all places cannot refuse them for want of a road.
  if (isWhole && answer.error_code === NO_EDGES) throw createMismatchedAnswerProblem(provider.name);
  const whole = new AssembledMatrix(rows, columns);
  if (known.rows.length > 0 && known.columns.length > 0)
    await whole.ask(known, (sources, destinations) => fetchMatrixByParts(provider, { sources, destinations }));
  return whole;
}

/** Requests a matrix of places that all have roads. */
async function fetchMatrixByParts(
  provider: ProviderClient,
  sides: MatrixSourcesAndDestinations,
): Promise<RoutingMatrix> {
  const answer = await fetchMatrixCells(provider, sides.sources, sides.destinations);
  if ("durations" in answer) return answer;
  const part = async (...block: readonly [readonly Position[], readonly Position[]]) => {
    const found = await fetchMatrixCells(provider, ...block);
    return "durations" in found ? found : undefined;
  };
  const { error_code, error = "" } = answer;
  if (error_code === TOO_FAR_CODE) {
    const limit = Number(/limit: (\d+)/.exec(error)?.[1] ?? WAY_METERS_MAX);
    return fetchMatrixWithinDistance(limit * WAY_LIMIT_SHARE, sides, part);
  }
  if (error_code === UNCONNECTED || error_code === NO_PATH) return fetchMatrixByHalves(sides, part);
  throw createMismatchedAnswerProblem(provider.name);
}

/** Rows and columns whose places have a road near them. */
async function findPlacesNearRoads(provider: ProviderClient, rows: readonly Position[], columns: readonly Position[]) {
  const locations = [...rows, ...columns].map(valhallaPlaceOf);
  const { body } = await provider.ask(
    { path: "/locate", body: { locations, costing: "auto" } },
    { 200: ValhallaLocations },
  );
  if (body.length !== locations.length) throw createMismatchedAnswerProblem(provider.name);
  const isOnRoad = (index: number) => Boolean(body[index]?.edges);
  return {
    rows: [...rows.keys()].filter(isOnRoad),
    columns: [...columns.keys()].filter((column) => isOnRoad(rows.length + column)),
  };
}

/**
 * Index of the first place without a road near it, which Valhalla does not say when it refuses directions; 0 where it
 * finds roads near all of them, or does not answer.
 */
async function findFirstPlaceWithoutRoad(provider: ProviderClient, places: readonly Position[]): Promise<number> {
  const known = await findPlacesNearRoads(provider, places, []).catch(() => undefined);
  const index = known ? places.findIndex((_, place) => !known.rows.includes(place)) : 0;
  return Math.max(0, index);
}

async function fetchMatrixCells(
  provider: ProviderClient,
  rows: readonly Position[],
  columns: readonly Position[],
): Promise<RoutingMatrix | Static<typeof ValhallaRefusal>> {
  const answer = await provider.ask(
    {
      path: "/sources_to_targets",
      body: {
        sources: rows.map(valhallaPlaceOf),
        targets: columns.map(valhallaPlaceOf),
        costing: "auto",
        units: "kilometers",
      },
    },
    { 200: ValhallaMatrix, 400: ValhallaRefusal },
  );
  if (answer.status === 400) return answer.body;
  const cells = answer.body.sources_to_targets;
  if (!isMatrixOfSize(cells, rows.length, columns.length)) throw createMismatchedAnswerProblem(provider.name);
  return {
    durations: cells.map((row) => row.map(({ time }) => time ?? null)),
    distances: cells.map((row) => row.map(({ distance }) => (typeof distance === "number" ? distance * 1000 : null))),
  };
}
