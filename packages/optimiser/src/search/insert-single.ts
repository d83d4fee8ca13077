import {
  fitsLoadAlongTour,
  fitsLoadAtTourEnds,
  hasDrivingLimits,
  isWithinDrivingLimits,
  mayOverloadVehicle,
} from "../model/limits";
import { earliestServiceStart } from "../model/model";
import type { InsertionSearchState } from "../model/place";
import type { SearchRoute } from "../model/route";

/** Tries all places of a job, each in constant time: the tour knows the latest arrival at every stop. */
export function findSingleInsertion(search: InsertionSearchState, route: SearchRoute, request: number): void {
  const { model } = search;
  const { tasks, requests, fleet, travels } = model;
  const { vehicle, length, location, leave, latest, wayCost } = route;
  const task = requests.first[request]!;
  const { side, time, timeTo, cost, costTo } = travels[fleet.travel[vehicle]!]!;
  const row = tasks.location[task]! * side;
  const service = tasks.service[task]!;
  const opens = tasks.opens[task]!;
  const closes = tasks.closes[task]!;
  const hasOneWindow = tasks.hasOneWindow[task] === 1;
  const ready = opens + service;
  const isTight = mayOverloadVehicle(model, route, task);
  if (isTight && !fitsLoadAtTourEnds(model, route, task)) return;
  const needsLook = isTight || hasDrivingLimits(model, route);
  for (let position = fleet.beginning[vehicle]!.length; position <= length; position++) {
    const left = leave[position]!;
    if (left > closes) break;
    const latestNext = latest[position + 1]!;
    if (ready > latestNext) continue;
    const before = location[position]!;
    const after = location[position + 1]!;
    const added = costTo[row + before]! + cost[row + after]! - wayCost[position]!;
    if (added >= search.cost) continue;
    const arrival = left + timeTo[row + before]!;
    if (arrival > closes) continue;
    const begun = hasOneWindow ? Math.max(arrival, opens) : earliestServiceStart(tasks, task, arrival);
    if (begun + service + time[row + after]! > latestNext) continue;
    if (needsLook) {
      const placement = { first: task, at: position, second: -1, later: position };
      if (!fitsLoadAlongTour(model, route, placement) || !isWithinDrivingLimits(model, route, placement)) continue;
    }
    search.cost = added;
    search.at = position;
  }
}
