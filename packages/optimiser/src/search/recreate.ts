import type { CheapestInsertionFinder } from "./insertion";
import type { SearchModel } from "../model/model";
import type { SearchPlan } from "../model/plan";
import type { SeededRandom } from "./random";
import type { SearchRoute } from "../model/route";

/** Probability that a request passes over a tour that would suit it best. */
const SKIP_PROBABILITY = 0.01;

/** Orders in which requests come back, with their shares: by a key, the smallest first. */
const REINSERTION_ORDERS: readonly { readonly share: number; readonly key: SortKey }[] = [
  { share: 4, key: "none" },
  { share: 4, key: "biggest" },
  { share: 2, key: "farthest" },
  { share: 1, key: "nearest" },
  { share: 2, key: "narrowest" },
  { share: 2, key: "earliest" },
  { share: 2, key: "latest" },
];
type SortKey = "none" | "biggest" | "farthest" | "nearest" | "narrowest" | "earliest" | "latest";

export interface PlanRecreationLimits {
  /** Cost that the plan may gain by the whole step. */
  readonly limit: number;
  readonly isOver?: () => boolean;
}

/** Reinserts absent requests one by one, each where it costs least, in one of several orders. */
export class PlanRecreator {
  private readonly keys: ReadonlyMap<SortKey, Float64Array>;

  constructor(
    private readonly model: SearchModel,
    private readonly random: SeededRandom,
    private readonly insertion: CheapestInsertionFinder,
  ) {
    this.keys = sortKeysOf(model);
  }

  /**
   * Inserts absent requests; one without a place stays absent. Returns false, with the plan half done, when it can no
   * longer stay below `limit`, because what is inserted adds to its cost, or when cargo on board has found no place.
   */
  apply(plan: SearchPlan, { limit, isOver }: PlanRecreationLimits): boolean {
    const { absence, weight, absenceUnit } = this.model.requests;
    const waiting = plan.absent;
    this.random.shuffle(waiting);
    const key = this.keys.get(this.drawOrder());
    if (key) sortByKey(key, waiting);
    let pending = 0;
    for (const request of waiting) pending += weight[request]!;
    const left: number[] = [];
    for (const request of waiting) {
      if (plan.addedCost - pending * absenceUnit >= limit) return false;
      if (isOver?.() || !this.place(plan, request)) {
        if (absence[request] === Number.POSITIVE_INFINITY) return false;
        left.push(request);
      }
      pending -= weight[request]!;
    }
    plan.absent = left;
    return true;
  }

  private drawOrder(): SortKey {
    let ticket = this.random.below(17);
    for (const { share, key } of REINSERTION_ORDERS) {
      ticket -= share;
      if (ticket < 0) return key;
    }
    return "none";
  }

  private place(plan: SearchPlan, request: number): boolean {
    const { fleet, requests } = this.model;
    const { insertion } = this;
    let best = requests.absence[request]!;
    let chosen: SearchRoute | undefined;
    for (const vehicle of plan.candidates()) {
      if (requests.isAllowed[request * fleet.count + vehicle] === 0) continue;
      const route = plan.routes[vehicle]!;
      const price = insertion.price(route, request);
      if (price >= best || this.random.next() < SKIP_PROBABILITY) continue;
      best = price;
      chosen = route;
    }
    if (!chosen) return false;
    plan.insert(chosen.vehicle, request, { at: chosen.seenFirst[request]!, later: chosen.seenSecond[request]! });
    return true;
  }
}

/**
 * Largest number of values that are sorted without calling a comparison function, which is faster for the few values
 * after most steps.
 */
const SMALL_SORT_MAX = 40;

function sortByKey(key: Float64Array, values: number[]): void {
  if (values.length > SMALL_SORT_MAX) {
    values.sort((one, other) => key[one]! - key[other]!);
    return;
  }
  for (let next = 1; next < values.length; next++) {
    const value = values[next]!;
    let place = next;
    while (place > 0 && key[values[place - 1]!]! > key[value]!) values[place] = values[--place]!;
    values[place] = value;
  }
}

function sortKeysOf({ tasks, requests, travels, fleet }: SearchModel): Map<SortKey, Float64Array> {
  const by = (value: (request: number) => number) =>
    Float64Array.from({ length: requests.count }, (_, request) => value(request));
  const { side, cost } = travels[0]!;
  const depot = fleet.start[0]! * side;
  const away = (request: number) => cost[depot + tasks.location[requests.first[request]!]!]!;
  const opens = (request: number) => tasks.opens[requests.first[request]!]!;
  const lastOf = (request: number) =>
    requests.second[request]! < 0 ? requests.first[request]! : requests.second[request]!;
  const closes = (request: number) => tasks.closes[lastOf(request)]!;
  return new Map<SortKey, Float64Array>([
    ["biggest", by((request) => -requests.size[request]!)],
    ["farthest", by((request) => -away(request))],
    ["nearest", by(away)],
    ["narrowest", by((request) => closes(request) - opens(request))],
    ["earliest", by(opens)],
    ["latest", by((request) => -closes(request))],
  ]);
}
