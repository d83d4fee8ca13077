import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { type Static, Type } from "typebox";
import type { Provider } from "#platform/providers/provider";
import { fetchInBlocks } from "./blocks";
import {
  type Directions,
  type DirectionsRequest,
  type Leg,
  type Matrix,
  type Position,
  type Route,
  type Router,
  snappedFrom,
} from "./road";
import { brokenAnswer, fits, fitsTable, noRoad, routeNotFound } from "./router-faults.service";

/** GraphHopper's HTTP API: https://docs.graphhopper.com/openapi. Its matrices come from its Matrix API. */

const Positive = Type.Number({ minimum: 0 });
const Place = Type.Array(Type.Number(), { minItems: 2, maxItems: 3 });
const Line = Type.Object({ coordinates: Type.Array(Place) });
const Instruction = Type.Object({
  text: Type.String(),
  street_name: Type.Optional(Type.String()),
  distance: Positive,
  /** Time in milliseconds. */
  time: Positive,
  sign: Type.Integer(),
  interval: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }),
});
const Path = Type.Object({
  distance: Positive,
  time: Positive,
  points: Line,
  instructions: Type.Array(Instruction),
  snapped_waypoints: Line,
});
const Paths = Type.Object({ paths: Type.Array(Path, { minItems: 1 }) });
const Cells = Type.Array(Type.Array(Type.Union([Positive, Type.Null()])));
const Table = Type.Object({ times: Cells, distances: Cells });
const Refusal = Type.Object({
  message: Type.String(),
  hints: Type.Optional(
    Type.Array(
      Type.Object({ details: Type.Optional(Type.String()), point_index: Type.Optional(Type.Integer({ minimum: 0 })) }),
    ),
  ),
});

/** Signs of the instruction that ends a leg: the destination, a waypoint on the way. */
const ENDS: ReadonlySet<number> = new Set([4, 5]);
const BLOCK_SIDE = 50;

export const createGraphhopperRouter = (provider: Provider): Router => ({
  name: "graphhopper",
  isEstimate: false,
  attribution: OSM_ATTRIBUTION,
  directions: (request) => askPaths(provider, request),
  matrix: (sources, destinations) =>
    fetchInBlocks(sources, destinations, {
      side: BLOCK_SIDE,
      ask: (rows, columns) => askTable(provider, rows, columns),
    }),
});

async function askPaths(provider: Provider, { waypoints, language, wantsAlternatives }: DirectionsRequest) {
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
    { 200: Paths, 400: Refusal },
  );
  if (answer.status === 400) throw refusalOf(provider, answer.body);
  return toDirections(provider, answer.body, waypoints);
}

function refusalOf(provider: Provider, { hints = [] }: Static<typeof Refusal>) {
  for (const { details = "", point_index = 0 } of hints) {
    if (details.endsWith("PointNotFoundException") || details.endsWith("PointOutOfBoundsException"))
      return noRoad(point_index);
    if (details.endsWith("ConnectionNotFoundException")) return routeNotFound(0);
  }
  return brokenAnswer(provider.name);
}

function toDirections(provider: Provider, { paths }: Static<typeof Paths>, waypoints: readonly Position[]): Directions {
  const snapped = (paths[0] as Static<typeof Path>).snapped_waypoints.coordinates.map(positionOf);
  const routes = paths.map(toRoute);
  if (!fits({ waypoints, snapped: snapped.length, legs: routes.map(({ legs }) => legs.length) }))
    throw brokenAnswer(provider.name);
  return {
    waypoints: snappedFrom(waypoints, snapped),
    routes,
  };
}

const positionOf = ([lon = 0, lat = 0]: readonly number[]): Position => [lon, lat];

function toRoute({ distance, time, points, instructions }: Static<typeof Path>): Route {
  const geometry = points.coordinates.map(positionOf);
  const legs: Static<typeof Instruction>[][] = [[]];
  for (const instruction of instructions) {
    legs.at(-1)?.push(instruction);
    if (ENDS.has(instruction.sign)) legs.push([]);
  }
  return {
    distance_meters: distance,
    duration_seconds: time / 1000,
    geometry,
    legs: legs.filter((leg) => leg.length > 0).map((leg) => toLeg(leg, geometry)),
  };
}

function toLeg(instructions: readonly Static<typeof Instruction>[], geometry: readonly Position[]): Leg {
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

async function askTable(provider: Provider, rows: readonly Position[], columns: readonly Position[]): Promise<Matrix> {
  const answer = await provider.ask(
    {
      path: "/matrix",
      body: {
        from_points: rows,
        to_points: columns,
        profile: "car",
        out_arrays: ["times", "distances"],
        // With this, a place without a way makes its cells null instead of refusing the whole matrix.
        fail_fast: false,
      },
    },
    { 200: Table, 400: Refusal },
  );
  if (answer.status === 400) throw refusalOf(provider, answer.body);
  const { times: durations, distances } = answer.body;
  for (const cells of [durations, distances])
    if (!fitsTable(cells, rows.length, columns.length)) throw brokenAnswer(provider.name);
  return { durations, distances };
}
