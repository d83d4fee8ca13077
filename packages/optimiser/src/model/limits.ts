import type { SearchModel } from "./model";
import type { SearchRoute } from "./route";

/**
 * A request inserted into a tour: task `first` follows the task at position `at`, `second` the one at `later`; -1 for a
 * missing task.
 */
export interface RequestPlacement {
  first: number;
  at: number;
  second: number;
  later: number;
}

/** Whether a task could be too much for the vehicle somewhere on the tour, so that `fitsLoadAlongTour` has to look. */
export function mayOverloadVehicle(model: SearchModel, { vehicle, peak }: SearchRoute, task: number): boolean {
  const { dimensions, tasks, fleet } = model;
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const atStart = tasks.loadAtStart[task * dimensions + dimension]!;
    const more = Math.max(atStart, atStart + tasks.loadChange[task * dimensions + dimension]!);
    if (peak[dimension]! + more > fleet.capacity[vehicle * dimensions + dimension]!) return true;
  }
  return false;
}

/**
 * Whether the load fits at both ends of the tour, wherever the job is done: its delivery is on board at the start, its
 * pickup at the end.
 */
export function fitsLoadAtTourEnds(
  { dimensions, tasks, fleet }: SearchModel,
  route: SearchRoute,
  task: number,
): boolean {
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const most = fleet.capacity[route.vehicle * dimensions + dimension]!;
    const before = tasks.loadAtStart[task * dimensions + dimension]!;
    const after = before + tasks.loadChange[task * dimensions + dimension]!;
    const atEnd = route.load[route.length * dimensions + dimension]!;
    if (route.load[dimension]! + before > most || atEnd + after > most) return false;
  }
  return true;
}

/**
 * Whether the load fits. A job's delivery is on board until its stop, its pickup from there on. A job that only unloads
 * is checked too: without it the tour may be overloaded.
 */
export function fitsLoadAlongTour(
  model: SearchModel,
  route: SearchRoute,
  { first: task, at }: Pick<RequestPlacement, "first" | "at">,
): boolean {
  const { dimensions, tasks } = model;
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const until = tasks.loadAtStart[task * dimensions + dimension]!;
    const from = until + tasks.loadChange[task * dimensions + dimension]!;
    if (!hasRoomOnStretch(model, route, { dimension, amount: until, from: 0, to: at })) return false;
    if (!hasRoomOnStretch(model, route, { dimension, amount: from, from: at, to: route.length })) return false;
  }
  return true;
}

interface LoadStretch {
  readonly dimension: number;
  readonly amount: number;
  readonly from: number;
  readonly to: number;
}

function hasRoomOnStretch(
  { dimensions, fleet }: SearchModel,
  route: SearchRoute,
  { dimension, amount, from, to }: LoadStretch,
): boolean {
  const most = fleet.capacity[route.vehicle * dimensions + dimension]! - amount;
  for (let position = from; position <= to; position++) {
    if (route.load[position * dimensions + dimension]! > most) return false;
  }
  return true;
}

/** Whether the vehicle still has room for the task's load when it leaves the position. */
export function hasLoadRoomAfterPosition(
  model: SearchModel,
  route: SearchRoute,
  { first: task, at: position }: Pick<RequestPlacement, "first" | "at">,
): boolean {
  const { dimensions, tasks, fleet } = model;
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const onBoard = route.load[position * dimensions + dimension]! + tasks.loadChange[task * dimensions + dimension]!;
    if (onBoard > fleet.capacity[route.vehicle * dimensions + dimension]!) return false;
  }
  return true;
}

export function hasDrivingLimits({ fleet }: SearchModel, { vehicle }: SearchRoute): boolean {
  return fleet.maxTravel[vehicle]! < Number.POSITIVE_INFINITY || fleet.maxDistance[vehicle]! < Number.POSITIVE_INFINITY;
}

/** Whether the limits of driving still hold. */
export function isWithinDrivingLimits(model: SearchModel, route: SearchRoute, placement: RequestPlacement): boolean {
  const { fleet, travels } = model;
  const { time, distance } = travels[fleet.travel[route.vehicle]!]!;
  return (
    route.travel + detourOfPlacement(model, { route, placement, table: time }) <= fleet.maxTravel[route.vehicle]! &&
    route.distance + detourOfPlacement(model, { route, placement, table: distance }) <=
      fleet.maxDistance[route.vehicle]!
  );
}

interface DetourInput {
  readonly route: SearchRoute;
  readonly placement: RequestPlacement;
  readonly table: Float64Array;
}

function detourOfPlacement(model: SearchModel, { route, placement, table }: DetourInput): number {
  const { tasks, fleet, travels } = model;
  const { side } = travels[fleet.travel[route.vehicle]!]!;
  const way = (from: number, to: number) => table[from * side + to]!;
  const { first, at, second, later } = placement;
  const before = route.location[at]!;
  const after = route.location[at + 1]!;
  const given = route.length === 0 ? 0 : way(before, after);
  const one = tasks.location[first]!;
  if (second < 0) return way(before, one) + way(one, after) - given;
  const other = tasks.location[second]!;
  if (later === at) return way(before, one) + way(one, other) + way(other, after) - given;
  const last = route.location[later]!;
  const next = route.location[later + 1]!;
  return way(before, one) + way(one, after) - given + way(last, other) + way(other, next) - way(last, next);
}
