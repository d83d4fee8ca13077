/**
 * GraphHopper's HTTP API: https://docs.graphhopper.com/openapi. Its matrices come from its Matrix API, which the
 * open-source server does not have.
 */
import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { type Static, Type } from "typebox";
import type { ProviderClient } from "#platform/providers/provider";
import { fetchMatrixInBlocks } from "./blocks";
import { estimateMatrix, estimateProvenance } from "./estimate";
import { fetchDirectionsNamingMissingLeg } from "./missing-leg.service";
import {
  type Directions,
  type DirectionsRequest,
  type RouteLeg,
  type RoutingMatrix,
  type Position,
  type DrivingRoute,
  type RoadRouter,
  toSnappedWaypoints,
} from "./road";
import {
  createMismatchedAnswerProblem,
  directionsHaveRequestedCounts,
  isMatrixOfSize,
  createNoRoadProblem,
  createRouteNotFoundProblem,
} from "./router-faults.service";

const NonNegativeNumber = Type.Number({ minimum: 0 });
const GraphhopperPosition = Type.Array(Type.Number(), { minItems: 2, maxItems: 3 });
/** Line; a way that begins and ends at one place may have a single point. */
const GraphhopperLine = Type.Object({ coordinates: Type.Array(GraphhopperPosition, { minItems: 1 }) });
const GraphhopperInstruction = Type.Object({
  text: Type.String(),
  street_name: Type.Optional(Type.String()),
  distance: NonNegativeNumber,
  /** Time in milliseconds. */
  time: NonNegativeNumber,
  sign: Type.Integer(),
  interval: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }),
});
const GraphhopperPath = Type.Object({
  distance: NonNegativeNumber,
  time: NonNegativeNumber,
  points: GraphhopperLine,
  instructions: Type.Array(GraphhopperInstruction),
  snapped_waypoints: GraphhopperLine,
});
const GraphhopperPaths = Type.Object({ paths: Type.Array(GraphhopperPath, { minItems: 1 }) });
const GraphhopperCells = Type.Array(Type.Array(Type.Union([NonNegativeNumber, Type.Null()])));
const GraphhopperMatrix = Type.Object({ times: GraphhopperCells, distances: GraphhopperCells });
const GraphhopperRefusal = Type.Object({
  message: Type.String(),
  hints: Type.Optional(
    Type.Array(
      Type.Object({ details: Type.Optional(Type.String()), point_index: Type.Optional(Type.Integer({ minimum: 0 })) }),
    ),
  ),
});

/** Signs of the instruction that ends a leg: the destination, a waypoint on the way. */
const LEG_END_SIGNS: ReadonlySet<number> = new Set([4, 5]);
const MATRIX_BLOCK_SIDE = 50;

export const createGraphhopperRouter = (provider: ProviderClient): RoadRouter => ({
  name: "graphhopper",
  isEstimate: false,
  attribution: OSM_ATTRIBUTION,
  directions: (request) => fetchDirectionsNamingMissingLeg(request, (asked) => fetchPaths(provider, asked)),
  matrix: (sources, destinations) => fetchOrEstimateMatrix(provider, sources, destinations),
});

async function fetchPaths(provider: ProviderClient, { waypoints, language, wantsAlternatives }: DirectionsRequest) {
  const answer = await provider.ask(
    {
      path: "/route",
      body: {
        points: waypoints,
        profile: "car",
        locale: language,
        points_encoded: false,
        instructions: true,
        ...(wantsAlternatives && waypoints.length === 2 ? { algorithm: "alternative_route" } : {}),
      },
    },
    { 200: GraphhopperPaths, 400: GraphhopperRefusal },
  );
  if (answer.status === 400) throw graphhopperRefusalOf(provider, answer.body);
  return toDirections(provider, answer.body, waypoints);
}

function graphhopperRefusalOf(provider: ProviderClient, { hints = [] }: Static<typeof GraphhopperRefusal>) {
  for (const { details = "", point_index = 0 } of hints) {
    if (details.endsWith("PointNotFoundException") || details.endsWith("PointOutOfBoundsException"))
      return createNoRoadProblem(point_index);
    if (details.endsWith("ConnectionNotFoundException")) return createRouteNotFoundProblem(0);
  }
  return createMismatchedAnswerProblem(provider.name);
}

function toDirections(
  provider: ProviderClient,
  { paths }: Static<typeof GraphhopperPaths>,
  waypoints: readonly Position[],
): Directions {
  const snapped = (paths[0] as Static<typeof GraphhopperPath>).snapped_waypoints.coordinates.map(toPosition);
  const routes = paths.map(toRoute);
  if (
    !directionsHaveRequestedCounts({ waypoints, snapped: snapped.length, legs: routes.map(({ legs }) => legs.length) })
  )
    throw createMismatchedAnswerProblem(provider.name);
  return {
    waypoints: toSnappedWaypoints(waypoints, snapped),
    routes,
  };
}

const toPosition = ([lon = 0, lat = 0]: readonly number[]): Position => [lon, lat];

function toRoute({ distance, time, points, instructions }: Static<typeof GraphhopperPath>): DrivingRoute {
  const geometry = points.coordinates.map(toPosition);
  const legs: Static<typeof GraphhopperInstruction>[][] = [[]];
  for (const instruction of instructions) {
    legs.at(-1)?.push(instruction);
    if (LEG_END_SIGNS.has(instruction.sign)) legs.push([]);
  }
  return {
    distance_meters: distance,
    duration_seconds: time / 1000,
    geometry,
    legs: legs.filter((leg) => leg.length > 0).map((leg) => toLeg(leg, geometry)),
  };
}

function toLeg(
  instructions: readonly Static<typeof GraphhopperInstruction>[],
  geometry: readonly Position[],
): RouteLeg {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    distance_meters: sum(instructions.map(({ distance }) => distance)),
    duration_seconds: sum(instructions.map(({ time }) => time)) / 1000,
    steps: instructions.map(({ text, street_name, distance, time, interval: [from = 0] }) => ({
      instruction: text,
      name: street_name || null,
      location: geometry[from] ?? (geometry.at(-1) as Position),
      distance_meters: distance,
      duration_seconds: time / 1000,
    })),
  };
}

const emptyMatrix: RoutingMatrix = { durations: [], distances: [] };

/** Matrix of the server; an estimate where it has no Matrix API, because its directions are of use without one. */
async function fetchOrEstimateMatrix(
  provider: ProviderClient,
  sources: readonly Position[],
  destinations: readonly Position[],
): Promise<RoutingMatrix> {
  let hasMatrixApi = true;
  const ask = async (rows: readonly Position[], columns: readonly Position[]) => {
    const matrix = hasMatrixApi ? await fetchMatrix(provider, rows, columns) : undefined;
    if (matrix === undefined) hasMatrixApi = false;
    return matrix ?? emptyMatrix;
  };
  const matrix = await fetchMatrixInBlocks(sources, destinations, { side: MATRIX_BLOCK_SIDE, ask });
  return hasMatrixApi ? matrix : { ...estimateMatrix(sources, destinations), by: estimateProvenance };
}

/** Requests a matrix; undefined where the server has no Matrix API. */
async function fetchMatrix(
  provider: ProviderClient,
  rows: readonly Position[],
  columns: readonly Position[],
): Promise<RoutingMatrix | undefined> {
  const answer = await provider.ask(
    {
      path: "/matrix",
      body: {
        from_points: rows,
        to_points: columns,
        profile: "car",
        out_arrays: ["times", "distances"],
        // Without `fail_fast`, a place without a route makes its cells null instead of refusing the whole matrix.
        fail_fast: false,
      },
    },
    { 200: GraphhopperMatrix, 400: GraphhopperRefusal, 404: null },
  );
  if (answer.status === 404) return undefined;
  if (answer.status === 400) throw graphhopperRefusalOf(provider, answer.body);
  const { times: durations, distances } = answer.body;
  for (const cells of [durations, distances])
    if (!isMatrixOfSize(cells, rows.length, columns.length)) throw createMismatchedAnswerProblem(provider.name);
  return { durations, distances };
}
