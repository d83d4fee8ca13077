/**
 * The problem as the search sees it: numbered tasks, requests and vehicles in typed arrays. A job is a request of one
 * task, a shipment one of two. The load of task t in dimension d lies at `t * dimensions + d`.
 */
export interface SearchModel {
  readonly dimensions: number;
  readonly tasks: TaskColumns;
  readonly requests: RequestColumns;
  readonly fleet: FleetColumns;
  readonly travels: TravelTable[];
}

export interface TaskColumns {
  readonly count: number;
  readonly location: Int32Array;
  readonly service: Float64Array;
  readonly setup: Float64Array;
  /** Windows of task t are `windowOf[t]` to below `windowOf[t + 1]` of the two lists of times. */
  readonly windowOf: Int32Array;
  readonly windowStart: Float64Array;
  readonly windowEnd: Float64Array;
  /** Start of the first and end of the last window, which most checks need. */
  readonly opens: Float64Array;
  readonly closes: Float64Array;
  readonly hasOneWindow: Uint8Array;
  readonly deadlineOf: Int32Array;
  readonly deadlineAt: Float64Array;
  readonly deadlineCost: Float64Array;
  /** Change of the load at the task, and the part of it that was on board from the start. */
  readonly loadChange: Float64Array;
  readonly loadAtStart: Float64Array;
  readonly request: Int32Array;
}

export interface RequestColumns {
  readonly count: number;
  readonly first: Int32Array;
  /** Second task of a request; -1 for requests of one task. */
  readonly second: Int32Array;
  /**
   * Cost of leaving it out, which is `absenceUnit` times its weight; more than any detour, and the more the more urgent
   * it is. Infinite for cargo on board, which is never left out.
   */
  readonly absence: Float64Array;
  /** Whole numbers, so that sums of them stay exact however high the costs are; 0 for cargo on board. */
  readonly weight: Float64Array;
  readonly absenceUnit: number;
  /** `request * vehicles + vehicle` is 1 where skills, types, pins and the empty vehicle's hard limits allow it. */
  readonly isAllowed: Uint8Array;
  /** Sum of each request's load over the dimensions, by which requests are sorted. */
  readonly size: Float64Array;
}

export interface FleetColumns {
  readonly count: number;
  readonly travel: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly from: Float64Array;
  readonly until: Float64Array;
  readonly overtimeAt: Float64Array;
  readonly overtimeCost: Float64Array;
  readonly capacity: Float64Array;
  readonly maxTasks: Float64Array;
  readonly maxTravel: Float64Array;
  readonly maxDistance: Float64Array;
  readonly fixedCost: Float64Array;
  /** Tasks that a vehicle does first, in any case. */
  readonly beginning: Int32Array[];
  readonly breaks: (readonly VehicleBreak[])[];
  /** Kind of a vehicle: those of one kind are interchangeable while they are empty. */
  readonly kind: Int32Array;
  /** 1 where breaks, deadlines or setup make the rest of a tour depend on more than its time windows. */
  readonly isSimulated: Uint8Array;
}

/** A break that a used vehicle takes, on the way or before it. */
export interface VehicleBreak {
  readonly index: number;
  readonly service: number;
  readonly windows: readonly (readonly [number, number])[];
  readonly closes: number;
  readonly maxLoad: readonly number[] | undefined;
}

/** Square tables of one profile, speed and price; the transposed copies make reading all ways to one place cheap. */
export interface TravelTable {
  readonly side: number;
  readonly time: Float64Array;
  readonly timeTo: Float64Array;
  readonly cost: Float64Array;
  readonly costTo: Float64Array;
  readonly distance: Float64Array;
}

/** Number of seconds beyond every horizon, and still exact when added to times. */
export const UNREACHABLE_SECONDS = 1e12;
/** End of the horizon in seconds from the earliest start; used where no window ends. */
export const HORIZON_SECONDS = 1e10;

/** Time when service can begin after an arrival at `time`; infinite when it is too late. */
export function earliestServiceStart(tasks: TaskColumns, task: number, time: number): number {
  if (tasks.hasOneWindow[task] === 1) {
    const opens = tasks.opens[task]!;
    if (time <= opens) return opens;
    return time <= tasks.closes[task]! ? time : Number.POSITIVE_INFINITY;
  }
  for (let window = tasks.windowOf[task]!; window < tasks.windowOf[task + 1]!; window++) {
    if (time > tasks.windowEnd[window]!) continue;
    return Math.max(time, tasks.windowStart[window]!);
  }
  return Number.POSITIVE_INFINITY;
}

/** Latest moment up to `bound` at which service may begin; minus infinity when there is none. */
export function latestServiceStart(tasks: TaskColumns, task: number, bound: number): number {
  for (let window = tasks.windowOf[task + 1]! - 1; window >= tasks.windowOf[task]!; window--) {
    if (tasks.windowStart[window]! <= bound) return Math.min(bound, tasks.windowEnd[window]!);
  }
  return Number.NEGATIVE_INFINITY;
}

/** Cost of delays when the service begins at `start`. */
export function delayCostOfServiceStart(tasks: TaskColumns, task: number, start: number): number {
  let cost = 0;
  for (let deadline = tasks.deadlineOf[task]!; deadline < tasks.deadlineOf[task + 1]!; deadline++) {
    const delay = start - tasks.deadlineAt[deadline]!;
    if (delay > 0) cost += delay * tasks.deadlineCost[deadline]!;
  }
  return cost;
}
