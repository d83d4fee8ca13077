import type { CompiledProblem } from "../model/compile";
import { DriverSimulation, type TakenBreak } from "../model/driver";
import type { PlanSnapshot } from "../model/plan";
import type { Problem } from "../problem/problem";
import { SearchRoute } from "../model/route";
import type { Solution, SolutionStep, SolutionSummary, SolutionTour, UnassignedRequest } from "../problem/solution";
import { violationsOfStop, violationsOfTour } from "./violations";

export interface SolutionBuildInput {
  /** Problem as it was asked, by whose limits the answer is judged. */
  readonly asked: Problem;
  readonly compiled: CompiledProblem;
  readonly best: PlanSnapshot;
  readonly unassigned: readonly UnassignedRequest[];
  readonly solvingMs: number;
}

/** Writes a plan in the terms of VROOM. */
export function buildSolution({ asked, compiled, best, unassigned, solvingMs }: SolutionBuildInput): Solution {
  const routes = best.tours.flatMap((order, vehicle) =>
    order.length === 0 ? [] : [buildSolutionTour({ asked, compiled }, vehicle, order)],
  );
  const summary: SolutionSummary = {
    ...totalsOfTours(routes, compiled.model.dimensions),
    routes: routes.length,
    unassigned: unassigned.length,
    computing_times: { solving: Math.round(solvingMs) },
  };
  return { code: 0, summary, unassigned, routes };
}

/** Writes one vehicle's tour in a given order of tasks, with everything that follows from it. */
export function buildSolutionTour(
  parts: Pick<SolutionBuildInput, "asked" | "compiled">,
  vehicle: number,
  order: Int32Array,
): SolutionTour {
  const { asked, compiled } = parts;
  const { model, sourceTasks, sourceRequests } = compiled;
  const pauses: TakenBreak[] = [];
  const route = new SearchRoute(model, new DriverSimulation(model, (pause) => pauses.push(pause)));
  route.vehicle = vehicle;
  route.setOrder(order);
  route.schedule();
  const steps = writeSteps({ ...parts, route, pauses });
  const source = asked.vehicles[vehicle]!;
  const tasks = [...order].map((task) => sourceTasks[task]!);
  const sum = (pick: (step: SolutionStep) => number) => steps.reduce((total, step) => total + pick(step), 0);
  const amount = (pick: (task: (typeof tasks)[number], dimension: number) => number) =>
    Array.from({ length: model.dimensions }, (_, dimension) =>
      tasks.reduce((total, task) => total + pick(task, dimension), 0),
    );
  const last = steps.at(-1)!;
  const delay = route.delay[route.length + 1]!;
  const tour: SolutionTour = {
    vehicle: source.id,
    ...(source.description === undefined ? {} : { description: source.description }),
    cost: route.cost - delay,
    delay_cost: delay,
    delivery: amount(({ type, change, atStart }, dimension) =>
      type === "delivery" ? -(change[dimension] ?? 0) : (atStart[dimension] ?? 0),
    ),
    pickup: amount(({ type, change, atStart }, dimension) =>
      type === "delivery" ? 0 : (change[dimension] ?? 0) + (atStart[dimension] ?? 0),
    ),
    setup: sum(({ setup }) => setup),
    service: sum(({ service }) => service),
    duration: last.duration,
    waiting_time: sum(({ waiting_time }) => waiting_time),
    priority: [...new Set(tasks.map(({ request }) => request))].reduce(
      (total, request) => total + (sourceRequests[request]!.spec.priority ?? 0),
      0,
    ),
    distance: last.distance,
    steps,
    violations: [],
  };
  return { ...tour, violations: violationsOfTour(source, tour) };
}

interface TourWriting extends Pick<SolutionBuildInput, "asked" | "compiled"> {
  readonly route: SearchRoute;
  readonly pauses: readonly TakenBreak[];
}

/** Writes the steps of a tour. It leaves as late as the first stop allows: the vehicle waits where it stands. */
function writeSteps(writing: TourWriting): SolutionStep[] {
  const { compiled, route, pauses, asked } = writing;
  const { model } = compiled;
  const { length, vehicle, wayTime, leave, start } = route;
  const source = asked.vehicles[vehicle]!;
  const isFirstGapFree = pauses[0]?.gap !== 0;
  const wait = isFirstGapFree ? Math.max(0, start[1]! - leave[0]! - wayTime[0]!) : 0;
  const ends = { setup: 0, service: 0, waiting_time: 0, violations: [] };
  const steps: SolutionStep[] = [
    {
      type: "start",
      ...placeFields(source.start, source.start_index),
      ...ends,
      arrival: leave[0]! + wait,
      duration: 0,
      distance: 0,
      load: loadAtPosition(writing, 0),
    },
  ];
  const driven = { duration: 0, distance: 0 };
  for (let position = 1; position <= length + 1; position++) {
    let ready = position === 1 ? leave[0]! + wait : leave[position - 1]!;
    let way = wayTime[position - 1]!;
    for (const pause of pauses) {
      if (pause.gap !== position - 1) continue;
      steps.push(
        writePause(
          writing,
          { pause, ready, duration: driven.duration + wayTime[position - 1]! - way },
          driven.distance,
        ),
      );
      way -= pause.driven;
      ready = pause.begun + pause.service;
    }
    driven.duration += wayTime[position - 1]!;
    driven.distance += distanceOf(writing, position);
    if (position <= length) steps.push(writeStop(writing, position, { ...driven, arrival: ready + way }));
  }
  const arrival = start[length + 1]!;
  const load = loadAtPosition(writing, length);
  const violations = violationsOfStop(asked, { vehicle: source, type: "end", begun: arrival, load });
  return [
    ...steps,
    { type: "end", ...placeFields(source.end, source.end_index), ...ends, arrival, ...driven, load, violations },
  ];

  function distanceOf({ route: { location } }: TourWriting, position: number): number {
    const { side, distance } = model.travels[model.fleet.travel[vehicle]!]!;
    return distance[location[position - 1]! * side + location[position]!]!;
  }
}

const placeFields = (location: readonly [number, number] | undefined, index: number | undefined) => ({
  ...(location === undefined ? {} : { location }),
  ...(index === undefined ? {} : { location_index: index }),
});

function loadAtPosition({ compiled: { model }, route }: TourWriting, position: number): number[] {
  const from = position * model.dimensions;
  return Array.from(route.load.subarray(from, from + model.dimensions));
}

interface DrivenSoFar {
  readonly duration: number;
  readonly distance: number;
  readonly arrival: number;
}

function writeStop(
  { asked, compiled, route }: TourWriting,
  position: number,
  { arrival, ...driven }: DrivenSoFar,
): SolutionStep {
  const { model, sourceTasks } = compiled;
  const task = route.task[position]!;
  const { type, stop } = sourceTasks[task]!;
  const begun = route.start[position]!;
  const isNewPlace = route.location[position - 1] !== route.location[position];
  const load = loadAtPosition({ asked, compiled, route, pauses: [] }, position);
  return {
    type,
    id: stop.id,
    ...(stop.description === undefined ? {} : { description: stop.description }),
    ...placeFields(stop.location, stop.location_index),
    arrival,
    // Sums of fractions differ in their last digits by the order in which they are added.
    waiting_time: Math.max(0, begun - arrival),
    setup: isNewPlace ? (stop.setup ?? 0) : 0,
    service: model.tasks.service[task]!,
    ...driven,
    load,
    violations: violationsOfStop(asked, { vehicle: asked.vehicles[route.vehicle]!, type, id: stop.id, begun, load }),
  };
}

interface PauseToWrite {
  readonly pause: TakenBreak;
  readonly ready: number;
  /** Driving time before the break, without the part that is driven right before it. */
  readonly duration: number;
}

function writePause(
  { asked, compiled, route }: TourWriting,
  { pause, ready, duration }: PauseToWrite,
  distance: number,
): SolutionStep {
  const source = compiled.problem.vehicles[route.vehicle]!.breaks![pause.index]!;
  const arrival = ready + pause.driven;
  return {
    type: "break",
    id: source.id,
    ...(source.description === undefined ? {} : { description: source.description }),
    arrival,
    // Rounded as at a stop: what is driven before the break is a fraction where speeds differ.
    waiting_time: Math.max(0, pause.begun - arrival),
    setup: 0,
    service: pause.service,
    duration: duration + pause.driven,
    distance,
    load: loadAtPosition({ asked, compiled, route, pauses: [] }, pause.gap),
    violations: [],
  };
}

function totalsOfTours(routes: readonly SolutionTour[], dimensions: number) {
  const sum = (pick: (tour: SolutionTour) => number) => routes.reduce((total, tour) => total + pick(tour), 0);
  const amount = (pick: (tour: SolutionTour) => readonly number[]) =>
    Array.from({ length: dimensions }, (_, dimension) => sum((tour) => pick(tour)[dimension] ?? 0));
  return {
    cost: sum(({ cost }) => cost),
    delay_cost: sum(({ delay_cost }) => delay_cost),
    delivery: amount(({ delivery }) => delivery),
    pickup: amount(({ pickup }) => pickup),
    setup: sum(({ setup }) => setup),
    service: sum(({ service }) => service),
    duration: sum(({ duration }) => duration),
    waiting_time: sum(({ waiting_time }) => waiting_time),
    priority: sum(({ priority }) => priority),
    distance: sum(({ distance }) => distance),
    violations: routes.flatMap(({ violations, steps }) => [...violations, ...steps.flatMap((step) => step.violations)]),
  };
}
