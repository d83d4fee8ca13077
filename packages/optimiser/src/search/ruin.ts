import type { SearchModel } from "../model/model";
import type { SearchPlan } from "../model/plan";
import type { SeededRandom } from "./random";

/** Average number of requests that a step removes, and the longest string it takes from one tour. */
export interface RuinSettings {
  readonly removed: number;
  readonly longest: number;
  /** Probability that a string keeps some of its middle, and that it grows what it keeps. */
  readonly split: number;
  readonly grow: number;
}

export const DEFAULT_RUIN_SETTINGS: RuinSettings = { removed: 8, longest: 10, split: 0.5, grow: 0.01 };

/**
 * Slack induction by string removals (Christiaens and Vanden Berghe, Transportation Science 54, 2020): strings of
 * neighbouring stops are removed from neighbouring tours, so that there is room in space and time for a change.
 */
export class PlanRuiner {
  private readonly neighbours: (Int32Array | undefined)[];
  private readonly marked: Uint8Array;
  private readonly ruined: Uint8Array;
  private readonly vehicles: number[] = [];
  private readonly requests: number[] = [];

  constructor(
    private readonly model: SearchModel,
    private readonly random: SeededRandom,
    private readonly settings: RuinSettings = DEFAULT_RUIN_SETTINGS,
  ) {
    this.neighbours = Array.from({ length: model.tasks.count }, () => undefined);
    this.marked = new Uint8Array(model.requests.count);
    this.ruined = new Uint8Array(model.fleet.count);
  }

  apply(plan: SearchPlan): void {
    const { tasks } = this.model;
    if (plan.placed === 0) return;
    const { longest, removed } = this.settings;
    const mostStops = Math.min(longest, plan.placed / Math.max(1, plan.used));
    const strings = Math.floor(this.random.next() * ((4 * removed) / (1 + mostStops))) + 1;
    const seed = this.random.below(tasks.count);
    for (const task of this.neighboursOf(seed)) {
      if (this.vehicles.length >= strings) break;
      const vehicle = plan.vehicleOf[tasks.request[task]!]!;
      if (vehicle < 0 || this.ruined[vehicle] === 1) continue;
      const route = plan.routes[vehicle]!;
      const first = this.model.fleet.beginning[vehicle]!.length + 1;
      const position = plan.positionOf[task]!;
      if (position < first) continue;
      const free = route.length - first + 1;
      const stops = Math.floor(this.random.next() * Math.min(free, mostStops)) + 1;
      this.ruined[vehicle] = 1;
      this.vehicles.push(vehicle);
      this.markString(plan, { vehicle, position, first, stops: Math.min(stops, free) });
    }
    for (const vehicle of this.vehicles) {
      plan.remove(vehicle, this.marked);
      this.ruined[vehicle] = 0;
    }
    for (const request of this.requests) this.marked[request] = 0;
    this.vehicles.length = 0;
    this.requests.length = 0;
  }

  /** Marks a string of stops around a position, whole or with a gap inside that stays. */
  private markString(plan: SearchPlan, { vehicle, position, first, stops }: StringToCut): void {
    const { task, length } = plan.routes[vehicle]!;
    let kept = 0;
    if (stops > 1 && stops < length - first + 1 && this.random.next() < this.settings.split) {
      kept = 1;
      while (stops + kept < length - first + 1 && this.random.next() < this.settings.grow) kept++;
    }
    const span = stops + kept;
    const from = Math.max(first, position - span + 1);
    const to = Math.min(position, length - span + 1);
    const start = from + this.random.below(to - from + 1);
    const gap = kept === 0 ? span : this.random.below(stops + 1);
    for (let offset = 0; offset < span; offset++) {
      if (kept > 0 && offset >= gap && offset < gap + kept) continue;
      this.mark(task[start + offset]!);
    }
  }

  private mark(task: number): void {
    const request = this.model.tasks.request[task]!;
    if (this.marked[request] === 1) return;
    this.marked[request] = 1;
    this.requests.push(request);
  }

  /** All tasks by the cost of the way from or to them, sorted when they are first needed. */
  private neighboursOf(task: number): Int32Array {
    const known = this.neighbours[task];
    if (known) return known;
    const { tasks, travels } = this.model;
    const { side, cost, costTo } = travels[0]!;
    const row = tasks.location[task]! * side;
    const price = Float64Array.from({ length: tasks.count }, (_, other) => {
      const place = row + tasks.location[other]!;
      return other === task ? -1 : Math.min(cost[place]!, costTo[place]!);
    });
    const sorted = Int32Array.from(price, (_, index) => index).sort((one, other) => price[one]! - price[other]!);
    this.neighbours[task] = sorted;
    return sorted;
  }
}

interface StringToCut {
  readonly vehicle: number;
  readonly position: number;
  /** First position of a tour that is not fixed. */
  readonly first: number;
  readonly stops: number;
}
