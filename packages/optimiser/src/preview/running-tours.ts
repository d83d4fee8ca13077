import { buildSolutionTour } from "../answer/answer";
import { type CompiledProblem, compileToursWithNewRequest } from "../model/compile";
import { DriverSimulation } from "../model/driver";
import { CheapestInsertionFinder } from "../search/insertion";
import { HORIZON_SECONDS, type VehicleBreak } from "../model/model";
import { type Deadline, type Job, type Problem, type Shipment, profileOf } from "../problem/problem";
import { SearchRoute } from "../model/route";
import type { RequestObstacle, SolutionStep, SolutionTour } from "../problem/solution";
import type { ViolationAtStop, InsertionSuggestion } from "./suggestion";
import { compileTravelTable } from "../model/travel";
import { worstViolationLevelOf } from "../answer/violations";

export interface FoundInsertion {
  readonly vehicle: number;
  readonly at: number;
  readonly later: number;
  /** Cost of driving and delay, and of the delay alone. */
  readonly cost: number;
  readonly delay: number;
  /** Breaks that the tour has room for. */
  readonly pauses: { readonly before: readonly VehicleBreak[]; readonly after: readonly VehicleBreak[] };
}

/** The only request of the model; the other stops of the tours are fixed. */
const NEW_REQUEST = 0;

/**
 * One model of all tours, in which the places are renumbered for the tour that is looked at: its matrix stays as small
 * as the tour.
 */
export class RunningTourInsertionFinder {
  private readonly compiled: CompiledProblem;
  private readonly tours: readonly Int32Array[];
  private readonly route: SearchRoute;
  private readonly insertion: CheapestInsertionFinder;

  constructor(
    private readonly problem: Problem,
    private readonly request: Job | Shipment,
  ) {
    const isJob = "location_index" in request;
    const jobs = [...(problem.jobs ?? []), ...(isJob ? [request] : [])];
    const shipments = [...(problem.shipments ?? []), ...(isJob ? [] : [request])];
    this.problem = { ...problem, jobs, shipments };
    this.compiled = compileToursWithNewRequest(allowDelays(this.problem), isJob ? "job" : "shipment");
    const { model } = this.compiled;
    this.tours = [...model.fleet.beginning];
    const driver = new DriverSimulation(model);
    this.route = new SearchRoute(model, driver);
    this.insertion = new CheapestInsertionFinder(model, driver, new DriverSimulation(model));
  }

  /**
   * Finds the cheapest place on one tour, or the reason why there is none. A break for which no room is left is given
   * up; the answer says so.
   */
  findPlace(vehicle: number, fixed: number): FoundInsertion | RequestObstacle {
    const { route } = this;
    const { breaks, beginning } = this.compiled.model.fleet;
    const tour = this.tours[vehicle]!;
    this.lookAt(vehicle);
    // The steps are the plan, but only the first of them bind the new case.
    beginning[vehicle] = tour.subarray(0, fixed);
    route.vehicle = vehicle;
    route.setOrder(tour);
    if (!route.schedule()) breaks[vehicle] = [];
    const before = breaks[vehicle]!;
    for (const after of before.length > 0 ? [before, []] : [before]) {
      breaks[vehicle] = after;
      const found = this.seekPlace();
      if (found) return { ...found, pauses: { before, after } };
    }
    return this.obstacleOn(vehicle);
  }

  private seekPlace(): Omit<FoundInsertion, "pauses"> | undefined {
    const { route, insertion } = this;
    if (!route.schedule()) return undefined;
    insertion.search(route, NEW_REQUEST);
    const { at, later, cost } = insertion;
    if (cost === Number.POSITIVE_INFINITY) return undefined;
    return { vehicle: route.vehicle, at, later, cost, delay: cost - this.addedDriving({ at, later }) };
  }

  /** The tour with the case at a place, and the violations that it adds. */
  suggest({ vehicle, at, later, pauses }: FoundInsertion): InsertionSuggestion {
    const { compiled, problem: asked, request } = this;
    const { requests, fleet } = compiled.model;
    const before = this.tours[vehicle]!;
    this.lookAt(vehicle);
    const after = [...before];
    if (requests.second[NEW_REQUEST]! >= 0) after.splice(later, 0, requests.second[NEW_REQUEST]!);
    after.splice(at, 0, requests.first[NEW_REQUEST]!);
    fleet.breaks[vehicle] = pauses.after;
    const tour = buildSolutionTour({ asked, compiled }, vehicle, Int32Array.from(after));
    fleet.breaks[vehicle] = pauses.before;
    const old = before.length === 0 ? undefined : buildSolutionTour({ asked, compiled }, vehicle, before);
    const violations = newViolations(tour, old);
    return {
      vehicle: tour.vehicle,
      added_duration: tour.duration - (old?.duration ?? 0),
      added_distance: tour.distance - (old?.distance ?? 0),
      added_cost: tour.cost - (old?.cost ?? 0),
      added_delay_cost: tour.delay_cost - (old?.delay_cost ?? 0),
      stops: tour.steps.filter((step) => isStepOfRequest(step, request)),
      violations,
      ...(violations.length === 0 ? {} : { level: worstViolationLevelOf(violations.map(({ level }) => level)) }),
      tour,
    };
  }

  /** Numbers the places of one tour and of the case, and fetches the ways between them. */
  private lookAt(vehicle: number): void {
    const { model, sourceTasks } = this.compiled;
    const { tasks, fleet, requests } = model;
    const source = this.problem.vehicles[vehicle]!;
    const places: number[] = [];
    const placeOf = (index: number) => {
      const known = places.indexOf(index);
      return known >= 0 ? known : places.push(index) - 1;
    };
    const own = [requests.first[NEW_REQUEST]!, requests.second[NEW_REQUEST]!].filter((task) => task >= 0);
    for (const task of [...this.tours[vehicle]!, ...own]) {
      tasks.location[task] = placeOf(sourceTasks[task]!.stop.location_index);
    }
    const start = source.start_index === undefined ? -1 : placeOf(source.start_index);
    const end = source.end_index === undefined ? -1 : placeOf(source.end_index);
    fleet.start[vehicle] = start < 0 ? places.length : start;
    fleet.end[vehicle] = end < 0 ? places.length : end;
    model.travels[0] = compileTravelTable(this.problem.matrices[profileOf(source)]!, source, places);
  }

  /** Extra cost of driving to and from the case. */
  private addedDriving({ at, later }: Pick<FoundInsertion, "at" | "later">): number {
    const { model } = this.compiled;
    const { requests, tasks, fleet } = model;
    const { location, wayCost, length, vehicle } = this.route;
    const { side, cost } = model.travels[0]!;
    const way = (from: number, to: number) => cost[from * side + to]!;
    const first = tasks.location[requests.first[NEW_REQUEST]!]!;
    const fixedCost = length === 0 ? fleet.fixedCost[vehicle]! : 0;
    const begin = fixedCost + way(location[at]!, first) - wayCost[at]!;
    if (requests.second[NEW_REQUEST]! < 0) return begin + way(first, location[at + 1]!);
    const second = tasks.location[requests.second[NEW_REQUEST]!]!;
    if (at === later) return begin + way(first, second) + way(second, location[at + 1]!);
    const rest = way(location[later]!, second) + way(second, location[later + 1]!) - wayCost[later]!;
    return begin + way(first, location[at + 1]!) + rest;
  }

  /** Time limits are soft here, so that only these obstacles are left. */
  private obstacleOn(vehicle: number): RequestObstacle {
    const { max_tasks, max_travel_time, max_distance, capacity } = this.problem.vehicles[vehicle]!;
    const { length } = this.tours[vehicle]!;
    const added = "location_index" in this.request ? 1 : 2;
    if (max_tasks !== undefined && length + added > max_tasks) return "max_tasks";
    if (max_travel_time !== undefined) return "max_travel_time";
    if (max_distance !== undefined) return "max_distance";
    return capacity && length > 0 ? "fleet_capacity" : "unreachable";
  }
}

const isStepOfRequest = ({ type, id }: SolutionStep, request: Job | Shipment) =>
  "location_index" in request
    ? type === "job" && id === request.id
    : (type === "pickup" && id === request.pickup.id) || (type === "delivery" && id === request.delivery.id);

/** Windows and shifts may be overrun; the delay has its price. */
function allowDelays(problem: Problem): Problem {
  const stop = <T extends Pick<Job, "time_windows" | "deadlines">>(spec: T): T => {
    const last = spec.time_windows?.at(-1);
    if (!spec.time_windows || !last) return spec;
    const windows = [...spec.time_windows.slice(0, -1), [last[0], last[0] + HORIZON_SECONDS] as const];
    return { ...spec, time_windows: windows, deadlines: [...(spec.deadlines ?? []), { at: last[1] }] };
  };
  return {
    ...problem,
    vehicles: problem.vehicles.map((vehicle) => {
      if (!vehicle.time_window) return vehicle;
      const [from, until] = vehicle.time_window;
      const end: Deadline = vehicle.shift_end ?? { at: until };
      return { ...vehicle, time_window: [from, from + HORIZON_SECONDS] as const, shift_end: end };
    }),
    jobs: problem.jobs?.map(stop),
    shipments: problem.shipments?.map((spec) => {
      const [pickup, delivery] = [stop(spec.pickup), stop(spec.delivery)];
      return pickup === spec.pickup && delivery === spec.delivery ? spec : { ...spec, pickup, delivery };
    }),
  };
}

/** Violations that were not there before, or not as long. */
function newViolations(tour: SolutionTour, old: SolutionTour | undefined): ViolationAtStop[] {
  const known = new Map(old ? listViolations(old).map((one) => [violationKeyOf(one), one.duration ?? 0]) : []);
  return listViolations(tour).filter((one) => (one.duration ?? 0) > (known.get(violationKeyOf(one)) ?? -1));
}

const violationKeyOf = ({ cause, step }: ViolationAtStop) => `${cause} ${step?.type} ${step?.id}`;

function listViolations({ violations, steps }: SolutionTour): ViolationAtStop[] {
  return [
    ...violations,
    ...steps.flatMap(({ type, id, violations: own }) =>
      own.map((violation) => ({ ...violation, step: id === undefined ? { type } : { type, id } })),
    ),
  ];
}
