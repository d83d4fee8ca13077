/** Tours and cases in the terms of the optimiser. Seconds of the Unix epoch, metres. */
import type { Plan } from "@leitstand/contract/board/solver";
import type { Break, TimeWindow, Vehicle, VehicleStep } from "@leitstand/optimiser/problem/problem";
import { type JobOrShipment, jobOrShipmentOfCase } from "./case-request";
import { MAX_EPOCH_SECONDS, PLAN_HORIZON_SECONDS, toClampedEpochSeconds } from "./case-times";
import { isCurrentStopOfCrew, isOnBoardState, isUnderWayState, isWaitingState } from "./crew-progress";
import type { NumberedPlaces } from "./numbered-places";
import {
  isTourClosedToCases,
  type PlanningCase,
  type PlanningLonLat,
  type PlanningTour,
  type PlanningRules,
  lonLatOfPlace,
  tourStartLonLat,
  type PlanningStopKey,
} from "./planned";

/** Time before its latest moment at which a crew may begin its break. */
const BREAK_WINDOW_SECONDS = 2 * 3600;

export interface OptimizerTourInput {
  readonly vehicle: Vehicle;
  readonly requests: readonly JobOrShipment[];
  /** Number of current steps, which the crew is on its way to, or at: no new step comes before them. */
  readonly begun: number;
  /** Units that the crew carries now, which may be more than the capacity. */
  readonly carried: number;
  /** Open cases to which no crew drives now. */
  readonly left: readonly UnplannedCase[];
}
/** Case that no search can place on a tour. */
export interface UnplannedCase {
  readonly case_id: string;
  readonly reason: Plan["unserved"][number]["reason"];
}

export const timeFromEpochSeconds = (seconds: number) =>
  new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "+00:00");

interface TourPlanOptions {
  /** Number of the vehicle. */
  readonly id: number;
  readonly places: NumberedPlaces;
  /**
   * Number for both stops of a case, and another for each tour that has it, because several crews may work on one case.
   */
  readonly numberOf: (case_id: string) => number;
  readonly now: number;
  readonly rules: PlanningRules;
  /** Units to be loaded; a tour that could never hold them is planned for the ways alone. */
  readonly units: number;
}

/**
 * Plan of a running tour with its open cases in their order; undefined where its position is unknown, or it takes no
 * cases.
 */
export const optimizerInputOfTour = (tour: PlanningTour, options: TourPlanOptions): OptimizerTourInput | undefined =>
  isTourClosedToCases(tour) ? undefined : limitToAbsence(tour, optimizerInputOfOpenStops(tour, options));

/** Limits a tour to the time before the first absence of its crew or vehicles. */
function limitToAbsence(tour: PlanningTour, plan: OptimizerTourInput | undefined): OptimizerTourInput | undefined {
  const [from, to] = plan?.vehicle.time_window ?? [];
  if (plan === undefined || from === undefined || to === undefined) return plan;
  return { ...plan, vehicle: { ...plan.vehicle, time_window: [from, Math.max(from, absenceStartOf(tour, to))] } };
}

/** Plan of the open stops, also of a tour that takes no more cases but still drives those it has. */
export function optimizerInputOfOpenStops(
  tour: PlanningTour,
  options: TourPlanOptions,
): OptimizerTourInput | undefined {
  const { id, places, now, rules, units } = options;
  const start = tourStartLonLat(tour);
  if (start === undefined) return undefined;
  const links = openLinksInOrder(tour);
  const starts = tourAvailableFrom(tour, { now, rules });
  const left: UnplannedCase[] = [];
  const requests = new Map<string, JobOrShipment>();
  for (const link of links) {
    const { state, case: job } = link;
    const request = isWaitingState(state)
      ? undefined
      : jobOrShipmentOfCase(job, { ...options, starts, link, vehicle: id });
    if (request === undefined)
      left.push({ case_id: job.id, reason: isWaitingState(state) ? "POSTPONED" : "NO_POSITION" });
    else requests.set(job.id, request);
  }
  const stops = remainingStopsInOrder(tour).filter(({ case_id }) => requests.has(case_id));
  const steps = stops.map((stop) => vehicleStepOf(requests.get(stop.case_id) as JobOrShipment, stop));
  const carried = links.reduce((sum, link) => sum + (isOnBoardState(link.state) ? link.case.load_units : 0), 0);
  const room = tour.capacity !== null && tour.capacity >= units ? { capacity: [tour.capacity] } : {};
  const time_window: TimeWindow = [starts, starts + PLAN_HORIZON_SECONDS];
  const breaks = tourBreaksOf(tour, { now, rules });
  return {
    vehicle: { id, start_index: places.indexOf(start), time_window, steps, breaks, ...room, ...tourEndOf(tour) },
    requests: [...requests.values()],
    begun: stops.findLastIndex(({ isCurrent }) => isCurrent) + 1,
    carried,
    left,
  };
}

/** End of a tour: the end of its shift, or the first absence of its crew or vehicles, which costs more to overrun. */
function tourEndOf(tour: PlanningTour): Pick<Vehicle, "shift_end"> {
  if (isTourEndedByAbsence(tour))
    return { shift_end: { at: absenceStartOf(tour, MAX_EPOCH_SECONDS), level: "SEVERE" } };
  return tour.scheduled_end_at === null ? {} : { shift_end: { at: toClampedEpochSeconds(tour.scheduled_end_at) } };
}

type PlanningMoment = Pick<TourPlanOptions, "now" | "rules">;

const absenceStartOf = ({ absent_from }: PlanningTour, otherwise: number): number =>
  absent_from === null ? otherwise : Math.min(otherwise, toClampedEpochSeconds(absent_from));

/** Constraint that a tour violates when it is at work for too long: an absence, or the end of its shift. */
export type TourEndConstraint = "ABSENCE" | "SHIFT_END";
export const tourEndConstraintOf = (tour: PlanningTour): TourEndConstraint =>
  isTourEndedByAbsence(tour) ? "ABSENCE" : "SHIFT_END";

/** Whether the tour ends because of an absence, and not because its shift is over. */
const isTourEndedByAbsence = ({ absent_from, scheduled_end_at }: PlanningTour): boolean =>
  absent_from !== null &&
  (scheduled_end_at === null || toClampedEpochSeconds(absent_from) < toClampedEpochSeconds(scheduled_end_at));

/** Start of availability: a tour that has not begun starts as planned, and a crew on its break when that is over. */
function tourAvailableFrom(tour: PlanningTour, { now, rules }: PlanningMoment): number {
  const { started_at, scheduled_start_at, started_sub_state, break_began_at } = tour;
  if (started_at === null)
    return scheduled_start_at === null ? now : Math.max(now, toClampedEpochSeconds(scheduled_start_at));
  if (started_sub_state !== "ON_A_BREAK" || break_began_at === null || rules.break_minutes === null) return now;
  return Math.max(now, Math.min(now, toClampedEpochSeconds(break_began_at)) + rules.break_minutes * 60);
}

/** Break that a long shift still owes its crew; one that is overdue is due within the hour. */
function tourBreaksOf(
  { started_at, scheduled_end_at, absent_from, break_began_at }: PlanningTour,
  { now, rules: { break_minutes, break_after_minutes } }: PlanningMoment,
): Break[] {
  if (break_minutes === null || break_began_at !== null || started_at === null) return [];
  const latest = toClampedEpochSeconds(started_at) + break_after_minutes * 60;
  const ends = [scheduled_end_at, absent_from].filter((end) => end !== null).map(toClampedEpochSeconds);
  if (ends.some((end) => end <= latest)) return [];
  const window: TimeWindow = [Math.max(now, latest - BREAK_WINDOW_SECONDS), Math.max(now + 3600, latest)];
  return [{ id: 1, service: break_minutes * 60, time_windows: [window] }];
}

/** Places that `optimizerInputOfTour` uses for a tour, its start first, for callers that need only the ways. */
export const placeNumbersOfTour = (tour: PlanningTour, places: NumberedPlaces): readonly number[] | undefined =>
  isTourClosedToCases(tour) ? undefined : placeNumbersOfOpenStops(tour, places);

/** Places that `optimizerInputOfOpenStops` uses for a tour, its start first. */
export function placeNumbersOfOpenStops(tour: PlanningTour, places: NumberedPlaces): readonly number[] | undefined {
  const start = tourStartLonLat(tour);
  if (start === undefined) return undefined;
  const positions = remainingStopsInOrder(tour).map(({ position }) => position);
  return [start, ...positions].map((position) => places.indexOf(position));
}

interface RemainingStop extends PlanningStopKey {
  readonly position: PlanningLonLat;
  /** Whether the stop is the current one, see `isCurrentStopOfCrew`. */
  readonly isCurrent: boolean;
}

/** Remaining stops in the order that the dispatcher has set; current ones come first, new ones last. */
function remainingStopsInOrder(tour: PlanningTour): readonly RemainingStop[] {
  const stops = openLinksInOrder(tour).flatMap((link) => {
    const { state, case: job } = link;
    const positions = remainingStopLonLatsOfCase(job, state);
    return positions.map((position, index): RemainingStop => {
      const kind = index > 0 || isOnBoardState(state) ? "DELIVERY" : "PICKUP";
      return { case_id: job.id, kind, position, isCurrent: isCurrentStopOfCrew(kind, link) };
    });
  });
  const rankOfStop = (stop: RemainingStop) => {
    const at = tour.sequence.findIndex(({ case_id, kind }) => case_id === stop.case_id && kind === stop.kind);
    return stop.isCurrent ? -1 : at < 0 ? tour.sequence.length : at;
  };
  return moveDeliveriesAfterPickups(stops.toSorted((one, other) => rankOfStop(one) - rankOfStop(other)));
}

/**
 * Moves deliveries behind their pickups: cargo that was unloaded again is picked up first, whatever the order said when
 * it was on board.
 */
function moveDeliveriesAfterPickups(stops: readonly RemainingStop[]): readonly RemainingStop[] {
  const ordered: RemainingStop[] = [];
  const early = new Map<string, RemainingStop>();
  for (const [index, stop] of stops.entries()) {
    const isEarly =
      stop.kind === "DELIVERY" &&
      stops.findIndex(({ case_id, kind }) => case_id === stop.case_id && kind === "PICKUP") > index;
    if (isEarly) early.set(stop.case_id, stop);
    else ordered.push(stop);
    const delivery = stop.kind === "PICKUP" ? early.get(stop.case_id) : undefined;
    if (delivery) ordered.push(delivery);
  }
  return ordered;
}

/** Positions of the stops that a case still needs; none where no crew drives to it now, or its place is unknown. */
export function remainingStopLonLatsOfCase(job: PlanningCase, state = ""): readonly PlanningLonLat[] {
  const [source, target] = [lonLatOfPlace(job.source), lonLatOfPlace(job.target)];
  if (isWaitingState(state) || !(isOnBoardState(state) ? target : source)) return [];
  return (isOnBoardState(state) ? [target] : [source, target]).filter((position) => position !== undefined);
}

/** Open links: cargo on board first, then cases that have begun; the rest keeps the order of the tour. */
const openLinksInOrder = ({ open }: PlanningTour) =>
  open.toSorted((one, other) => stateRank(one.state) - stateRank(other.state));
const stateRank = (state: string) => (isOnBoardState(state) ? 0 : isUnderWayState(state) ? 1 : 2);

function vehicleStepOf(request: JobOrShipment, { kind }: PlanningStopKey): VehicleStep {
  if ("job" in request) return { type: "job", id: request.job.id };
  const { pickup, delivery } = request.shipment;
  return kind === "PICKUP" ? { type: "pickup", id: pickup.id } : { type: "delivery", id: delivery.id };
}
