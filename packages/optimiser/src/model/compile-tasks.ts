import type { TaskColumns } from "./model";
import {
  DELAY_COST_PER_SECOND_BY_LEVEL,
  type Deadline,
  type Job,
  type Shipment,
  type VehicleStep,
} from "../problem/problem";

/** A stop of a request as in the problem, with its effect on the load. */
export interface SourceTask {
  readonly type: "job" | "pickup" | "delivery";
  readonly stop: Job | Shipment["pickup"];
  readonly request: number;
  readonly change: readonly number[];
  readonly atStart: readonly number[];
}

/**
 * Filled column by column in one pass over the stops: a tour of a running fleet is compiled whenever it is looked at.
 */
export function compileTaskColumns(sources: readonly SourceTask[], dimensions: number): TaskColumns {
  const tasks = emptyTasks(sources, dimensions);
  const { windowOf, windowStart, windowEnd, deadlineOf, deadlineAt, deadlineCost } = tasks;
  for (let task = 0, window = 0, deadline = 0; task < sources.length; task++) {
    const { stop, request, change, atStart } = sources[task]!;
    const windows = stop.time_windows ?? ALWAYS_OPEN;
    tasks.location[task] = stop.location_index;
    tasks.service[task] = stop.service ?? 0;
    tasks.setup[task] = stop.setup ?? 0;
    tasks.opens[task] = windows[0]![0];
    tasks.closes[task] = windows[windows.length - 1]![1];
    tasks.hasOneWindow[task] = windows.length === 1 ? 1 : 0;
    tasks.request[task] = request;
    for (const [start, end] of windows) {
      windowStart[window] = start;
      windowEnd[window++] = end;
    }
    windowOf[task + 1] = window;
    for (const one of stop.deadlines ?? NO_DEADLINES) {
      deadlineAt[deadline] = one.at;
      deadlineCost[deadline++] = delayCostPerSecond(one);
    }
    deadlineOf[task + 1] = deadline;
    // Loads with fewer dimensions than others are zero in the rest.
    for (let dimension = 0; dimension < change.length; dimension++)
      tasks.loadChange[task * dimensions + dimension] = change[dimension]!;
    for (let dimension = 0; dimension < atStart.length; dimension++)
      tasks.loadAtStart[task * dimensions + dimension] = atStart[dimension]!;
  }
  return tasks;
}

const ALWAYS_OPEN = [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]] as const;
const NO_DEADLINES: readonly Deadline[] = [];

function emptyTasks(sources: readonly SourceTask[], dimensions: number): TaskColumns {
  const count = sources.length;
  let [windows, deadlines] = [0, 0];
  for (const { stop } of sources) {
    windows += stop.time_windows?.length ?? 1;
    deadlines += stop.deadlines?.length ?? 0;
  }
  return {
    count,
    location: new Int32Array(count),
    service: new Float64Array(count),
    setup: new Float64Array(count),
    windowOf: new Int32Array(count + 1),
    windowStart: new Float64Array(windows),
    windowEnd: new Float64Array(windows),
    opens: new Float64Array(count),
    closes: new Float64Array(count),
    hasOneWindow: new Uint8Array(count),
    deadlineOf: new Int32Array(count + 1),
    deadlineAt: new Float64Array(deadlines),
    deadlineCost: new Float64Array(deadlines),
    loadChange: new Float64Array(count * dimensions),
    loadAtStart: new Float64Array(count * dimensions),
    request: new Int32Array(count),
  };
}

/** Cost of one second of delay. */
export function delayCostPerSecond({ level, cost_per_hour }: Deadline): number {
  return cost_per_hour === undefined ? DELAY_COST_PER_SECOND_BY_LEVEL[level ?? "none"] : cost_per_hour / 3600;
}

/** Finds the numbers of stops by type and id; breaks and ends have none. */
export function createTaskNumberFinder(sources: readonly SourceTask[]): (name: VehicleStep) => number | undefined {
  const numbers: Partial<Record<VehicleStep["type"], Map<number, number>>> = {
    job: new Map(),
    pickup: new Map(),
    delivery: new Map(),
  };
  for (let task = 0; task < sources.length; task++) {
    const { type, stop } = sources[task]!;
    numbers[type]?.set(stop.id, task);
  }
  return ({ type, id = -1 }) => numbers[type]?.get(id);
}
