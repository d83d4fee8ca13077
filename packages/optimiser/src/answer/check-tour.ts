import { isNearlyEqual } from "../model/near";
import { type Job, type TravelMatrix, type Problem, type Shipment, type Vehicle, profileOf } from "../problem/problem";
import type { SolutionStep, SolutionTour, ViolationCause } from "../problem/solution";

interface TourCheck {
  readonly problem: Problem;
  readonly vehicle: Vehicle;
  readonly tour: SolutionTour;
  readonly fault: (path: string, reason: string) => void;
}

/** A stop of the tour with its specification in the problem. */
interface KnownStop {
  readonly spec: Job | Shipment;
  readonly stop: Job | Shipment["pickup"];
  readonly change: readonly number[];
  readonly atStart: readonly number[];
}

/** Checks one tour: its shape, times, loads, suitability, limits, breaks, beginning and sums. */
export function checkSolutionTour(judged: TourCheck): void {
  const { tour, fault } = judged;
  const { steps } = tour;
  if (steps.length < 3 || steps[0]?.type !== "start" || steps.at(-1)?.type !== "end") {
    fault("steps", "do not lead from start over stops to end");
    return;
  }
  const known = steps.map((step) => findKnownStop(judged.problem, step));
  checkTimes(judged, known);
  checkLoads(judged, known);
  checkRequirements(judged, known);
  checkOrder(judged, known);
  checkBreaks(judged);
  checkLimits(judged);
  checkTotals(judged, known);
}

function findKnownStop({ jobs = [], shipments = [] }: Problem, { type, id }: SolutionStep): KnownStop | undefined {
  if (type === "job") {
    const job = jobs.find((one) => one.id === id);
    if (!job) return undefined;
    const { delivery = [], pickup = [] } = job;
    const width = Math.max(delivery.length, pickup.length);
    const change = Array.from({ length: width }, (_, index) => (pickup[index] ?? 0) - (delivery[index] ?? 0));
    return { spec: job, stop: job, change, atStart: delivery };
  }
  if (type !== "pickup" && type !== "delivery") return undefined;
  const shipment = shipments.find((one) => one[type].id === id);
  if (!shipment) return undefined;
  const sign = type === "pickup" ? 1 : -1;
  return {
    spec: shipment,
    stop: shipment[type],
    change: (shipment.amount ?? []).map((value) => sign * value),
    atStart: [],
  };
}

/** A tour that has begun may break limits that can no longer be kept, as long as the answer says so. */
function mayBreakLimits({ problem, vehicle }: TourCheck): boolean {
  const isCarrying = (problem.jobs ?? []).some(({ is_on_board, pinned_to }) => is_on_board && pinned_to === vehicle.id);
  return isCarrying || (vehicle.steps ?? []).some(({ type }) => type !== "start" && type !== "end" && type !== "break");
}

const reportsViolation = (violations: SolutionStep["violations"], cause: ViolationCause) =>
  violations.some((one) => one.cause === cause);

function wayBetween(
  rows: TravelMatrix["durations"] | undefined,
  from: number | undefined,
  to: number | undefined,
): number {
  if (!rows || from === undefined || to === undefined) return 0;
  return rows[from]?.[to] ?? Number.POSITIVE_INFINITY;
}

/** Checks that each step begins when the previous one has ended and the drive between them, as in the matrix, is over. */
function checkTimes(judged: TourCheck, known: readonly (KnownStop | undefined)[]): void {
  const { problem, vehicle, tour, fault } = judged;
  const { durations, distances } = problem.matrices[profileOf(vehicle)]!;
  const { steps } = tour;
  let last = { place: vehicle.start_index, duration: 0, distance: 0 };
  for (const [index, step] of steps.entries()) {
    const path = `steps[${index}]`;
    const before = steps[index - 1];
    if (before) {
      const left = before.arrival + before.waiting_time + before.setup + before.service;
      const arrival = left + step.duration - before.duration;
      if (!isNearlyEqual(step.arrival, arrival))
        fault(`${path}.arrival`, `is ${step.arrival}, but ${arrival} when driven`);
      if (step.duration < before.duration - 1e-3) fault(`${path}.duration`, "runs backwards");
    }
    if (step.waiting_time < 0) fault(`${path}.waiting_time`, "is negative");
    if (step.type === "break") continue;
    const place =
      step.type === "start"
        ? vehicle.start_index
        : step.type === "end"
          ? vehicle.end_index
          : known[index]?.stop.location_index;
    if (step.location_index !== place) fault(`${path}.location_index`, "is not where the problem puts it");
    const seconds = wayBetween(durations, last.place, place) / (vehicle.speed_factor ?? 1);
    if (!isNearlyEqual(step.duration - last.duration, seconds)) fault(`${path}.duration`, "is not that of the matrix");
    const metres = wayBetween(distances, last.place, place);
    if (!isNearlyEqual(step.distance - last.distance, metres)) fault(`${path}.distance`, "is not that of the matrix");
    checkService(judged, { step, path, known: known[index], isNewPlace: last.place !== place });
    last = { place: place ?? last.place, duration: step.duration, distance: step.distance };
  }
  checkShift(judged);
}

interface CheckedService {
  readonly step: SolutionStep;
  readonly path: string;
  readonly known: KnownStop | undefined;
  readonly isNewPlace: boolean;
}

/** Checks that service takes as long as asked, in a window, and that a missed deadline is reported. */
function checkService(judged: TourCheck, { step, path, known, isNewPlace }: CheckedService): void {
  const { fault } = judged;
  if (!known) return;
  const { stop } = known;
  if (!isNearlyEqual(step.service, stop.service ?? 0)) fault(`${path}.service`, "is not what was asked");
  if (!isNearlyEqual(step.setup, isNewPlace ? (stop.setup ?? 0) : 0)) fault(`${path}.setup`, "is not what was asked");
  const begun = step.arrival + step.waiting_time;
  const isInside =
    !stop.time_windows || stop.time_windows.some(([from, to]) => begun >= from - 1e-3 && begun <= to + 1e-3);
  const isTold = reportsViolation(step.violations, "delay");
  const isLate = begun > (stop.time_windows?.at(-1)?.[1] ?? Number.POSITIVE_INFINITY);
  if (!isInside && !(isLate && isTold && mayBreakLimits(judged)))
    fault(path, `begins at ${begun}, outside of its windows`);
  const isDelayed = (stop.deadlines ?? []).some(({ at }) => begun > at + 1e-3);
  if (isDelayed && !isTold) fault(`${path}.violations`, "keep silent about a missed deadline");
}

function checkShift(judged: TourCheck): void {
  const { vehicle, tour, fault } = judged;
  const start = tour.steps[0]!;
  const end = tour.steps.at(-1)!;
  const [from, until] = vehicle.time_window ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isTold = reportsViolation(end.violations, "delay");
  if (start.arrival < from - 1e-3) fault("steps[0].arrival", "is before the shift");
  if (end.arrival > until + 1e-3 && !(isTold && mayBreakLimits(judged))) fault("steps", "end after the shift");
  if (vehicle.shift_end && end.arrival > vehicle.shift_end.at + 1e-3 && !isTold) {
    fault("steps", "keep silent about an overrun shift");
  }
}

function checkLoads(judged: TourCheck, known: readonly (KnownStop | undefined)[]): void {
  const { vehicle, tour, fault } = judged;
  const width = Math.max(0, ...tour.steps.map(({ load }) => load.length));
  const dimensions = Array.from({ length: width }, (_, dimension) => dimension);
  const onBoard = dimensions.map((dimension) => known.reduce((sum, one) => sum + (one?.atStart[dimension] ?? 0), 0));
  const most = dimensions.map((dimension) => highestAllowedLoad(judged, known, dimension));
  for (const [index, { load, violations }] of tour.steps.entries()) {
    for (const dimension of dimensions) {
      onBoard[dimension]! += known[index]?.change[dimension] ?? 0;
      if (!isNearlyEqual(onBoard[dimension]!, load[dimension] ?? 0))
        fault(`steps[${index}].load`, "is not what is on board");
      if (onBoard[dimension]! > most[dimension]!) fault(`steps[${index}].load`, "is more than the vehicle takes");
    }
    const isOver = vehicle.capacity && onBoard.some((value, dimension) => value > (vehicle.capacity?.[dimension] ?? 0));
    if (isOver && known[index] && !reportsViolation(violations, "load"))
      fault(`steps[${index}].violations`, "keep silent about the load");
  }
}

/**
 * Highest load allowed on board: the capacity, or the load of the begun part of the tour and of the cargo on board when
 * that is more.
 */
function highestAllowedLoad(
  { vehicle, ...rest }: TourCheck,
  known: readonly (KnownStop | undefined)[],
  dimension: number,
): number {
  if (!vehicle.capacity) return Number.POSITIVE_INFINITY;
  const given = known.filter((one, index) => one && isBegunOrOnBoard({ vehicle, ...rest }, one, index));
  const needed = given.reduce(
    (sum, one) => sum + (one?.atStart[dimension] ?? 0) + Math.max(0, one?.change[dimension] ?? 0),
    0,
  );
  return Math.max(vehicle.capacity[dimension] ?? 0, needed);
}

/** Whether the stop was begun or is on board: whether this vehicle suits it is no longer checked. */
function isBegunOrOnBoard({ vehicle, tour }: TourCheck, { spec }: KnownStop, index: number): boolean {
  const { type, id } = tour.steps[index]!;
  const begun = (vehicle.steps ?? []).some((step) => {
    const isSame = step.type === type && step.id === id;
    return isSame || (type === "delivery" && step.type === "pickup" && step.id === (spec as Shipment).pickup.id);
  });
  return begun || ("is_on_board" in spec && spec.is_on_board === true);
}

function checkRequirements(judged: TourCheck, known: readonly (KnownStop | undefined)[]): void {
  const { vehicle, fault } = judged;
  for (const [index, one] of known.entries()) {
    if (!one) continue;
    const { spec } = one;
    const path = `steps[${index}]`;
    if (spec.pinned_to !== undefined && spec.pinned_to !== vehicle.id) fault(path, "is pinned to another vehicle");
    if (isBegunOrOnBoard(judged, one, index)) continue;
    const lacks = (spec.skills ?? []).some((skill) => !(vehicle.skills ?? []).includes(skill));
    if (lacks) fault(path, "needs a skill that the vehicle lacks");
    if (spec.excluded_vehicle_types?.some((excluded) => excluded === vehicle.type))
      fault(path, "excludes this type of vehicle");
  }
}

/** Checks that pickups come before their deliveries, and the fixed beginning before all else. */
function checkOrder({ vehicle, tour, fault }: TourCheck, known: readonly (KnownStop | undefined)[]): void {
  const picked = new Set<Job | Shipment>();
  for (const [index, one] of known.entries()) {
    const type = tour.steps[index]?.type;
    if (one && type === "pickup") picked.add(one.spec);
    if (one && type === "delivery" && !picked.has(one.spec))
      fault(`steps[${index}]`, "delivers what was not picked up");
  }
  const isStop = ({ type }: { type: SolutionStep["type"] }) =>
    type === "job" || type === "pickup" || type === "delivery";
  const done = tour.steps.filter(isStop);
  for (const [index, { type, id }] of (vehicle.steps ?? []).filter(isStop).entries()) {
    if (done[index]?.type !== type || done[index]?.id !== id) fault("steps", `do not begin with ${type} ${id}`);
  }
}

function checkBreaks(judged: TourCheck): void {
  const { vehicle, tour, fault } = judged;
  for (const { id, time_windows, service = 0, max_load } of vehicle.breaks ?? []) {
    const taken = tour.steps.filter((step) => step.type === "break" && step.id === id);
    const [step] = taken;
    if (taken.length > 1) fault("steps", `take break ${id} twice`);
    if (!step) {
      if (!mayBreakLimits(judged) || !reportsViolation(tour.violations, "missing_break"))
        fault("steps", `miss break ${id}`);
      continue;
    }
    const begun = step.arrival + step.waiting_time;
    const isInside = !time_windows || time_windows.some(([from, to]) => begun >= from - 1e-3 && begun <= to + 1e-3);
    if (!isInside) fault("steps", `take break ${id} outside of its windows`);
    if (!isNearlyEqual(step.service, service)) fault("steps", `take break ${id} for another time`);
    if (max_load && step.load.some((value, dimension) => value > (max_load[dimension] ?? 0))) {
      fault("steps", `take break ${id} with too much on board`);
    }
  }
}

function checkLimits(judged: TourCheck): void {
  const { vehicle, tour, fault } = judged;
  const { duration, distance } = tour.steps.at(-1)!;
  const stops = tour.steps.filter(({ type }) => type === "job" || type === "pickup" || type === "delivery").length;
  const limits: readonly [ViolationCause, number, number | undefined][] = [
    ["max_tasks", stops, vehicle.max_tasks],
    ["max_travel_time", duration, vehicle.max_travel_time],
    ["max_distance", distance, vehicle.max_distance],
  ];
  for (const [cause, value, most] of limits) {
    if (most === undefined || value <= most + 1e-3) continue;
    if (!mayBreakLimits(judged) || !reportsViolation(tour.violations, cause))
      fault("steps", `break ${cause}: ${value}`);
  }
}

/** Checks the totals of a tour: its cost follows from its ways and delays alone. */
function checkTotals({ problem, vehicle, tour, fault }: TourCheck, known: readonly (KnownStop | undefined)[]): void {
  const { costs: table } = problem.matrices[profileOf(vehicle)]!;
  const { fixed = 0, per_hour = 3600, per_km = 0 } = vehicle.costs ?? {};
  const last = tour.steps.at(-1)!;
  const sum = (pick: (step: SolutionStep) => number) => tour.steps.reduce((total, step) => total + pick(step), 0);
  const stops = [
    vehicle.start_index,
    ...known.flatMap((one) => (one ? [one.stop.location_index] : [])),
    vehicle.end_index,
  ];
  const driving = table
    ? stops.reduce((total, to, index) => total! + (index === 0 ? 0 : wayBetween(table, stops[index - 1], to)), 0)!
    : (last.duration / 3600) * per_hour + (last.distance / 1000) * per_km;
  const totals: readonly (readonly [string, number, number])[] = [
    ["cost", tour.cost, fixed + driving],
    ["duration", tour.duration, last.duration],
    ["distance", tour.distance, last.distance],
    ["service", tour.service, sum(({ service }) => service)],
    ["setup", tour.setup, sum(({ setup }) => setup)],
    ["waiting_time", tour.waiting_time, sum(({ waiting_time }) => waiting_time)],
  ];
  for (const [name, told, found] of totals) {
    if (!isNearlyEqual(told, found)) fault(name, `is ${told}, but ${found} by the problem`);
  }
}
