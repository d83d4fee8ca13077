import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { type Static, Type } from "typebox";
import type { Provider } from "#platform/providers/provider";
import { fetchInBlocks, askByHalves, askWithin, AssembledMatrix, type Sides } from "./blocks";
import {
  decodePolyline,
  type Directions,
  type DirectionsRequest,
  type Leg,
  type Matrix,
  type Position,
  type Route,
  type Router,
  SNAP_METERS_MAX,
  snappedFrom,
} from "./road";
import { brokenAnswer, fits, fitsTable, noRoad, routeNotFound } from "./router-faults.service";

/** Valhalla's HTTP API: https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/ */

const Positive = Type.Number({ minimum: 0 });
const ValhallaLeg = Type.Object({
  /** Line encoded with six decimal places. */
  shape: Type.String(),
  summary: Type.Object({ length: Positive, time: Positive }),
  maneuvers: Type.Array(
    Type.Object({
      instruction: Type.String(),
      street_names: Type.Optional(Type.Array(Type.String())),
      length: Positive,
      time: Positive,
      begin_shape_index: Type.Integer({ minimum: 0 }),
    }),
  ),
});
const Trip = Type.Object({ legs: Type.Array(ValhallaLeg), summary: Type.Object({ length: Positive, time: Positive }) });
const Trips = Type.Object({
  trip: Trip,
  alternates: Type.Optional(Type.Array(Type.Object({ trip: Trip }))),
});
const Cell = Type.Object({
  distance: Type.Optional(Type.Union([Positive, Type.Null()])),
  time: Type.Optional(Type.Union([Positive, Type.Null()])),
});
const ValhallaMatrix = Type.Object({ sources_to_targets: Type.Array(Type.Array(Cell)) });
const ValhallaRefusal = Type.Object({ error_code: Type.Integer(), error: Type.Optional(Type.String()) });

/** Roads near each place; null where there are none. */
const Located = Type.Array(Type.Object({ edges: Type.Union([Type.Array(Type.Unknown()), Type.Null()]) }));

/**
 * Codes of "No suitable edges near location", "Locations are in unconnected regions" and "No path could be found for
 * input".
 */
const [NO_EDGES, UNCONNECTED, NO_PATH] = [171, 170, 442];
/**
 * Code of "Path distance exceeds the max distance limit: 400000 meters", of straight lines; its operator may set
 * another limit.
 */
const TOO_FAR = 154;
const METERS_MAX = 400_000;
/**
 * Places on one side of a block: its matrix has at most 2,500 cells unless its operator has raised
 * `max_matrix_location_pairs`.
 */
const BLOCK_SIDE = 50;

export const createValhallaRouter = (provider: Provider): Router => ({
  name: "valhalla",
  isEstimate: false,
  attribution: OSM_ATTRIBUTION,
  directions: (request) => askTrip(provider, request),
  matrix: (sources, destinations) =>
    fetchInBlocks(sources, destinations, {
      side: BLOCK_SIDE,
      ask: (rows, columns) => askMatrix(provider, rows, columns),
    }),
});

const placeOf = ([lon, lat]: Position) => ({ lon, lat, search_cutoff: SNAP_METERS_MAX });

async function askTrip(provider: Provider, { waypoints, language, wantsAlternatives }: DirectionsRequest) {
  const answer = await provider.ask(
    {
      path: "/route",
      body: {
        locations: waypoints.map(placeOf),
        costing: "auto",
        units: "kilometers",
        language: language === "de" ? "de-DE" : "en-US",
        ...(wantsAlternatives && waypoints.length === 2 ? { alternates: 2 } : {}),
      },
    },
    { 200: Trips, 400: ValhallaRefusal },
  );
  if (answer.status === 400) throw refusalOf(provider, answer.body.error_code);
  return toDirections(provider, answer.body, waypoints);
}

function refusalOf(provider: Provider, code: number) {
  // Valhalla does not say which of the places it means.
  if (code === NO_EDGES) return noRoad(0);
  if (code === NO_PATH || code === UNCONNECTED || code === TOO_FAR) return routeNotFound(0);
  return brokenAnswer(provider.name);
}

function toDirections(
  provider: Provider,
  { trip, alternates = [] }: Static<typeof Trips>,
  waypoints: readonly Position[],
): Directions {
  const routes = [trip, ...alternates.map((alternate) => alternate.trip)].map((each) => toRoute(provider, each));
  const [best] = routes;
  const ends = best === undefined ? [] : endsOf(best.legGeometries);
  const legs = routes.map(({ route }) => route.legs.length);
  if (!fits({ waypoints, snapped: ends.length, legs })) throw brokenAnswer(provider.name);
  return {
    waypoints: snappedFrom(waypoints, ends),
    routes: routes.map(({ route }) => route),
  };
}

/** Positions of the waypoints on the roads: Valhalla does not name them, so they are the ends of the legs. */
function endsOf(geometries: readonly (readonly Position[])[]): Position[] {
  const starts = geometries.map((positions) => positions[0] as Position);
  return [...starts, geometries.at(-1)?.at(-1) as Position];
}

function toRoute(provider: Provider, { legs, summary }: Static<typeof Trip>) {
  const legGeometries = legs.map(({ shape }) => {
    const positions = decodePolyline(shape, 6);
    if (positions === undefined || positions.length === 0) throw brokenAnswer(provider.name);
    return positions;
  });
  const route: Route = {
    distance_meters: summary.length * 1000,
    duration_seconds: summary.time,
    geometry: legGeometries.flatMap((positions, index) => (index === 0 ? positions : positions.slice(1))),
    legs: legs.map((leg, index) => toLeg(leg, legGeometries[index] as Position[])),
  };
  return { route, legGeometries };
}

const toLeg = ({ summary, maneuvers }: Static<typeof ValhallaLeg>, positions: readonly Position[]): Leg => ({
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

/** Requests a matrix. One place without a road, or one way that is too long, makes Valhalla refuse all ways. */
async function askMatrix(provider: Provider, rows: readonly Position[], columns: readonly Position[]): Promise<Matrix> {
  const answer = await askCells(provider, rows, columns);
  if ("durations" in answer) return answer;
  const known = await findOnRoads(provider, rows, columns);
  const isWhole = known.rows.length === rows.length && known.columns.length === columns.length;
  // A server that has roads at all places cannot refuse them for want of a road.
  if (isWhole && answer.error_code === NO_EDGES) throw brokenAnswer(provider.name);
  const whole = new AssembledMatrix(rows, columns);
  if (known.rows.length > 0 && known.columns.length > 0)
    await whole.ask(known, (sources, destinations) => askByParts(provider, { sources, destinations }));
  return whole;
}

/** Requests a matrix of places that all have roads. */
async function askByParts(provider: Provider, sides: Sides): Promise<Matrix> {
  const answer = await askCells(provider, sides.sources, sides.destinations);
  if ("durations" in answer) return answer;
  const part = async (...block: readonly [readonly Position[], readonly Position[]]) => {
    const found = await askCells(provider, ...block);
    return "durations" in found ? found : undefined;
  };
  const { error_code, error = "" } = answer;
  if (error_code === TOO_FAR) return askWithin(Number(/limit: (\d+)/.exec(error)?.[1] ?? METERS_MAX), sides, part);
  if (error_code === UNCONNECTED || error_code === NO_PATH) return askByHalves(sides, part);
  throw brokenAnswer(provider.name);
}

/** Rows and columns whose places have a road near them. */
async function findOnRoads(provider: Provider, rows: readonly Position[], columns: readonly Position[]) {
  const locations = [...rows, ...columns].map(placeOf);
  const { body } = await provider.ask({ path: "/locate", body: { locations, costing: "auto" } }, { 200: Located });
  if (body.length !== locations.length) throw brokenAnswer(provider.name);
  const isOnRoad = (index: number) => Boolean(body[index]?.edges);
  return {
    rows: [...rows.keys()].filter(isOnRoad),
    columns: [...columns.keys()].filter((column) => isOnRoad(rows.length + column)),
  };
}

async function askCells(
  provider: Provider,
  rows: readonly Position[],
  columns: readonly Position[],
): Promise<Matrix | Static<typeof ValhallaRefusal>> {
  const answer = await provider.ask(
    {
      path: "/sources_to_targets",
      body: { sources: rows.map(placeOf), targets: columns.map(placeOf), costing: "auto", units: "kilometers" },
    },
    { 200: ValhallaMatrix, 400: ValhallaRefusal },
  );
  if (answer.status === 400) return answer.body;
  const cells = answer.body.sources_to_targets;
  if (!fitsTable(cells, rows.length, columns.length)) throw brokenAnswer(provider.name);
  return {
    durations: cells.map((row) => row.map(({ time }) => time ?? null)),
    distances: cells.map((row) => row.map(({ distance }) => (typeof distance === "number" ? distance * 1000 : null))),
  };
}
