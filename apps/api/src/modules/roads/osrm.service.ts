/** OSRM's HTTP API, version 1: https://project-osrm.org/docs/v5.24.0/api/ */
import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { Type } from "typebox";
import type { Static } from "typebox";
import type { ProviderClient } from "#platform/providers/provider";
import { fetchMatrixInBlocks } from "./blocks";
import { fetchDirectionsNamingMissingLeg } from "./missing-leg.service";
import {
  createMismatchedAnswerProblem,
  type DirectionsAnswerCounts,
  directionsHaveRequestedCounts,
  isMatrixOfSize,
  createNoRoadProblem,
  createRouteNotFoundProblem,
} from "./router-faults.service";
import type { Directions, DirectionsRequest, RouteLeg, RoutingMatrix, Position, RoadRouter } from "./road";
import { SNAP_METERS_MAX } from "./road";
import { describeRouteStep } from "./step-description";

const OsrmPosition = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });
const OsrmStep = Type.Object({
  distance: Type.Number({ minimum: 0 }),
  duration: Type.Number({ minimum: 0 }),
  name: Type.Optional(Type.String()),
  maneuver: Type.Object({
    type: Type.String(),
    modifier: Type.Optional(Type.String()),
    location: OsrmPosition,
    exit: Type.Optional(Type.Number()),
  }),
});
const OsrmLeg = Type.Object({
  distance: Type.Number({ minimum: 0 }),
  duration: Type.Number({ minimum: 0 }),
  steps: Type.Array(OsrmStep),
});
const OsrmRoutes = Type.Object({
  routes: Type.Array(
    Type.Object({
      distance: Type.Number({ minimum: 0 }),
      duration: Type.Number({ minimum: 0 }),
      /** Line of two points at least; of two equal ones where the way begins and ends at one place. */
      geometry: Type.Object({ coordinates: Type.Array(OsrmPosition, { minItems: 2 }) }),
      legs: Type.Array(OsrmLeg),
    }),
    { minItems: 1 },
  ),
  waypoints: Type.Array(Type.Object({ location: OsrmPosition, distance: Type.Optional(Type.Number({ minimum: 0 })) })),
});
const OsrmCells = Type.Array(Type.Array(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])));
/** Distance from a place to the road that it was snapped to. */
const OsrmTablePlaces = Type.Optional(
  Type.Array(Type.Object({ distance: Type.Optional(Type.Number({ minimum: 0 })) })),
);
const OsrmTable = Type.Object({
  durations: OsrmCells,
  distances: OsrmCells,
  sources: OsrmTablePlaces,
  destinations: OsrmTablePlaces,
});
const OsrmRefusal = Type.Object({ code: Type.String(), message: Type.Optional(Type.String()) });

/**
 * Places on one side of a block: `--max-table-size` is 100 unless its operator has raised it, and counts both sides.
 */
const MATRIX_BLOCK_SIDE = 50;

export const createOsrmRouter = (provider: ProviderClient): RoadRouter => ({
  name: "osrm",
  isEstimate: false,
  attribution: OSM_ATTRIBUTION,
  directions: (request) => fetchDirectionsNamingMissingLeg(request, (asked) => fetchRoute(provider, asked)),
  matrix: (sources, destinations) =>
    fetchMatrixInBlocks(sources, destinations, {
      side: MATRIX_BLOCK_SIDE,
      ask: (rows, columns) => fetchMatrix(provider, rows, columns),
    }),
});

const coordinatesText = (positions: readonly Position[]) => positions.map(([lon, lat]) => `${lon},${lat}`).join(";");

async function fetchRoute(provider: ProviderClient, { waypoints, language, wantsAlternatives }: DirectionsRequest) {
  const answer = await provider.ask(
    {
      path: `/route/v1/driving/${coordinatesText(waypoints)}`,
      query: {
        steps: true,
        overview: "full",
        geometries: "geojson",
        alternatives: wantsAlternatives && waypoints.length === 2,
        radiuses: waypoints.map(() => SNAP_METERS_MAX).join(";"),
      },
    },
    { 200: OsrmRoutes, 400: OsrmRefusal },
  );
  if (answer.status === 400) throw osrmRefusalOf(provider, answer.body);
  return toDirections(provider, answer.body, { waypoints, language });
}

function osrmRefusalOf(provider: ProviderClient, { code, message = "" }: Static<typeof OsrmRefusal>) {
  if (code === "NoSegment") return createNoRoadProblem(Number(/coordinate (\d+)/.exec(message)?.[1] ?? 0));
  if (code === "NoRoute") return createRouteNotFoundProblem(0);
  return createMismatchedAnswerProblem(provider.name);
}

function toDirections(
  provider: ProviderClient,
  { routes, waypoints: snapped }: Static<typeof OsrmRoutes>,
  { waypoints, language }: Pick<DirectionsRequest, "waypoints" | "language">,
): Directions {
  const counted: DirectionsAnswerCounts = {
    waypoints,
    snapped: snapped.length,
    legs: routes.map(({ legs }) => legs.length),
  };
  if (!directionsHaveRequestedCounts(counted)) throw createMismatchedAnswerProblem(provider.name);
  const legOf = ({ distance, duration, steps }: Static<typeof OsrmLeg>): RouteLeg => ({
    distance_meters: distance,
    duration_seconds: duration,
    steps: steps.map((step) => ({
      instruction: describeRouteStep(step, language),
      name: step.name || null,
      location: step.maneuver.location as unknown as Position,
      distance_meters: step.distance,
      duration_seconds: step.duration,
    })),
  });
  return {
    waypoints: snapped.map(({ location, distance = 0 }) => ({
      location: location as unknown as Position,
      snap_meters: distance,
    })),
    routes: routes.map(({ distance, duration, geometry, legs }) => ({
      distance_meters: distance,
      duration_seconds: duration,
      geometry: geometry.coordinates as unknown as Position[],
      legs: legs.map(legOf),
    })),
  };
}

async function fetchMatrix(
  provider: ProviderClient,
  rows: readonly Position[],
  columns: readonly Position[],
): Promise<RoutingMatrix> {
  const places = [...rows, ...columns];
  const indexes = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index).join(";");
  const answer = await provider.ask(
    {
      path: `/table/v1/driving/${coordinatesText(places)}`,
      query: {
        sources: indexes(0, rows.length),
        destinations: indexes(rows.length, columns.length),
        annotations: "duration,distance",
      },
    },
    { 200: OsrmTable, 400: OsrmRefusal },
  );
  if (answer.status === 400) throw osrmRefusalOf(provider, answer.body);
  const { durations, distances, sources = [], destinations = [] } = answer.body;
  for (const cells of [durations, distances])
    if (!isMatrixOfSize(cells, rows.length, columns.length)) throw createMismatchedAnswerProblem(provider.name);
  // With a maximum distance OSRM would refuse all ways for one such place, so it snaps every place to its nearest road,
  // and far ones are sorted out here.
  const isFarOff = (place: (typeof sources)[number] | undefined) => (place?.distance ?? 0) > SNAP_METERS_MAX;
  const onRoads = (cells: typeof durations) =>
    cells.map((row, from) =>
      row.map((cell, to) => (isFarOff(sources[from]) || isFarOff(destinations[to]) ? null : cell)),
    );
  return { durations: onRoads(durations), distances: onRoads(distances) };
}
