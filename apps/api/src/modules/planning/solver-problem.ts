import type { SolveRequest } from "@leitstand/contract/board/solver";
import type { Job, Shipment, TimeWindow, Vehicle } from "@leitstand/optimiser/problem/problem";
import type { PlanningLonLat } from "./planned";
import { MAX_EPOCH_SECONDS, toClampedEpochSeconds } from "./case-times";
import { NumberedPlaces } from "./numbered-places";
import { type TourEndConstraint, type UnplannedCase, timeFromEpochSeconds } from "./planning-problem";

/** Problem without the travel times between its places, and the objects to which its numbers refer. */
export interface PlanningProblemDraft {
  readonly vehicles: readonly Vehicle[];
  readonly jobs: readonly Job[];
  readonly shipments: readonly Shipment[];
  readonly places: NumberedPlaces;
  /** Names by number from 1. */
  readonly names: readonly StopOrCaseId[];
  /** Vehicles by number from 0. */
  readonly fleet: readonly VehicleReference[];
  readonly left: readonly UnplannedCase[];
}
export interface StopOrCaseId {
  readonly stop_id: string | null;
  readonly case_id: string | null;
}
export interface VehicleReference {
  readonly vehicle_id: string | null;
  readonly tour_id: string | null;
  /** Set when its window ends because of an absence. */
  readonly is_absent?: boolean;
  /** Constraint that its end violates when it is late; the end of its shift unless set. */
  readonly end_constraint?: TourEndConstraint;
  /** Set when it starts at a position that the caller may not see. */
  readonly is_start_hidden?: boolean;
}
type RequestedTimeWindow = { readonly from: string; readonly to: string };

/** Draft from stops and vehicles that a caller describes. */
export function problemDraftOfSolveRequest({
  vehicles = [],
  stops = [],
  shipments = [],
}: SolveRequest): PlanningProblemDraft {
  const places = new NumberedPlaces();
  const at = (location: readonly number[]) => places.indexOf(location as unknown as PlanningLonLat);
  const skillOf = createNameNumbering();
  const skillsOf = (skills: readonly string[] | undefined) => (skills ? { skills: skills.map(skillOf) } : {});
  const timesOf = (windows: readonly RequestedTimeWindow[] | undefined) =>
    windows && windows.length > 0 ? { time_windows: windows.map(toTimeWindow) } : {};
  const names: StopOrCaseId[] = [];
  const nameOf = (stop_id: string) => names.push({ stop_id, case_id: null });
  return {
    places,
    names,
    left: [],
    fleet: vehicles.map(({ id }) => ({ vehicle_id: id, tour_id: null })),
    vehicles: vehicles.map(({ start, end, capacity, skills, time_window, stops_max }, id) => ({
      id,
      ...(start ? { start_index: at(start) } : {}),
      ...(end ? { end_index: at(end) } : {}),
      ...(capacity === undefined ? {} : { capacity: [capacity] }),
      ...skillsOf(skills),
      ...(time_window ? { time_window: toTimeWindow(time_window) } : {}),
      ...(stops_max === undefined ? {} : { max_tasks: stops_max }),
    })),
    jobs: stops.map(
      ({ id, location, service_seconds = 0, pickup = 0, delivery = 0, priority, skills, time_windows }) => ({
        id: nameOf(id),
        location_index: at(location),
        service: service_seconds,
        pickup: [pickup],
        delivery: [delivery],
        ...(priority === undefined ? {} : { priority }),
        ...skillsOf(skills),
        ...timesOf(time_windows),
      }),
    ),
    shipments: shipments.map(({ id, pickup, delivery, units = 0, priority, skills }) => {
      const number = nameOf(id);
      const end = ({ location, service_seconds = 0, time_windows }: typeof pickup) => ({
        id: number,
        location_index: at(location),
        service: service_seconds,
        ...timesOf(time_windows),
      });
      return {
        pickup: end(pickup),
        delivery: end(delivery),
        amount: [units],
        ...(priority === undefined ? {} : { priority }),
        ...skillsOf(skills),
      };
    }),
  };
}

const toTimeWindow = ({ from, to }: RequestedTimeWindow): TimeWindow => [
  toClampedEpochSeconds(from),
  toClampedEpochSeconds(to),
];

/** Numbers for names, the same for the same name. */
export function createNameNumbering() {
  const numbers = new Map<string, number>();
  return (name: string): number => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return number;
  };
}

export interface SolveRequestFault {
  readonly code: "FIELD_COMBINATION_INVALID" | "TIME_RANGE_INVALID" | "TIME_OUT_OF_RANGE" | "LIMIT_EXCEEDED";
  readonly args: Readonly<Record<string, string | number>>;
}
const SOLVER_STOPS_MAX = 1_000;
const SOLVER_VEHICLES_MAX = 200;

/** Finds faults of a request for a plan that the schema cannot express. */
export function findSolveRequestFault(request: SolveRequest): SolveRequestFault | undefined {
  const { vehicles = [], stops = [], shipments = [], case_ids = [], tour_ids = [] } = request;
  const count = stops.length + 2 * shipments.length + 2 * case_ids.length;
  if (count > SOLVER_STOPS_MAX) return { code: "LIMIT_EXCEEDED", args: { limit: SOLVER_STOPS_MAX } };
  if (vehicles.length + tour_ids.length > SOLVER_VEHICLES_MAX)
    return { code: "LIMIT_EXCEEDED", args: { limit: SOLVER_VEHICLES_MAX } };
  const described = vehicles.length + stops.length + shipments.length > 0;
  const named = case_ids.length + tour_ids.length > 0;
  const misfit = (...fields: string[]): SolveRequestFault => ({
    code: "FIELD_COMBINATION_INVALID",
    args: { fields: fields.join(",") },
  });
  if (described === named) return misfit("vehicles", "case_ids");
  if (named && tour_ids.length === 0) return misfit("case_ids", "tour_ids");
  if (described && (vehicles.length === 0 || stops.length + shipments.length === 0))
    return misfit("vehicles", "stops", "shipments");
  if (vehicles.some(({ start, end }) => !start && !end)) return misfit("vehicles.start", "vehicles.end");
  return findDuplicateIds(request) ?? findTimeWindowFault(request);
}

/** Finds ids that are used twice: the answer names vehicles, and what they serve, by the caller's ids. */
function findDuplicateIds({ vehicles = [], stops = [], shipments = [] }: SolveRequest): SolveRequestFault | undefined {
  const named = (list: string, all: readonly { readonly id: string }[]) =>
    all.map(({ id }, index) => ({ id, field: `${list}.${index}.id` }));
  for (const all of [named("vehicles", vehicles), [...named("stops", stops), ...named("shipments", shipments)]]) {
    const first = new Map<string, string>();
    for (const { id, field } of all) {
      const earlier = first.get(id);
      if (earlier !== undefined) return { code: "FIELD_COMBINATION_INVALID", args: { fields: `${earlier},${field}` } };
      first.set(id, field);
    }
  }
  return undefined;
}

const [EARLIEST, LATEST] = [timeFromEpochSeconds(-MAX_EPOCH_SECONDS), timeFromEpochSeconds(MAX_EPOCH_SECONDS)];
const isBeyondLatestTime = (time: string) => Math.abs(Date.parse(time)) >= MAX_EPOCH_SECONDS * 1000;

function findTimeWindowFault({
  vehicles = [],
  stops = [],
  shipments = [],
}: SolveRequest): SolveRequestFault | undefined {
  const lists: (readonly RequestedTimeWindow[])[] = [
    ...vehicles.map(({ time_window }) => (time_window ? [time_window] : [])),
    ...stops.map(({ time_windows = [] }) => time_windows),
    ...shipments.flatMap(({ pickup, delivery }) => [pickup.time_windows ?? [], delivery.time_windows ?? []]),
  ];
  for (const windows of lists) {
    const beyond = windows.find(({ from, to }) => [from, to].some(isBeyondLatestTime));
    if (beyond) return { code: "TIME_OUT_OF_RANGE", args: { field: "time_windows", min: EARLIEST, max: LATEST } };
    const reversed = windows.find(({ from, to }) => Date.parse(from) > Date.parse(to));
    if (reversed) return { code: "TIME_RANGE_INVALID", args: { from: reversed.from, to: reversed.to } };
    const overlaps = windows.some(
      ({ from }, index) => index > 0 && Date.parse(from) <= Date.parse((windows[index - 1] as RequestedTimeWindow).to),
    );
    if (overlaps) return { code: "FIELD_COMBINATION_INVALID", args: { fields: "time_windows" } };
  }
  return undefined;
}
