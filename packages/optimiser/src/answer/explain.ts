import type { CompiledProblem } from "../model/compile";
import { DriverSimulation } from "../model/driver";
import { CheapestInsertionFinder } from "../search/insertion";
import { UNREACHABLE_SECONDS, earliestServiceStart } from "../model/model";
import { SearchPlan, type PlanSnapshot } from "../model/plan";
import type { SearchRoute } from "../model/route";
import {
  VIOLATION_LEVEL_BY_OBSTACLE,
  REQUEST_OBSTACLES,
  type RequestObstacle,
  type UnassignedRequest,
} from "../problem/solution";
import { findPermanentObstacle } from "./suitability";

/**
 * Explains for each unserved request why it is on no tour. `isOver` cuts short explanations that need a look at the
 * tours.
 */
export function explainUnservedRequests(
  compiled: CompiledProblem,
  best: PlanSnapshot,
  isOver: () => boolean,
): UnassignedRequest[] {
  const explainer = new UnservedExplainer(compiled, best, isOver);
  return best.absent.flatMap((request) => {
    const { vehicles } = compiled.problem;
    const obstacles = vehicles.map(({ id }, vehicle) => ({ vehicle: id, reason: explainer.explain(request, vehicle) }));
    const closest = Math.max(...obstacles.map(({ reason }) => REQUEST_OBSTACLES.indexOf(reason)));
    const reason = REQUEST_OBSTACLES[closest]!;
    return compiled.sourceRequests[request]!.tasks.map((task): UnassignedRequest => {
      const { type, stop } = compiled.sourceTasks[task]!;
      const { id, description, location, location_index } = stop;
      const named = { ...(description === undefined ? {} : { description }), ...(location ? { location } : {}) };
      return { id, type, ...named, location_index, reason, level: VIOLATION_LEVEL_BY_OBSTACLE[reason], obstacles };
    });
  });
}

/**
 * Finds the reason in steps, the hardest first: could the vehicle ever, could it if it had nothing else to do, could it
 * today.
 */
class UnservedExplainer {
  private readonly bare: SearchPlan;
  private readonly full: SearchPlan;
  private readonly insertion: CheapestInsertionFinder;

  constructor(
    private readonly compiled: CompiledProblem,
    best: PlanSnapshot,
    private readonly isOver: () => boolean,
  ) {
    const { model } = compiled;
    const driver = new DriverSimulation(model);
    this.insertion = new CheapestInsertionFinder(model, driver, new DriverSimulation(model));
    this.bare = new SearchPlan(model, driver);
    this.full = new SearchPlan(model, driver);
    this.full.load(best);
  }

  explain(request: number, vehicle: number): RequestObstacle {
    const { problem, sourceRequests } = this.compiled;
    const lasting = findPermanentObstacle(problem.vehicles[vehicle]!, sourceRequests[request]!.spec);
    if (lasting) return lasting;
    const alone = this.obstacleAlone(this.bare.routes[vehicle]!, request);
    if (alone) return alone;
    return this.isOver() ? "time_limit" : this.obstacleToday(this.full.routes[vehicle]!, request);
  }

  /** Obstacle that remains when the tour holds only its fixed beginning. */
  private obstacleAlone(route: SearchRoute, request: number): RequestObstacle | undefined {
    const { fleet, requests } = this.compiled.model;
    const { vehicle, length } = route;
    const isPair = requests.second[request]! >= 0;
    if (length + (isPair ? 2 : 1) > fleet.maxTasks[vehicle]!) return "max_tasks";
    this.insertion.search(route, request);
    if (this.insertion.cost < Number.POSITIVE_INFINITY) return undefined;
    return this.driveAlone(route, request);
  }

  /** Obstacle of a drive straight from the beginning's last stop. */
  private driveAlone(route: SearchRoute, request: number): RequestObstacle {
    const { tasks, requests, fleet, travels } = this.compiled.model;
    const { vehicle, length, location, leave } = route;
    const { side, time, distance } = travels[fleet.travel[vehicle]!]!;
    let place = location[length]!;
    let now = leave[length]!;
    let seconds = route.travel - route.wayTime[length]!;
    let metres = route.distance;
    const go = (to: number) => {
      const way = place * side + to;
      now += time[way]!;
      seconds += time[way]!;
      metres += distance[way]!;
      place = to;
    };
    for (const task of [requests.first[request]!, requests.second[request]!]) {
      if (task < 0) continue;
      go(tasks.location[task]!);
      if (now >= UNREACHABLE_SECONDS) return "unreachable";
      now = earliestServiceStart(tasks, task, now) + tasks.service[task]! + tasks.setup[task]!;
      if (now === Number.POSITIVE_INFINITY) return "time_window";
    }
    go(fleet.end[vehicle]!);
    if (now >= UNREACHABLE_SECONDS) return "unreachable";
    if (seconds > fleet.maxTravel[vehicle]!) return "max_travel_time";
    if (metres > fleet.maxDistance[vehicle]!) return "max_distance";
    if (now > fleet.until[vehicle]!) return "shift_end";
    return fleet.breaks[vehicle]!.length > 0 ? "break" : "capacity";
  }

  /** Obstacle that remains with the whole planned tour of the vehicle. */
  private obstacleToday(route: SearchRoute, request: number): RequestObstacle {
    const { dimensions, fleet, requests } = this.compiled.model;
    const { vehicle } = route;
    const isPair = requests.second[request]! >= 0;
    if (route.length + (isPair ? 2 : 1) > fleet.maxTasks[vehicle]!) return "fleet_tasks";
    this.insertion.search(route, request);
    // There is room: only the search ran out of time.
    if (this.insertion.cost < Number.POSITIVE_INFINITY) return "time_limit";
    const from = vehicle * dimensions;
    const capacity = fleet.capacity.slice(from, from + dimensions);
    fleet.capacity.fill(Number.POSITIVE_INFINITY, from, from + dimensions);
    route.schedule();
    this.insertion.search(route, request);
    fleet.capacity.set(capacity, from);
    route.schedule();
    return this.insertion.cost < Number.POSITIVE_INFINITY ? "fleet_capacity" : "fleet_time";
  }
}
