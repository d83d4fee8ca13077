/** Answers by the roads of an imported map, in a thread of its own; `startRoads` says what is sent to and fro. */
import type { LonLat } from "@leitstand/geo/place";
import { readRoadNetwork } from "@leitstand/geo/roads/road-file";
import type { Leg, Matrix } from "@leitstand/geo/routing/answer";
import { instructionsOf } from "@leitstand/geo/routing/instructions";
import { Router } from "@leitstand/geo/routing/router";
import { answerQuestions, HandedOver } from "#platform/thread-answers";
import type { FoundStep, MatrixQuestion, SquaresQuestion, WayAnswer, WayQuestion } from "./geo-threads.service";

await answerQuestions(async (bytes: ArrayBuffer) => {
  const router = new Router(readRoadNetwork(new Uint8Array(bytes)));
  return {
    way: (question: WayQuestion) => findWay(router, question),
    matrix: (question: MatrixQuestion) => findMatrix(router, question),
    squares: (question: SquaresQuestion) => findSquares(router, question),
  };
});

function findWay(router: Router, { waypoints, language, within_meters }: WayQuestion): WayAnswer {
  const found = router.route(waypoints, { within_meters });
  if (found.kind === "no_road") return { kind: "no_road", index: found.index };
  if (found.kind === "unreachable") return { kind: "unreachable", leg: found.leg };
  const { route, places } = found;
  const instructions = instructionsOf(route.legs, language);
  return {
    kind: "route",
    ...lengthOf(route),
    geometry: route.geometry,
    legs: route.legs.map((leg, index) => ({ ...lengthOf(leg), steps: stepsOf(leg, instructions[index] ?? []) })),
    places: places.map(({ location, distance_meters }) => ({ location, distance_meters: rounded(distance_meters) })),
  };
}

const stepsOf = ({ steps }: Leg, instructions: readonly string[]): FoundStep[] =>
  steps.map((step, index) => ({
    instruction: instructions[index] ?? "",
    name: step.name,
    location: step.maneuver.location,
    ...lengthOf(step),
  }));

const lengthOf = ({ distance_meters, duration_seconds }: FoundLength) => ({
  distance_meters: rounded(distance_meters),
  duration_seconds: rounded(duration_seconds),
});
interface FoundLength {
  readonly distance_meters: number;
  readonly duration_seconds: number;
}

/** A tenth of a metre or second is more than anybody knows. */
const rounded = (value: number) => Math.round(value * 10) / 10;

function findMatrix(router: Router, { sources, destinations, within_meters }: MatrixQuestion): HandedOver {
  const cells = new Cells(sources.length * destinations.length);
  cells.add(router.matrix(sources, destinations, { within_meters }));
  return cells.handOver();
}

function findSquares(router: Router, { places, counts, within_meters }: SquaresQuestion): HandedOver {
  const cells = new Cells(counts.reduce((sum, count) => sum + count * count, 0));
  let at = 0;
  for (const count of counts) {
    const list = Array.from({ length: count }, (): LonLat => [places[at++] as number, places[at++] as number]);
    cells.add(router.matrix(list, list, { within_meters }));
  }
  return cells.handOver();
}

/** Matrices one after the other, row after row. */
class Cells {
  private readonly durations: Float64Array<ArrayBuffer>;
  private readonly distances: Float64Array<ArrayBuffer>;
  private next = 0;

  constructor(size: number) {
    this.durations = new Float64Array(size);
    this.distances = new Float64Array(size);
  }

  add({ durations_seconds, distances_meters }: Matrix) {
    for (const [row, seconds] of durations_seconds.entries())
      for (let column = 0; column < seconds.length; column++) {
        this.durations[this.next] = cellOf(seconds[column]);
        this.distances[this.next++] = cellOf(distances_meters[row]?.[column]);
      }
  }

  handOver(): HandedOver {
    const { durations, distances } = this;
    return new HandedOver({ durations, distances }, [durations.buffer, distances.buffer]);
  }
}

const cellOf = (value: number | null | undefined) => (typeof value === "number" ? rounded(value) : Number.NaN);
