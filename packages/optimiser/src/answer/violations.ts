import type { Deadline, Job, Problem, Shipment, Vehicle } from "../problem/problem";
import { VIOLATION_LEVELS, type ViolationLevel, violationLevelOfDelay } from "../problem/problem";
import type { SolutionTour, SolutionViolation } from "../problem/solution";

interface PerformedStop {
  readonly vehicle: Vehicle;
  readonly type: "job" | "pickup" | "delivery" | "end";
  readonly id?: number;
  readonly begun: number;
  readonly load: readonly number[];
}

/** Violations of limits of the problem by one stop. */
export function violationsOfStop(problem: Problem, stop: PerformedStop): SolutionViolation[] {
  const { vehicle, type, id, begun, load } = stop;
  const found: SolutionViolation[] = [];
  if (type === "end") {
    const hard = vehicle.time_window ? [{ at: vehicle.time_window[1] }] : [];
    found.push(...delayViolations(begun, [...(vehicle.shift_end ? [vehicle.shift_end] : []), ...hard]));
    return found;
  }
  const { spec, place } = findStop(problem, { type, id });
  const closes = place.time_windows?.at(-1)?.[1];
  found.push(
    ...delayViolations(begun, [...(place.deadlines ?? []), ...(closes === undefined ? [] : [{ at: closes }])]),
  );
  if (vehicle.capacity && load.some((value, dimension) => value > (vehicle.capacity?.[dimension] ?? 0))) {
    found.push({ cause: "load", level: "CRITICAL" });
  }
  const mayDo = (skill: number) => vehicle.skills?.includes(skill) ?? false;
  if (spec.skills && !spec.skills.every(mayDo)) found.push({ cause: "skills", level: "CRITICAL" });
  if (vehicle.type !== undefined && spec.excluded_vehicle_types?.includes(vehicle.type)) {
    found.push({ cause: "vehicle_type", level: "CRITICAL" });
  }
  return found;
}

/**
 * One violation for all deadlines: the longest delay, at the worst of their levels. A delay is judged only as far as it
 * could be avoided.
 */
function delayViolations(begun: number, deadlines: readonly Deadline[]): SolutionViolation[] {
  const missed = deadlines.filter(({ at }) => begun > at);
  if (missed.length === 0) return [];
  const levels = missed.map(({ at, level }) => level ?? violationLevelOfDelay(begun - at));
  const since = Math.min(...missed.map((deadline) => deadline.since ?? deadline.at));
  return [{ cause: "delay", duration: begun - since, level: worstViolationLevelOf(levels) }];
}

export const worstViolationLevelOf = (levels: readonly ViolationLevel[]): ViolationLevel =>
  VIOLATION_LEVELS.find((level) => levels.includes(level)) ?? "ACCEPTABLE";

/** Violations of the problem's limits by the tour as a whole. */
export function violationsOfTour(vehicle: Vehicle, { steps, duration, distance }: SolutionTour): SolutionViolation[] {
  const { max_tasks, max_travel_time, max_distance, breaks = [] } = vehicle;
  const found: SolutionViolation[] = [];
  const tasks = steps.filter(({ type }) => type === "job" || type === "pickup" || type === "delivery");
  if (max_tasks !== undefined && tasks.length > max_tasks) found.push({ cause: "max_tasks", level: "MODERATE" });
  if (max_travel_time !== undefined && duration > max_travel_time) {
    const over = duration - max_travel_time;
    found.push({ cause: "max_travel_time", duration: over, level: violationLevelOfDelay(over) });
  }
  if (max_distance !== undefined && distance > max_distance) found.push({ cause: "max_distance", level: "MODERATE" });
  const taken = new Set(steps.flatMap(({ type, id }) => (type === "break" ? [id] : [])));
  for (const { id } of breaks) if (!taken.has(id)) found.push({ cause: "missing_break", level: "SEVERE" });
  return found;
}

interface RequestedStop {
  readonly spec: Job | Shipment;
  readonly place: Job | Shipment["pickup"];
}
type RequestedStops = Readonly<Record<"job" | "pickup" | "delivery", ReadonlyMap<number | undefined, RequestedStop>>>;
/** Stops by type and id, so that long answers do not search the whole problem for each of their stops. */
const requestedStopsByProblem = new WeakMap<Problem, RequestedStops>();

function findStop(
  problem: Problem,
  { type, id }: { readonly type: keyof RequestedStops; readonly id: number | undefined },
): RequestedStop {
  const stops = requestedStopsByProblem.get(problem) ?? listStops(problem);
  requestedStopsByProblem.set(problem, stops);
  return stops[type].get(id)!;
}

const listStops = ({ jobs = [], shipments = [] }: Problem): RequestedStops => ({
  job: new Map(jobs.map((job) => [job.id, { spec: job, place: job }])),
  pickup: new Map(shipments.map((spec) => [spec.pickup.id, { spec, place: spec.pickup }])),
  delivery: new Map(shipments.map((spec) => [spec.delivery.id, { spec, place: spec.delivery }])),
});
