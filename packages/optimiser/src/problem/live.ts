import type {
  Break,
  Deadline,
  Job,
  TravelMatrix,
  Problem,
  Shipment,
  TimeWindow,
  Vehicle,
  VehicleStep,
} from "./problem";
import { profileOf } from "./problem";
import { throwPlanningProblemError } from "./read-values";

type RequestStop = Job | Shipment["pickup"];

/** Stop that is made in any case, with its effect on the load. */
interface CertainStop {
  readonly key: string;
  readonly type: "job" | "pickup" | "delivery";
  readonly stop: RequestStop;
  readonly change: readonly number[];
  readonly atStart: readonly number[];
}

/**
 * Running tours may break limits that can no longer be kept: begun stops that are late, cargo that is on board of a
 * full vehicle, a shift that is over. The search gets a problem whose limits are just wide enough for each tour's
 * beginning and cargo, and pays for the delay; the answer is judged by the limits that were asked for.
 */
export function widenLimitsOfRunningTours(problem: Problem): Problem {
  const widened = new Map<string, RequestStop>();
  const vehicles = problem.vehicles.map((vehicle, index) => {
    const certain = listCertainStops(problem, vehicle);
    if (certain.length === 0) return vehicle;
    return widenVehicle(problem, { vehicle, path: `vehicles[${index}].steps`, certain, widened });
  });
  if (widened.size === 0 && vehicles.every((vehicle, index) => vehicle === problem.vehicles[index])) return problem;
  return {
    ...problem,
    vehicles,
    jobs: problem.jobs?.map((job) => ({ ...job, ...widened.get(`job ${job.id}`) })),
    shipments: problem.shipments?.map((shipment) => ({
      ...shipment,
      pickup: widened.get(`pickup ${shipment.pickup.id}`) ?? shipment.pickup,
      delivery: widened.get(`delivery ${shipment.delivery.id}`) ?? shipment.delivery,
    })),
  };
}

/** Steps that a vehicle does in any case, in an order in which the widened limits are kept. */
export function listCommittedSteps(problem: Problem, vehicle: Vehicle): VehicleStep[] {
  return listCertainStops(problem, vehicle).map(({ type, stop: { id } }) => ({ type, id }));
}

/**
 * Lists the stops that are made in any case: the fixed beginning in its order, then the cargo on board, the most urgent
 * first.
 */
function listCertainStops({ jobs = [], shipments = [] }: Problem, { id, steps = [] }: Vehicle): CertainStop[] {
  const onBoard = jobs.filter((job) => job.is_on_board && job.pinned_to === id);
  if (steps.length === 0 && onBoard.length === 0) return [];
  const all = new Map<string, CertainStop>();
  const add = (certain: CertainStop) => all.set(certain.key, certain);
  for (const stop of jobs) {
    const { delivery = [], pickup = [] } = stop;
    const width = Math.max(delivery.length, pickup.length);
    const change = Array.from({ length: width }, (_, index) => (pickup[index] ?? 0) - (delivery[index] ?? 0));
    add({ key: `job ${stop.id}`, type: "job", stop, change, atStart: delivery });
  }
  for (const { pickup, delivery, amount = [] } of shipments) {
    add({ key: `pickup ${pickup.id}`, type: "pickup", stop: pickup, change: amount, atStart: [] });
    add({
      key: `delivery ${delivery.id}`,
      type: "delivery",
      stop: delivery,
      change: amount.map((value) => -value),
      atStart: [],
    });
  }
  const begun = steps.map((step) => `${step.type} ${step.id}`).filter((key) => all.has(key));
  const opened = new Set(begun);
  const carried = [
    ...onBoard.map((job) => `job ${job.id}`),
    ...shipments
      .filter(({ pickup }) => opened.has(`pickup ${pickup.id}`))
      .map(({ delivery }) => `delivery ${delivery.id}`),
  ].filter((key) => !opened.has(key));
  const urgency = (key: string) => latestTimeOf(all.get(key)!.stop);
  carried.sort((one, other) => urgency(one) - urgency(other));
  return [...begun, ...carried].map((key) => all.get(key)!);
}

function latestTimeOf({ time_windows, deadlines = [] }: RequestStop): number {
  return Math.min(time_windows?.at(-1)?.[1] ?? Number.POSITIVE_INFINITY, ...deadlines.map(({ at }) => at));
}

interface RunningTour {
  readonly vehicle: Vehicle;
  readonly path: string;
  readonly certain: readonly CertainStop[];
  readonly widened: Map<string, RequestStop>;
}

/** Drives the certain part of the tour and records by how much it breaks each limit. */
function widenVehicle(problem: Problem, { vehicle, path, certain, widened }: RunningTour): Vehicle {
  const matrix = problem.matrices[profileOf(vehicle)]!;
  const pauses = breaksThatFit(vehicle);
  let time = vehicle.time_window?.[0] ?? 0;
  let place = vehicle.start_index;
  const driven = { seconds: 0, metres: 0 };
  const drive = (to: number | undefined) => {
    if (place !== undefined && to !== undefined) {
      const way = matrix.durations[place]?.[to];
      if (way === null || way === undefined || !Number.isFinite(way))
        throwPlanningProblemError("CONTRADICTION", path, "leads where no way leads");
      driven.seconds += way / (vehicle.speed_factor ?? 1);
      driven.metres += metresBetween(matrix, place, to);
      time += way / (vehicle.speed_factor ?? 1);
    }
    place = to ?? place;
  };
  // All breaks at once are the longest delay that they can cause.
  const paused = pauses.reduce((sum, { service = 0 }) => sum + service, 0);
  const opens = Math.max(time, ...pauses.map(({ time_windows }) => time_windows?.at(-1)?.[0] ?? time));
  if (pauses.length > 0) time = opens + paused;
  for (const { key, stop } of certain) {
    const isNewPlace = place !== stop.location_index;
    drive(stop.location_index);
    const opening = (stop.time_windows ?? []).find(([, end]) => time <= end);
    if (stop.time_windows && !opening) widened.set(key, extendWindow(stop, time));
    time = Math.max(time, opening?.[0] ?? time) + (isNewPlace ? (stop.setup ?? 0) : 0) + (stop.service ?? 0);
  }
  drive(vehicle.end_index);
  return { ...vehicle, breaks: pauses, ...widenLimits(vehicle, { time, driven, certain }) };
}

const metresBetween = ({ distances }: TravelMatrix, from: number, to: number) => distances?.[from]?.[to] ?? 0;

/** Breaks whose time is over are not taken any more. */
function breaksThatFit({ breaks = [], time_window }: Vehicle): Break[] {
  const now = time_window?.[0] ?? Number.NEGATIVE_INFINITY;
  return breaks.filter(({ time_windows }) => time_windows === undefined || time_windows.at(-1)![1] >= now);
}

function extendWindow<T extends RequestStop>(stop: T, time: number): T {
  const windows = stop.time_windows ?? [];
  const [start, end] = windows.at(-1)!;
  const last: TimeWindow = [start, time];
  return {
    ...stop,
    time_windows: [...windows.slice(0, -1), last],
    deadlines: [...(stop.deadlines ?? []), { at: end }],
  };
}

interface DrivenPart {
  readonly time: number;
  readonly driven: { readonly seconds: number; readonly metres: number };
  readonly certain: readonly CertainStop[];
}

function widenLimits(vehicle: Vehicle, { time, driven, certain }: DrivenPart): Partial<Vehicle> {
  const { time_window, shift_end, capacity, max_tasks, max_travel_time, max_distance } = vehicle;
  const isOver = time_window !== undefined && time > time_window[1];
  const end: Deadline | undefined = isOver ? { at: time_window[1], ...shift_end } : shift_end;
  return {
    time_window: isOver ? [time_window[0], time] : time_window,
    shift_end: end,
    capacity: capacity && widenCapacity(capacity, certain),
    max_tasks: max_tasks && Math.max(max_tasks, certain.length),
    max_travel_time: max_travel_time && Math.max(max_travel_time, driven.seconds),
    max_distance: max_distance && Math.max(max_distance, driven.metres),
  };
}

function widenCapacity(capacity: readonly number[], certain: readonly CertainStop[]): number[] {
  return capacity.map((most, dimension) => {
    let onBoard = certain.reduce((sum, { atStart }) => sum + (atStart[dimension] ?? 0), 0);
    let peak = onBoard;
    for (const { change } of certain) {
      onBoard += change[dimension] ?? 0;
      peak = Math.max(peak, onBoard);
    }
    return Math.max(most, peak);
  });
}
