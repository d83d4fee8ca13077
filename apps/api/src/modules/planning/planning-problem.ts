import type { Plan } from "@leitstand/contract/board/solver";
import type { Break, Job, Shipment, TimeWindow, Vehicle, VehicleStep } from "@leitstand/optimiser/problem/problem";
import { SERVICE_SECONDS_AT_PLACE } from "#modules/case-states/index";
import { FURTHEST_SECONDS, HORIZON_SECONDS, secondsOf, timesOfDelivery, timesOfPickup } from "./case-times";
import {
  isClosedToCases,
  type PlannedCase,
  type PlannedLink,
  type PlannedPosition,
  type PlannedTour,
  type PlanningRules,
  positionOf,
  startOf,
  type StopName,
} from "./planned";

/** Tours and cases in the terms of the optimiser. Seconds of the Unix epoch, metres. */

/** Time before its latest moment at which a crew may begin its break. */
const BREAK_WINDOW_SECONDS = 2 * 3600;

/** Positions by number, each once. */
export class Places {
  readonly positions: PlannedPosition[] = [];
  /** Numbers by longitude, because a text of both coordinates would take longer than all the rest. */
  private readonly known = new Map<number, number[]>();

  /** Adds the given positions first. */
  constructor(positions: readonly PlannedPosition[] = []) {
    for (const position of positions) this.indexOf(position);
  }

  indexOf(position: PlannedPosition): number {
    const [lon, lat] = position;
    const same = this.known.get(lon) ?? [];
    const found = same.find((index) => this.positions[index]?.[1] === lat);
    if (found !== undefined) return found;
    const index = this.positions.push(position) - 1;
    this.known.set(lon, [...same, index]);
    return index;
  }
}

export type Request = { readonly job: Job } | { readonly shipment: Shipment };
export interface TourPlan {
  readonly vehicle: Vehicle;
  readonly requests: readonly Request[];
  /** Number of steps that have begun: no new step comes before them. */
  readonly begun: number;
  /** Open cases to which no crew drives now. */
  readonly left: readonly LeftCase[];
}
/** Case that no search can place on a tour. */
export interface LeftCase {
  readonly case_id: string;
  readonly reason: Plan["unserved"][number]["reason"];
}

const onBoard: ReadonlySet<string> = new Set(["LOADED", "toDestination", "atDestination"]);
const underWay: ReadonlySet<string> = new Set(["STARTED", "ARRIVED", "onTheWay", "arrived"]);
const atDelivery: ReadonlySet<string> = new Set(["toDestination", "atDestination"]);
const waiting: ReadonlySet<string> = new Set(["POSTPONED"]);

export const isOnBoard = (state: string): boolean => onBoard.has(state);

/**
 * Whether this is the stop that the crew is on its way to, or at, by the state of its case: it comes first in any
 * order.
 */
export const isCurrentStop = (kind: string, state: string): boolean =>
  kind === "PICKUP" ? underWay.has(state) : atDelivery.has(state);

export const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "+00:00");

interface TourPlanOptions {
  /** Number of the vehicle. */
  readonly id: number;
  readonly places: Places;
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
export const planTour = (tour: PlannedTour, options: TourPlanOptions): TourPlan | undefined =>
  isClosedToCases(tour) ? undefined : untilAbsence(tour, planOpenStops(tour, options));

/** Limits a tour to the time before the first absence of its crew or vehicles. */
function untilAbsence(tour: PlannedTour, plan: TourPlan | undefined): TourPlan | undefined {
  const [from, to] = plan?.vehicle.time_window ?? [];
  if (plan === undefined || from === undefined || to === undefined) return plan;
  return { ...plan, vehicle: { ...plan.vehicle, time_window: [from, Math.max(from, absentFrom(tour, to))] } };
}

/** Plan of the open stops, also of a tour that takes no more cases but still drives those it has. */
export function planOpenStops(tour: PlannedTour, options: TourPlanOptions): TourPlan | undefined {
  const { id, places, now, rules, units } = options;
  const start = startOf(tour);
  if (start === undefined) return undefined;
  const links = inOrder(tour);
  const left: LeftCase[] = [];
  const requests = new Map<string, Request>();
  for (const link of links) {
    const { state, case: job } = link;
    const request = waiting.has(state) ? undefined : requestOf(job, { ...options, link, vehicle: id });
    if (request === undefined) left.push({ case_id: job.id, reason: waiting.has(state) ? "POSTPONED" : "NO_POSITION" });
    else requests.set(job.id, request);
  }
  const stops = stopsInOrder(tour).filter(({ case_id }) => requests.has(case_id));
  const steps = stops.map((stop) => stepOf(requests.get(stop.case_id) as Request, stop));
  const loaded = links.reduce((sum, link) => sum + (onBoard.has(link.state) ? link.case.load_units : 0), 0);
  const room = tour.capacity !== null && tour.capacity >= units ? { capacity: [Math.max(tour.capacity, loaded)] } : {};
  const time_window: TimeWindow = [availableFrom(tour, { now, rules }), now + HORIZON_SECONDS];
  const breaks = breaksOf(tour, { now, rules });
  return {
    vehicle: { id, start_index: places.indexOf(start), time_window, steps, breaks, ...room, ...endOf(tour) },
    requests: [...requests.values()],
    begun: stops.findLastIndex(({ isUnderWay }) => isUnderWay) + 1,
    left,
  };
}

/** End of a tour: the end of its shift, or the first absence of its crew or vehicles, which costs more to overrun. */
function endOf(tour: PlannedTour): Pick<Vehicle, "shift_end"> {
  if (endsByAbsence(tour)) return { shift_end: { at: absentFrom(tour, FURTHEST_SECONDS), level: "SEVERE" } };
  return tour.scheduled_end_at === null ? {} : { shift_end: { at: secondsOf(tour.scheduled_end_at) } };
}

type Moment = Pick<TourPlanOptions, "now" | "rules">;

const absentFrom = ({ absent_from }: PlannedTour, otherwise: number): number =>
  absent_from === null ? otherwise : Math.min(otherwise, secondsOf(absent_from));

/** Whether the tour ends because of an absence, and not because its shift is over. */
export const endsByAbsence = ({ absent_from, scheduled_end_at }: PlannedTour): boolean =>
  absent_from !== null && (scheduled_end_at === null || secondsOf(absent_from) < secondsOf(scheduled_end_at));

/** Start of availability: a tour that has not begun starts as planned, and a crew on its break when that is over. */
function availableFrom(tour: PlannedTour, { now, rules }: Moment): number {
  const { started_at, scheduled_start_at, started_sub_state, break_began_at } = tour;
  if (started_at === null) return scheduled_start_at === null ? now : Math.max(now, secondsOf(scheduled_start_at));
  if (started_sub_state !== "ON_A_BREAK" || break_began_at === null || rules.break_minutes === null) return now;
  return Math.max(now, Math.min(now, secondsOf(break_began_at)) + rules.break_minutes * 60);
}

/** Break that a long shift still owes its crew; one that is overdue is due within the hour. */
function breaksOf(
  { started_at, scheduled_end_at, absent_from, break_began_at }: PlannedTour,
  { now, rules: { break_minutes, break_after_minutes } }: Moment,
): Break[] {
  if (break_minutes === null || break_began_at !== null || started_at === null) return [];
  const latest = secondsOf(started_at) + break_after_minutes * 60;
  const ends = [scheduled_end_at, absent_from].filter((end) => end !== null).map(secondsOf);
  if (ends.some((end) => end <= latest)) return [];
  const window: TimeWindow = [Math.max(now, latest - BREAK_WINDOW_SECONDS), Math.max(now + 3600, latest)];
  return [{ id: 1, service: break_minutes * 60, time_windows: [window] }];
}

/** Places of the tour of `planTour`, its start first, for callers that need only the ways and no times or rules. */
export const stopsOfTour = (tour: PlannedTour, places: Places): readonly number[] | undefined =>
  isClosedToCases(tour) ? undefined : placesAlong(tour, places);

/** Places of the tour of `planOpenStops`. */
export function placesAlong(tour: PlannedTour, places: Places): readonly number[] | undefined {
  const start = startOf(tour);
  if (start === undefined) return undefined;
  const positions = stopsInOrder(tour).map(({ position }) => position);
  return [start, ...positions].map((position) => places.indexOf(position));
}

interface StopAhead extends StopName {
  readonly position: PlannedPosition;
  /** Whether this is a pickup that the crew is on its way to, or at. */
  readonly isUnderWay: boolean;
  /** Whether the stop is the current one, see `isCurrentStop`. */
  readonly isCurrent: boolean;
}

/** Remaining stops in the order that the dispatcher has set; those under way come first, new ones last. */
function stopsInOrder(tour: PlannedTour): readonly StopAhead[] {
  const stops = inOrder(tour).flatMap(({ state, case: job }) => {
    const positions = positionsAhead(job, state);
    return positions.map((position, index): StopAhead => {
      const kind = index > 0 || onBoard.has(state) ? "DELIVERY" : "PICKUP";
      const isUnderWay = kind === "PICKUP" && underWay.has(state);
      return { case_id: job.id, kind, position, isUnderWay, isCurrent: isCurrentStop(kind, state) };
    });
  });
  if (tour.sequence.length === 0) return stops;
  const rankOfStop = (stop: StopAhead) => {
    const at = tour.sequence.findIndex(({ case_id, kind }) => case_id === stop.case_id && kind === stop.kind);
    return stop.isCurrent ? -1 : at < 0 ? tour.sequence.length : at;
  };
  return afterPickups(stops.toSorted((one, other) => rankOfStop(one) - rankOfStop(other)));
}

/**
 * Moves deliveries behind their pickups: cargo that was unloaded again is picked up first, whatever the order said when
 * it was on board.
 */
function afterPickups(stops: readonly StopAhead[]): readonly StopAhead[] {
  const ordered: StopAhead[] = [];
  const early = new Map<string, StopAhead>();
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
export function positionsAhead(job: PlannedCase, state = ""): readonly PlannedPosition[] {
  const [source, target] = [positionOf(job.source), positionOf(job.target)];
  if (waiting.has(state) || !(onBoard.has(state) ? target : source)) return [];
  return (onBoard.has(state) ? [target] : [source, target]).filter((position) => position !== undefined);
}

/** Open links: cargo on board first, then cases that have begun; the rest keeps the order of the tour. */
const inOrder = ({ open }: PlannedTour) => open.toSorted((one, other) => rankOf(one.state) - rankOf(other.state));
const rankOf = (state: string) => (onBoard.has(state) ? 0 : underWay.has(state) ? 1 : 2);

function stepOf(request: Request, { kind }: StopName): VehicleStep {
  if ("job" in request) return { type: "job", id: request.job.id };
  const { pickup, delivery } = request.shipment;
  return kind === "PICKUP" ? { type: "pickup", id: pickup.id } : { type: "delivery", id: delivery.id };
}

interface CaseOptions extends Pick<TourPlanOptions, "places" | "numberOf" | "now" | "rules"> {
  /** Absent for a case without a tour. */
  readonly link?: PlannedLink;
  /** Vehicle that must keep the case. */
  readonly vehicle?: number;
}

/** Stops that a case still needs, as a request to the optimiser; undefined where their places are unknown. */
export function requestOf(
  job: PlannedCase,
  { places, numberOf, now, rules, link, vehicle }: CaseOptions,
): Request | undefined {
  const state = link?.state ?? "";
  const [source, target] = [positionOf(job.source), positionOf(job.target)];
  const service = SERVICE_SECONDS_AT_PLACE[job.data_type];
  const id = numberOf(job.id);
  const amount = [job.load_units];
  const pinned = vehicle === undefined ? {} : { pinned_to: vehicle };
  const priority = priorityOf(job);
  if (onBoard.has(state)) {
    if (!target) return undefined;
    const times = timesOfDelivery(job, { now, rules });
    const stop = {
      id,
      location_index: places.indexOf(target),
      service: secondsLeft(service.target, link?.arrived_at_destination_at, now),
      ...times,
    };
    return {
      job: { ...stop, delivery: amount, priority, ...pinned, ...(vehicle === undefined ? {} : { is_on_board: true }) },
    };
  }
  if (!source) return undefined;
  const pickup = {
    id,
    location_index: places.indexOf(source),
    service: secondsLeft(service.source, link?.arrived_at, now),
    ...timesOfPickup(job, now),
  };
  if (!target) return { job: { ...pickup, priority, ...pinned } };
  const delivery = {
    id,
    location_index: places.indexOf(target),
    service: service.target,
    ...timesOfDelivery(job, { now, rules }),
  };
  return { shipment: { pickup, delivery, amount, priority, ...pinned } };
}

/** Seconds of work that remain where the crew has arrived, at least LAST_SECONDS. */
const secondsLeft = (seconds: number, arrived_at: string | null | undefined, now: number): number =>
  arrived_at ? Math.max(LAST_SECONDS, seconds - Math.max(0, now - secondsOf(arrived_at))) : seconds;
const LAST_SECONDS = 5 * 60;

/** Priority for the optimiser: roadside cases on a motorway come first, and cases without a priority are equal. */
const priorityOf = ({ priority }: PlannedCase): number =>
  priority === null ? 40 : Math.max(0, Math.min(100, 100 - (priority - 1) * 20));
