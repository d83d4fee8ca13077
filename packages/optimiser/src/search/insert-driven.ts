import type { DriverSimulation } from "../model/driver";
import {
  fitsLoadAlongTour,
  hasLoadRoomAfterPosition,
  fitsLoadAtTourEnds,
  hasDrivingLimits,
  isWithinDrivingLimits,
  mayOverloadVehicle,
} from "../model/limits";
import type { InsertionSearchState } from "../model/place";
import type { SearchRoute } from "../model/route";

/**
 * Finds the place of a job like `findSingleInsertion`, for tours with breaks, deadlines or setup: places that look
 * cheaper are simulated to the end.
 */
export function findInsertionBySimulation(search: InsertionSearchState, route: SearchRoute, request: number): void {
  const { model, driver } = search;
  const { tasks, requests, fleet, travels } = model;
  const { vehicle, length, location, leave, wayCost } = route;
  const task = requests.first[request]!;
  const { side, time, timeTo, cost, costTo } = travels[fleet.travel[vehicle]!]!;
  const row = tasks.location[task]! * side;
  const isTight = mayOverloadVehicle(model, route, task);
  if (isTight && !fitsLoadAtTourEnds(model, route, task)) return;
  const needsLook = isTight || hasDrivingLimits(model, route);
  for (let position = fleet.beginning[vehicle]!.length; position <= length; position++) {
    if (leave[position]! > tasks.closes[task]!) break;
    const before = location[position]!;
    const after = location[position + 1]!;
    const added = costTo[row + before]! + cost[row + after]! - wayCost[position]!;
    if (added >= search.cost) continue;
    if (needsLook) {
      const placement = { first: task, at: position, second: -1, later: position };
      if (!fitsLoadAlongTour(model, route, placement) || !isWithinDrivingLimits(model, route, placement)) continue;
    }
    if (!driveUpTo(search, route, { task, position })) continue;
    if (driver.visit(task, timeTo[row + before]!) === Number.POSITIVE_INFINITY) continue;
    const total = added + delayOfRest(search, driver, { route, position, way: time[row + after]! });
    if (total >= search.cost) continue;
    search.cost = total;
    search.at = position;
  }
}

/**
 * Moves the driver to where the task would follow; false when a break is not possible any more with its load on board.
 */
function driveUpTo(
  { driver }: InsertionSearchState,
  route: SearchRoute,
  { task, position }: { task: number; position: number },
): boolean {
  driver.resume(route, position);
  if (!driver.minds) return true;
  driver.resume(route, 0);
  driver.carry(task);
  for (let stop = 1; stop <= position; stop++) {
    if (driver.visit(route.task[stop]!, route.wayTime[stop - 1]!) === Number.POSITIVE_INFINITY) return false;
  }
  return true;
}

/** Finds the places of a shipment like `findPairInsertion`, simulating on from each pickup. */
export function findPairInsertionBySimulation(search: InsertionSearchState, route: SearchRoute, request: number): void {
  const { model, driver } = search;
  const { tasks, requests, fleet, travels } = model;
  const { vehicle, length, location, leave, wayCost } = route;
  const pickup = requests.first[request]!;
  const delivery = requests.second[request]!;
  const { side, time, timeTo, cost, costTo } = travels[fleet.travel[vehicle]!]!;
  const row = tasks.location[pickup]! * side;
  const target = tasks.location[delivery]!;
  for (let position = fleet.beginning[vehicle]!.length; position <= length; position++) {
    if (leave[position]! > tasks.closes[pickup]!) break;
    if (!hasLoadRoomAfterPosition(model, route, { first: pickup, at: position })) continue;
    const before = location[position]!;
    const after = location[position + 1]!;
    const toPickup = costTo[row + before]! - wayCost[position]!;
    driver.resume(route, position);
    if (driver.visit(pickup, timeTo[row + before]!) === Number.POSITIVE_INFINITY) continue;
    const addedBoth = toPickup + cost[row + target]! + cost[target * side + after]!;
    if (addedBoth < search.cost) {
      tryDelivery(search, {
        route,
        pickup,
        delivery,
        at: position,
        later: position,
        added: addedBoth,
        way: time[row + target]!,
      });
    }
    if (position === length) continue;
    const added = toPickup + cost[row + after]!;
    carryLoadFurther(search, {
      route,
      pickup,
      delivery,
      at: position,
      later: position,
      added,
      way: time[row + after]!,
    });
  }
}

interface CarriedLoad {
  readonly route: SearchRoute;
  readonly pickup: number;
  readonly delivery: number;
  readonly at: number;
  readonly later: number;
  /** Cost without delays: of both stops when trying, of the pickup when carrying on. */
  readonly added: number;
  /** Seconds of driving to the next stop. */
  readonly way: number;
}

function carryLoadFurther(search: InsertionSearchState, carried: CarriedLoad): void {
  const { model, driver } = search;
  const { route, pickup, delivery, at, added } = carried;
  const { tasks, fleet, travels } = model;
  const { length, location, task } = route;
  const { side, timeTo, cost, costTo } = travels[fleet.travel[route.vehicle]!]!;
  const row = tasks.location[delivery]! * side;
  let { way } = carried;
  for (let position = at + 1; position <= length; position++) {
    if (!hasLoadRoomAfterPosition(model, route, { first: pickup, at: position })) return;
    if (driver.visit(task[position]!, way) === Number.POSITIVE_INFINITY || driver.time > tasks.closes[delivery]!)
      return;
    way = route.wayTime[position]!;
    const before = location[position]!;
    const both = added + costTo[row + before]! + cost[row + location[position + 1]!]! - route.wayCost[position]!;
    if (both < search.cost) {
      tryDelivery(search, { ...carried, later: position, added: both, way: timeTo[row + before]! });
    }
  }
}

/** Tries the delivery where the driver stands. */
function tryDelivery(
  search: InsertionSearchState,
  { route, pickup, delivery, at, later, added, way }: CarriedLoad,
): void {
  const { model, driver, branch } = search;
  const { tasks, fleet, travels } = model;
  if (
    hasDrivingLimits(model, route) &&
    !isWithinDrivingLimits(model, route, { first: pickup, at, second: delivery, later })
  )
    return;
  branch.copy(driver);
  if (branch.visit(delivery, way) === Number.POSITIVE_INFINITY) return;
  const { side, time } = travels[fleet.travel[route.vehicle]!]!;
  const home = time[tasks.location[delivery]! * side + route.location[later + 1]!]!;
  const total = added + delayOfRest(search, branch, { route, position: later, way: home });
  if (total >= search.cost) return;
  search.cost = total;
  search.at = at;
  search.later = later;
}

interface RestOfTour {
  readonly route: SearchRoute;
  /** Last position before the rest of the tour. */
  readonly position: number;
  /** Seconds from where the driver is to the first stop of the rest. */
  readonly way: number;
}

/** Increase of all the tour's delay costs; infinite when a hard limit of time breaks. */
function delayOfRest(
  { model }: InsertionSearchState,
  driver: DriverSimulation,
  { route, position: from, way }: RestOfTour,
): number {
  const { fleet } = model;
  const { vehicle, length, task, start, pauses, delay, wayTime } = route;
  const before = delay[length + 1]!;
  let toNext = way;
  for (let position = from + 1; position <= length; position++) {
    const begun = driver.visit(task[position]!, toNext);
    if (begun === Number.POSITIVE_INFINITY) return begun;
    // From this position on all times are as before, unless breaks depend on the load.
    const isAsBefore = begun === start[position]! && driver.pauses === pauses[position]! && !driver.minds;
    if (isAsBefore && driver.time === route.leave[position]!) return driver.delay - delay[position]!;
    toNext = wayTime[position]!;
  }
  if (driver.finish(toNext) > fleet.until[vehicle]!) return Number.POSITIVE_INFINITY;
  return driver.delay - before;
}
