import type { DriverSimulation } from "../model/driver";
import { findInsertionBySimulation, findPairInsertionBySimulation } from "./insert-driven";
import { findPairInsertion } from "./insert-pair";
import { findSingleInsertion } from "./insert-single";
import type { SearchModel } from "../model/model";
import type { InsertionSearchState } from "../model/place";
import type { SearchRoute } from "../model/route";

/** Finds the cheapest place of a request in a tour. The result stands in the fields until the next search. */
export class CheapestInsertionFinder implements InsertionSearchState {
  /** Cost of the place; infinite when there is none. */
  cost = Number.POSITIVE_INFINITY;
  /** Position after which the new task comes, of a pair the first one. Positions count without the new tasks. */
  at = 0;
  /** Position after which the second task of a pair comes. */
  later = 0;
  /** Cost of the second task of a pair after each position, and the least of it from there on. */
  apart = new Float64Array(64);
  cheapest = new Float64Array(64);

  constructor(
    readonly model: SearchModel,
    readonly driver: DriverSimulation,
    readonly branch: DriverSimulation,
  ) {}

  /** Cost of the cheapest place. The tour remembers it, and where it is, until it changes. */
  price(route: SearchRoute, request: number): number {
    if (route.seenVersion[request] === route.version) return route.seenCost[request]!;
    this.search(route, request);
    route.seenVersion[request] = route.version;
    route.seenCost[request] = this.cost;
    route.seenFirst[request] = this.at;
    route.seenSecond[request] = this.later;
    return this.cost;
  }

  search(route: SearchRoute, request: number): void {
    this.cost = Number.POSITIVE_INFINITY;
    this.seek(route, request);
  }

  private seek(route: SearchRoute, request: number): void {
    const { fleet, requests } = this.model;
    const { vehicle } = route;
    const isPair = requests.second[request]! >= 0;
    if (route.length + (isPair ? 2 : 1) > fleet.maxTasks[vehicle]!) return;
    const isSimulated = fleet.isSimulated[vehicle] === 1;
    if (isPair && this.apart.length < route.length + 2) {
      this.apart = new Float64Array(route.length * 2);
      this.cheapest = new Float64Array(route.length * 2);
    }
    if (isPair) {
      if (isSimulated) findPairInsertionBySimulation(this, route, request);
      else findPairInsertion(this, route, request);
    } else if (isSimulated) findInsertionBySimulation(this, route, request);
    else findSingleInsertion(this, route, request);
    if (route.length === 0) this.cost += fleet.fixedCost[vehicle]!;
  }
}
