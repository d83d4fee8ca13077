import { type SourceTask, compileTaskColumns, delayCostPerSecond, createTaskNumberFinder } from "./compile-tasks";
import {
  type FleetColumns,
  HORIZON_SECONDS,
  type SearchModel,
  type RequestColumns,
  type TaskColumns,
  type TravelTable,
  UNREACHABLE_SECONDS,
} from "./model";
import type { Deadline, Job, Problem, Shipment, Vehicle } from "../problem/problem";
import { compileTravelTable, compileTravelTables } from "./travel";

export interface SourceRequest {
  readonly spec: Job | Shipment;
  readonly tasks: readonly number[];
}

/** The model, and tables that lead from its numbers back to the problem. */
export interface CompiledProblem {
  readonly problem: Problem;
  readonly model: SearchModel;
  readonly sourceTasks: readonly SourceTask[];
  readonly sourceRequests: readonly SourceRequest[];
}

/** Compiles a problem that `readPlanningProblem` has read; nothing is checked again here. */
export function compileProblem(problem: Problem): CompiledProblem {
  const { sourceTasks, sourceRequests } = listRequests(problem);
  const { travels, travelOf } = compileTravelTables(problem);
  const dimensions = loadDimensionsOf(problem, sourceTasks);
  const tasks = compileTaskColumns(sourceTasks, dimensions);
  const kind = vehicleKinds(problem);
  const fleet = compileFleet(problem, { dimensions, travels, travelOf, sourceTasks, kind });
  const requests = compileRequests({ problem, sourceRequests, sourceTasks, travels });
  markSimulatedTours(fleet, tasks);
  return { problem, model: { dimensions, tasks, requests, fleet, travels }, sourceTasks, sourceRequests };
}

/**
 * Compiles tours in which only the last job or the last shipment is new. It is the only request of the model, for
 * nothing else is moved or left out; the caller numbers the places of a tour and fetches its ways.
 */
export function compileToursWithNewRequest(problem: Problem, newest: "job" | "shipment"): CompiledProblem {
  const { sourceTasks, sourceRequests } = listRequests(problem);
  const { tasks: own } = sourceRequests[(newest === "job" ? problem.jobs! : sourceRequests).length - 1]!;
  const travels = [compileTravelTable({ durations: [] }, { id: 0 })];
  const dimensions = loadDimensionsOf(problem, sourceTasks);
  const tasks = compileTaskColumns(sourceTasks, dimensions);
  const none = new Int32Array(problem.vehicles.length);
  const fleet = compileFleet(problem, { dimensions, travels, travelOf: none, sourceTasks, kind: none });
  const requests = {
    count: 1,
    first: Int32Array.of(own[0]!),
    second: Int32Array.of(own[1] ?? -1),
    absence: new Float64Array(1),
    weight: new Float64Array(1),
    absenceUnit: 0,
    isAllowed: new Uint8Array(problem.vehicles.length),
    size: new Float64Array(1),
  };
  markSimulatedTours(fleet, tasks);
  return { problem, model: { dimensions, tasks, requests, fleet, travels }, sourceTasks, sourceRequests };
}

function loadDimensionsOf({ vehicles }: Problem, sourceTasks: readonly SourceTask[]): number {
  let most = 1;
  for (const { capacity } of vehicles) most = Math.max(most, capacity?.length ?? 0);
  for (const { change } of sourceTasks) most = Math.max(most, change.length);
  return most;
}

function listRequests({ vehicles, jobs = [], shipments = [] }: Problem) {
  const sourceTasks: SourceTask[] = [];
  const sourceRequests: SourceRequest[] = [];
  const add = (spec: Job | Shipment, stops: readonly SourceStop[]) => {
    const request = sourceRequests.length;
    const tasks = stops.map(
      ({ type, stop, change, atStart }) => sourceTasks.push({ type, stop, request, change, atStart }) - 1,
    );
    sourceRequests.push({ spec, tasks });
  };
  for (const job of jobs) add(job, [taskOfJob(job)]);
  const pickedUpBy = new Map<number | undefined, number>();
  const delivered = new Set<number | undefined>();
  for (const { id, steps = [] } of vehicles)
    for (const step of steps) {
      if (step.type === "pickup") pickedUpBy.set(step.id, id);
      else if (step.type === "delivery") delivered.add(step.id);
    }
  for (const shipment of shipments) {
    const { amount = [], pickup, delivery } = shipment;
    const first = { type: "pickup" as const, stop: pickup, change: amount, atStart: [] };
    const second = { type: "delivery" as const, stop: delivery, change: amount.map((value) => -value), atStart: [] };
    const vehicle = pickedUpBy.get(pickup.id);
    if (vehicle === undefined || delivered.has(delivery.id)) add(shipment, [first, second]);
    else {
      // Shipment picked up in the tour's beginning: its delivery is a stop of its own, on the same vehicle.
      add({ ...shipment, priority: 0 }, [first]);
      add({ ...shipment, pinned_to: vehicle }, [second]);
    }
  }
  return { sourceTasks, sourceRequests };
}

type SourceStop = Omit<SourceTask, "request">;

function taskOfJob(job: Job): SourceStop {
  const { delivery = [], pickup = [] } = job;
  const width = Math.max(delivery.length, pickup.length);
  const change = Array.from({ length: width }, (_, index) => (pickup[index] ?? 0) - (delivery[index] ?? 0));
  return { type: "job", stop: job, change, atStart: delivery };
}

/** Column of numbers; `Float64Array.from` would take ten times as long. */
function floatColumn<T>(sources: readonly T[], pick: (source: T) => number): Float64Array {
  const numbers = new Float64Array(sources.length);
  for (let index = 0; index < sources.length; index++) numbers[index] = pick(sources[index]!);
  return numbers;
}

const integerColumn = <T>(sources: readonly T[], pick: (source: T) => number) =>
  Int32Array.from(floatColumn(sources, pick));

interface FleetInput {
  readonly dimensions: number;
  readonly travels: readonly TravelTable[];
  readonly travelOf: Int32Array;
  readonly sourceTasks: readonly SourceTask[];
  readonly kind: Int32Array;
}

function compileFleet(
  problem: Problem,
  { dimensions, travels, travelOf, sourceTasks, kind }: FleetInput,
): FleetColumns {
  const { vehicles } = problem;
  const nowhere = (index: number) => travels[travelOf[index]!]!.side - 1;
  const from = Float64Array.from(vehicles, ({ time_window }) => time_window?.[0] ?? 0);
  return {
    count: vehicles.length,
    travel: travelOf,
    start: Int32Array.from(vehicles, ({ start_index }, index) => start_index ?? nowhere(index)),
    end: Int32Array.from(vehicles, ({ end_index }, index) => end_index ?? nowhere(index)),
    from,
    until: Float64Array.from(vehicles, ({ time_window }, index) =>
      Math.min(time_window?.[1] ?? Number.POSITIVE_INFINITY, from[index]! + HORIZON_SECONDS),
    ),
    overtimeAt: Float64Array.from(vehicles, ({ shift_end }) => shift_end?.at ?? Number.POSITIVE_INFINITY),
    overtimeCost: Float64Array.from(vehicles, ({ shift_end }) => (shift_end ? delayCostPerSecond(shift_end) : 0)),
    capacity: Float64Array.from({ length: vehicles.length * dimensions }, (_, index) => {
      const { capacity } = vehicles[Math.floor(index / dimensions)]!;
      return capacity ? (capacity[index % dimensions] ?? 0) : Number.POSITIVE_INFINITY;
    }),
    maxTasks: limitOrInfinity(vehicles, ({ max_tasks }) => max_tasks),
    maxTravel: limitOrInfinity(vehicles, ({ max_travel_time }) => max_travel_time),
    maxDistance: limitOrInfinity(vehicles, ({ max_distance }) => max_distance),
    fixedCost: Float64Array.from(vehicles, ({ costs }) => costs?.fixed ?? 0),
    beginning: fixedBeginnings(problem, sourceTasks),
    breaks: vehicles.map(({ breaks = [] }) =>
      breaks
        .map(({ service = 0, time_windows, max_load }, index) => {
          const windows = time_windows ?? [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const];
          return { index, service, windows, closes: windows.at(-1)![1], maxLoad: max_load };
        })
        .sort((one, other) => one.closes - other.closes),
    ),
    kind,
    isSimulated: new Uint8Array(vehicles.length),
  };
}

const limitOrInfinity = (vehicles: readonly Vehicle[], pick: (vehicle: Vehicle) => number | undefined) =>
  Float64Array.from(vehicles, (vehicle) => pick(vehicle) ?? Number.POSITIVE_INFINITY);

function fixedBeginnings({ vehicles }: Problem, sources: readonly SourceTask[]): Int32Array[] {
  const numberOf = createTaskNumberFinder(sources);
  return vehicles.map(({ steps = [] }) => Int32Array.from(steps.map(numberOf).filter((task) => task !== undefined)));
}

/**
 * Number of each vehicle's kind: vehicles of one kind are equal to the search. A pinned or begun stop makes a vehicle
 * unlike any other.
 */
function vehicleKinds({ vehicles, jobs = [], shipments = [] }: Problem): Int32Array {
  const pins = new Set([...jobs, ...shipments].map(({ pinned_to }) => pinned_to));
  const kinds = new Map<string, number>();
  return Int32Array.from(vehicles, ({ id, description: _, ...rest }) => {
    const key = JSON.stringify({ ...rest, own: rest.steps?.length || pins.has(id) ? id : undefined });
    const kind = kinds.get(key) ?? kinds.size;
    kinds.set(key, kind);
    return kind;
  });
}

interface RequestInput {
  readonly problem: Problem;
  readonly sourceRequests: readonly SourceRequest[];
  readonly sourceTasks: readonly SourceTask[];
  readonly travels: readonly TravelTable[];
}

function compileRequests({ problem, sourceRequests, sourceTasks, travels }: RequestInput): RequestColumns {
  const absenceUnit = unservedRequestPrice(problem, { travels, sourceTasks });
  const isOnBoard = ({ spec, tasks }: SourceRequest) =>
    sourceTasks[tasks[0]!]!.type === "delivery" || ("is_on_board" in spec && spec.is_on_board === true);
  const weight = floatColumn(sourceRequests, (request) =>
    isOnBoard(request) ? 0 : weightOfLeavingOut(request.spec, sourceRequests.length),
  );
  return {
    count: sourceRequests.length,
    first: integerColumn(sourceRequests, ({ tasks }) => tasks[0]!),
    second: integerColumn(sourceRequests, ({ tasks }) => tasks[1] ?? -1),
    absence: weight.map((each) => (each === 0 ? Number.POSITIVE_INFINITY : absenceUnit * each)),
    weight,
    absenceUnit,
    isAllowed: new Uint8Array(sourceRequests.length * problem.vehicles.length),
    size: floatColumn(sourceRequests, ({ tasks }) =>
      sourceTasks[tasks[0]!]!.change.reduce((sum, change) => sum + Math.abs(change), 0),
    ),
  };
}

/**
 * Weight of leaving a request out. One request of a priority outweighs all requests of lower ones; a pinned one is never
 * given up for others.
 */
const weightOfLeavingOut = ({ priority = 0, pinned_to }: Job | Shipment, requests: number): number =>
  (1 + priority * requests) * (pinned_to === undefined ? 1 : 1e3);

/** Longest delay in seconds: from Friday evening to Monday morning. */
const DELAY_SECONDS_MAX = 3 * 86_400;

/** Cost above any detour for one request: two ways there, two back, a vehicle of its own, a weekend of delay. */
function unservedRequestPrice(
  { vehicles }: Problem,
  { travels, sourceTasks }: Pick<RequestInput, "travels" | "sourceTasks">,
) {
  let longest = 0;
  for (const { cost } of travels)
    for (const way of cost) if (way < UNREACHABLE_SECONDS / 2 && way > longest) longest = way;
  const earliest = Math.min(...vehicles.map(({ time_window }) => time_window?.[0] ?? 0));
  // A request that is late already, or will be before its place opens, is not left out for that.
  const priceOfDelay = (deadline: Deadline, opens: number) =>
    delayCostPerSecond(deadline) * (Math.max(0, opens - deadline.at) + DELAY_SECONDS_MAX);
  const delay = Math.max(
    0,
    ...sourceTasks.flatMap(({ stop: { deadlines = [], time_windows } }) =>
      deadlines.map((deadline) => priceOfDelay(deadline, Math.max(earliest, time_windows?.[0]?.[0] ?? earliest))),
    ),
    ...vehicles.flatMap(({ shift_end }) => (shift_end ? priceOfDelay(shift_end, earliest) : [])),
  );
  return 4 * longest + Math.max(0, ...vehicles.map(({ costs }) => costs?.fixed ?? 0)) + delay + 1;
}

/** Whether times must be simulated: setup depends on the stop before, deadlines and breaks on the whole tour before. */
function markSimulatedTours(fleet: FleetColumns, tasks: TaskColumns): void {
  const isEverywhere = tasks.deadlineAt.length > 0 || tasks.setup.some((seconds) => seconds > 0);
  for (let vehicle = 0; vehicle < fleet.count; vehicle++) {
    const isNeeded = isEverywhere || fleet.breaks[vehicle]!.length > 0 || fleet.overtimeCost[vehicle]! > 0;
    fleet.isSimulated[vehicle] = isNeeded ? 1 : 0;
  }
}
