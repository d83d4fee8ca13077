/** Thread that answers by the roads of an imported map; `startRoutingThread` names the messages that are exchanged with it. */
import type { LonLat } from "@leitstand/geo/lon-lat";
import { coverageOfRoads } from "@leitstand/geo/roads/coverage";
import { decodeRoadNetwork } from "@leitstand/geo/roads/road-file";
import type { RouteLeg, RouteMatrix, Route } from "@leitstand/geo/routing/answer";
import { instructionsOfLegs } from "@leitstand/geo/routing/instructions";
import { Router } from "@leitstand/geo/routing/router";
import { answerThreadQuestions, AnswerWithTransferredBuffers } from "#platform/threads/thread-answers";
import type {
  ComputedRoute,
  RouteStep,
  MatrixQuestion,
  RouteAnswer,
  RouteQuestion,
  MatrixPairsQuestion,
} from "./geo-threads.service";

await answerThreadQuestions(async (bytes: ArrayBuffer) => {
  const network = decodeRoadNetwork(new Uint8Array(bytes));
  const router = new Router(network);
  return {
    way: (question: RouteQuestion) => answerRoute(router, question),
    matrix: (question: MatrixQuestion) => answerMatrix(router, question),
    ways: (question: MatrixPairsQuestion) => answerMatrixPairs(router, question),
    coverage: () => coverageOfRoads(network),
  };
});

function answerRoute(router: Router, { waypoints, language, within_meters, others }: RouteQuestion): RouteAnswer {
  const found = router.route(waypoints, { within_meters, others });
  if (found.kind === "no_road") return { kind: "no_road", index: found.index };
  if (found.kind === "unreachable") return { kind: "unreachable", leg: found.leg };
  const { route, others: rest, places } = found;
  return {
    kind: "route",
    routes: [route, ...rest].map((each) => toRouteAnswer(each, language)),
    places: places.map(({ location, distance_meters }) => ({
      location,
      distance_meters: roundToTenth(distance_meters),
    })),
  };
}

function toRouteAnswer(route: Route, language: RouteQuestion["language"]): ComputedRoute {
  const instructions = instructionsOfLegs(route.legs, language);
  return {
    ...roundedLengthOf(route),
    geometry: route.geometry,
    legs: route.legs.map((leg, index) => ({
      ...roundedLengthOf(leg),
      steps: routeStepsOf(leg, instructions[index] ?? []),
    })),
  };
}

const routeStepsOf = ({ steps }: RouteLeg, instructions: readonly string[]): RouteStep[] =>
  steps.map((step, index) => ({
    instruction: instructions[index] ?? "",
    name: step.name,
    location: step.maneuver.location,
    ...roundedLengthOf(step),
  }));

const roundedLengthOf = ({ distance_meters, duration_seconds }: RouteLength) => ({
  distance_meters: roundToTenth(distance_meters),
  duration_seconds: roundToTenth(duration_seconds),
});
interface RouteLength {
  readonly distance_meters: number;
  readonly duration_seconds: number;
}

/** Value rounded to a tenth of a metre or second, because nothing is known more exactly. */
const roundToTenth = (value: number) => Math.round(value * 10) / 10;

function answerMatrix(
  router: Router,
  { sources, destinations, within_meters }: MatrixQuestion,
): AnswerWithTransferredBuffers {
  const { durations_seconds, distances_meters } = router.matrix(sources, destinations, { within_meters });
  return transferCells(flattenMatrix(durations_seconds), flattenMatrix(distances_meters));
}

/** Cells of a matrix, row after row. */
function flattenMatrix(rows: RouteMatrix["durations_seconds"]) {
  const cells = new Float64Array(rows.length * (rows[0]?.length ?? 0));
  let next = 0;
  for (const row of rows) for (const value of row) cells[next++] = value ?? Number.NaN;
  return cells;
}

function answerMatrixPairs(
  router: Router,
  { places, pairs, within_meters }: MatrixPairsQuestion,
): AnswerWithTransferredBuffers {
  const list = Array.from({ length: places.length / 2 }, (_, at): LonLat => {
    return [places[2 * at] as number, places[2 * at + 1] as number];
  });
  const { durations_seconds, distances_meters } = router.ways(list, pairs, { within_meters });
  return transferCells(durations_seconds, distances_meters);
}

function transferCells(
  durations: Float64Array<ArrayBuffer>,
  distances: Float64Array<ArrayBuffer>,
): AnswerWithTransferredBuffers {
  for (const cells of [durations, distances])
    for (let cell = 0; cell < cells.length; cell++) cells[cell] = roundToTenth(cells[cell] as number);
  return new AnswerWithTransferredBuffers({ durations, distances }, [durations.buffer, distances.buffer]);
}
