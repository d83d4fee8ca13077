import type { Plan } from "@leitstand/contract/board/solver";
import type { Break, Job, Shipment, TimeWindow, Vehicle, VehicleStep } from "@leitstand/optimiser/problem/problem";
import { HORIZON_SECONDS, secondsOf, timesOfDelivery, timesOfPickup } from "./case-times";
import {
  isClosedToCases,
  type PlannedCase,
  type PlannedPosition,
  type PlannedTour,
  type PlanningRules,
  positionOf,
  startOf,
} from "./planned";

/** Tours and cases in the words of the optimiser. Seconds of the Unix epoch, metres. */

/** How long a crew is busy at a place, as dispatchers expect. */
const SERVICE_SECONDS = {
  FUNERAL: { source: 30 * 60, target: 20 * 60 },
  ROADSIDE: { source: 30 * 60, target: 15 * 60 },
} as const;
/** How long before its latest moment a crew may begin its break. */
const BREAK_WINDOW_SECONDS = 2 * 3600;

/** Positions by number, each once. */
export class Places {
  readonly positions: PlannedPosition[] = [];
  /** Numbers by longitude: a text of both coordinates would take longer than all the rest. */
  private readonly known = new Map<number, number[]>();

  /** Those that come first. */
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
  /** Steps that have begun: nothing new comes before them. */
  readonly begun: number;
  /** Open cases that nobody drives to now. */
  readonly left: readonly LeftCase[];
}
/** A case that no search can help. */
export interface LeftCase {
  readonly case_id: string;
  readonly reason: Plan["unserved"][number]["reason"];
}

const onBoard: ReadonlySet<string> = new Set(["LOADED", "toDestination", "atDestination"]);
const underWay: ReadonlySet<string> = new Set(["STARTED", "ARRIVED", "onTheWay", "arrived"]);
const waiting: ReadonlySet<string> = new Set(["POSTPONED"]);

export const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "+00:00");

interface TourPlanOptions {
  /** Of the vehicle. */
  readonly id: number;
  readonly places: Places;
  /** A number for both stops of a case, another for each tour that has it: several crews may work on one case. */
  readonly numberOf: (case_id: string) => number;
  readonly now: number;
  readonly rules: PlanningRules;
  /** Room that is asked for; a tour that could never hold it is asked for the ways alone. */
  readonly units: number;
}

/** A running tour with its open cases in their order; undefined where nobody knows where it is, or it takes no cases. */
export function planTour(tour: PlannedTour, options: TourPlanOptions): TourPlan | undefined {
  const { id, places, now, rules, units } = options;
  const start = startOf(tour);
  if (start === undefined || isClosedToCases(tour)) return undefined;
  const links = inOrder(tour);
  const left: LeftCase[] = [];
  const steps: VehicleStep[] = [];
  const requests: Request[] = [];
  let begun = 0;
  for (const { state, case: job } of links) {
    const request = waiting.has(state) ? undefined : requestOf(job, { ...options, state, vehicle: id });
    if (request === undefined) {
      left.push({ case_id: job.id, reason: waiting.has(state) ? "POSTPONED" : "NO_POSITION" });
      continue;
    }
    requests.push(request);
    steps.push(...stepsOf(request));
    if (underWay.has(state)) begun = steps.length - ("shipment" in request ? 1 : 0);
  }
  const loaded = links.reduce((sum, link) => sum + (onBoard.has(link.state) ? link.case.load_units : 0), 0);
  const room = tour.capacity !== null && tour.capacity >= units ? { capacity: [Math.max(tour.capacity, loaded)] } : {};
  const end = tour.scheduled_end_at === null ? {} : { shift_end: { at: secondsOf(tour.scheduled_end_at) } };
  const time_window: TimeWindow = [availableFrom(tour, { now, rules }), now + HORIZON_SECONDS];
  const breaks = breaksOf(tour, { now, rules });
  return {
    vehicle: { id, start_index: places.indexOf(start), time_window, steps, breaks, ...room, ...end },
    requests,
    begun,
    left,
  };
}

type Moment = Pick<TourPlanOptions, "now" | "rules">;

/** A crew on its break comes when that is over. */
function availableFrom({ started_sub_state, break_began_at }: PlannedTour, { now, rules }: Moment): number {
  if (started_sub_state !== "ON_A_BREAK" || break_began_at === null || rules.break_minutes === null) return now;
  return Math.max(now, Math.min(now, secondsOf(break_began_at)) + rules.break_minutes * 60);
}

/** The break that a long shift still owes its crew; one that is overdue is due within the hour. */
function breaksOf(
  { started_at, scheduled_end_at, break_began_at }: PlannedTour,
  { now, rules: { break_minutes, break_after_minutes } }: Moment,
): Break[] {
  if (break_minutes === null || break_began_at !== null || started_at === null) return [];
  const latest = secondsOf(started_at) + break_after_minutes * 60;
  if (scheduled_end_at !== null && secondsOf(scheduled_end_at) <= latest) return [];
  const window: TimeWindow = [Math.max(now, latest - BREAK_WINDOW_SECONDS), Math.max(now + 3600, latest)];
  return [{ id: 1, service: break_minutes * 60, time_windows: [window] }];
}

/** Where the tour of `planTour` leads, its start first: whoever only wants the ways need not know times and rules. */
export function stopsOfTour(tour: PlannedTour, places: Places): readonly number[] | undefined {
  const start = startOf(tour);
  if (start === undefined || isClosedToCases(tour)) return undefined;
  const positions = inOrder(tour).flatMap((link) => positionsAhead(link.case, link.state));
  return [start, ...positions].map((position) => places.indexOf(position));
}

/** Of the stops that a case still needs; none where nobody drives to it now, or nobody knows where it is. */
export function positionsAhead(job: PlannedCase, state = ""): readonly PlannedPosition[] {
  const [source, target] = [positionOf(job.source), positionOf(job.target)];
  if (waiting.has(state) || !(onBoard.has(state) ? target : source)) return [];
  return (onBoard.has(state) ? [target] : [source, target]).filter((position) => position !== undefined);
}

/** What is on board comes first, then what has begun; the rest keeps the order of the tour. */
const inOrder = ({ open }: PlannedTour) => open.toSorted((one, other) => rankOf(one.state) - rankOf(other.state));
const rankOf = (state: string) => (onBoard.has(state) ? 0 : underWay.has(state) ? 1 : 2);

function stepsOf(request: Request): VehicleStep[] {
  if ("job" in request) return [{ type: "job", id: request.job.id }];
  const { pickup, delivery } = request.shipment;
  return [
    { type: "pickup", id: pickup.id },
    { type: "delivery", id: delivery.id },
  ];
}

interface CaseOptions extends Pick<TourPlanOptions, "places" | "numberOf" | "now" | "rules"> {
  /** Of its link; left out for a case without a tour. */
  readonly state?: string;
  /** Whose it stays. */
  readonly vehicle?: number;
}

/** The stops that a case still needs; undefined where nobody knows where they are. */
export function requestOf(
  job: PlannedCase,
  { places, numberOf, now, rules, state = "", vehicle }: CaseOptions,
): Request | undefined {
  const [source, target] = [positionOf(job.source), positionOf(job.target)];
  const service = SERVICE_SECONDS[job.data_type];
  const id = numberOf(job.id);
  const amount = [job.load_units];
  const pinned = vehicle === undefined ? {} : { pinned_to: vehicle };
  const priority = priorityOf(job);
  if (onBoard.has(state)) {
    if (!target) return undefined;
    const times = timesOfDelivery(job, { now, rules });
    const stop = { id, location_index: places.indexOf(target), service: service.target, ...times };
    return {
      job: { ...stop, delivery: amount, priority, ...pinned, ...(vehicle === undefined ? {} : { is_on_board: true }) },
    };
  }
  if (!source) return undefined;
  const pickup = {
    id,
    location_index: places.indexOf(source),
    service: service.source,
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

/** Roadside jobs on a motorway come first; of the rest nobody is more urgent than another. */
const priorityOf = ({ priority }: PlannedCase): number =>
  priority === null ? 40 : Math.max(0, Math.min(100, 100 - (priority - 1) * 20));
