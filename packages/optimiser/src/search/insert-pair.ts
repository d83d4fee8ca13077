import { hasLoadRoomAfterPosition, hasDrivingLimits, isWithinDrivingLimits } from "../model/limits";
import { earliestServiceStart } from "../model/model";
import type { InsertionSearchState } from "../model/place";
import type { SearchRoute } from "../model/route";

/** Tries all pairs of places of a shipment: the delivery right after the pickup, or some stops later. */
export function findPairInsertion(search: InsertionSearchState, route: SearchRoute, request: number): void {
  const { model } = search;
  const { tasks, requests, fleet, travels } = model;
  const { vehicle, length, location, leave, latest, wayCost } = route;
  const pickup = requests.first[request]!;
  const delivery = requests.second[request]!;
  const { side, time, timeTo, cost, costTo } = travels[fleet.travel[vehicle]!]!;
  const row = tasks.location[pickup]! * side;
  const target = tasks.location[delivery]!;
  const service = tasks.service[pickup]!;
  const closes = tasks.closes[pickup]!;
  const ready = tasks.opens[pickup]! + service;
  const between = cost[row + target]!;
  const isLimited = hasDrivingLimits(model, route);
  const beginning = fleet.beginning[vehicle]!.length;
  priceDeliveries(search, route, delivery);
  for (let position = beginning; position <= length; position++) {
    const left = leave[position]!;
    if (left > closes) break;
    const latestNext = latest[position + 1]!;
    if (ready > latestNext) continue;
    const before = location[position]!;
    const after = location[position + 1]!;
    const toPickup = costTo[row + before]!;
    const added = toPickup + cost[row + after]! - wayCost[position]!;
    const addedBoth = toPickup + between + cost[target * side + after]! - wayCost[position]!;
    const isWorthIt = position < length && added + search.cheapest[position + 1]! < search.cost;
    if (!isWorthIt && addedBoth >= search.cost) continue;
    if (!hasLoadRoomAfterPosition(model, route, { first: pickup, at: position })) continue;
    const begun = earliestServiceStart(tasks, pickup, left + timeTo[row + before]!);
    const ready2 = begun + service;
    if (ready2 > latestNext) continue;
    if (addedBoth < search.cost) {
      const handed = earliestServiceStart(tasks, delivery, ready2 + time[row + target]!) + tasks.service[delivery]!;
      if (handed + time[target * side + after]! <= latestNext) {
        if (
          !isLimited ||
          isWithinDrivingLimits(model, route, { first: pickup, at: position, second: delivery, later: position })
        ) {
          search.cost = addedBoth;
          search.at = position;
          search.later = position;
        }
      }
    }
    if (isWorthIt)
      deliverLater(search, route, { pickup, delivery, position, added, time: ready2 + time[row + after]! });
  }
}

/**
 * Computes the cost of the delivery alone after each position where its time allows it, and the least of it from there
 * on: a bound.
 */
function priceDeliveries({ model, apart, cheapest }: InsertionSearchState, route: SearchRoute, delivery: number): void {
  const { tasks, fleet, travels } = model;
  const { vehicle, length, location, wayCost, leave, latest } = route;
  const { side, cost, costTo } = travels[fleet.travel[vehicle]!]!;
  const row = tasks.location[delivery]! * side;
  const closes = tasks.closes[delivery]!;
  const ready = tasks.opens[delivery]! + tasks.service[delivery]!;
  let least = Number.POSITIVE_INFINITY;
  for (let position = length; position >= fleet.beginning[vehicle]!.length; position--) {
    apart[position] = Number.POSITIVE_INFINITY;
    if (leave[position]! <= closes && latest[position + 1]! >= ready) {
      const price = costTo[row + location[position]!]! + cost[row + location[position + 1]!]! - wayCost[position]!;
      apart[position] = price;
      if (price < least) least = price;
    }
    cheapest[position] = least;
  }
}

interface LoadedPickup {
  readonly pickup: number;
  readonly delivery: number;
  readonly position: number;
  /** Cost of the pickup alone, and the arrival at the next stop after it. */
  readonly added: number;
  readonly time: number;
}

/** Carries the load along the tour as long as windows, capacity and the bound allow. */
function deliverLater(
  search: InsertionSearchState,
  route: SearchRoute,
  { pickup, delivery, position: at, added, time }: LoadedPickup,
): void {
  const { model, apart, cheapest } = search;
  const { tasks, fleet, travels } = model;
  const { vehicle, length, task, location, latest, wayTime } = route;
  const travel = travels[fleet.travel[vehicle]!]!;
  const row = tasks.location[delivery]! * travel.side;
  const service = tasks.service[delivery]!;
  const closes = tasks.closes[delivery]!;
  let arrival = time;
  for (let position = at + 1; position <= length; position++) {
    if (arrival > latest[position]! || added + cheapest[position]! >= search.cost) return;
    if (!hasLoadRoomAfterPosition(model, route, { first: pickup, at: position })) return;
    const left = earliestServiceStart(tasks, task[position]!, arrival) + tasks.service[task[position]!]!;
    if (left > closes) return;
    if (added + apart[position]! < search.cost) {
      const handed = earliestServiceStart(tasks, delivery, left + travel.timeTo[row + location[position]!]!) + service;
      if (handed + travel.time[row + location[position + 1]!]! <= latest[position + 1]!) {
        const placement = { first: pickup, at, second: delivery, later: position };
        if (!hasDrivingLimits(model, route) || isWithinDrivingLimits(model, route, placement)) {
          search.cost = added + apart[position]!;
          search.at = at;
          search.later = position;
        }
      }
    }
    arrival = left + wayTime[position]!;
  }
}
