import { Driver } from "../model/driver";
import { Insertion } from "./insertion";
import type { Model } from "../model/model";
import { Plan, type Snapshot } from "../model/plan";
import { Random } from "./random";
import { Recreate } from "./recreate";
import { Ruin } from "./ruin";

export interface AnnealOptions {
  readonly seed: number;
  /** Tasks on the tours from the start, by vehicle. */
  readonly opening: readonly Int32Array[];
  /** Share of the time that has passed, from 0 at the start to 1; more than that ends a step that is under way. */
  readonly elapsed: () => number;
  readonly onBetter?: (best: Snapshot) => void;
}

export interface AnnealResult {
  readonly best: Snapshot;
  readonly steps: number;
}

/** Temperatures in average costs of a way between two stops. */
const HOT = 0.8;
const WARM = 0.3;
const COLD = 0.01;
const LOOKS = 2000;

/** Number of short searches from different beginnings, each for such a share of the time; the best of them goes on. */
const SCOUTS = 4;
const SCOUT_SHARE = 0.1;

/** Ruins and recreates plans until time is over, and accepts worse ones the less the cooler it gets. */
export function anneal(model: Model, { seed, opening, elapsed, onBetter }: AnnealOptions): AnnealResult {
  const search = new Search(model, seed, elapsed);
  let best: Snapshot | undefined;
  const keep = (found: Snapshot) => {
    if (best && found.cost >= best.cost - 1e-6) return;
    best = found;
    onBetter?.(found);
  };
  for (let scout = 1; scout <= SCOUTS && (!best || elapsed() < 1); scout++) {
    search.begin(opening);
    search.cool({ hot: HOT, cold: COLD, from: (scout - 1) * SCOUT_SHARE, to: scout * SCOUT_SHARE, keep });
  }
  if (!best) throw new Error("The search ended before its first plan.");
  search.plan.load(best);
  search.cool({ hot: WARM, cold: COLD, from: SCOUTS * SCOUT_SHARE, to: 1, keep });
  return { best, steps: search.steps };
}

interface Cooling {
  readonly hot: number;
  readonly cold: number;
  /** Phase of the search as shares of all time. */
  readonly from: number;
  readonly to: number;
  readonly keep: (found: Snapshot) => void;
}

class Search {
  readonly plan: Plan;
  steps = 0;
  private readonly random: Random;
  private readonly ruin: Ruin;
  private readonly recreate: Recreate;

  constructor(
    private readonly model: Model,
    seed: number,
    private readonly elapsed: () => number,
  ) {
    this.random = new Random(seed);
    const driver = new Driver(model);
    this.plan = new Plan(model, driver);
    this.ruin = new Ruin(model, this.random);
    this.recreate = new Recreate(model, this.random, new Insertion(model, driver, new Driver(model)));
  }

  /** Makes a first plan greedily; when time is over, remaining requests stay absent. */
  begin(opening: readonly Int32Array[]): void {
    const { plan } = this;
    const all = Array.from({ length: this.model.requests.count }, (_, request) => request);
    plan.load({ tours: opening, absent: all });
    plan.begin();
    this.recreate.apply(plan, { limit: Number.POSITIVE_INFINITY, isOver: () => this.elapsed() >= 1 });
    plan.accept();
  }

  cool({ hot, cold, from, to, keep }: Cooling): void {
    const { plan } = this;
    keep(plan.snapshot());
    let best = plan.cost;
    const unit = this.drivingCost() / Math.max(1, plan.placed + plan.used);
    let nextLook = this.steps + 1;
    let temperature = unit * hot;
    for (let share = Math.max(from, this.elapsed()); share < to; ) {
      if (++this.steps >= nextLook) {
        share = this.elapsed();
        temperature = unit * hot * (cold / hot) ** ((share - from) / (to - from));
        // Reading the clock may cost as much as a step. About 2,000 reads are exact enough: a step more each, and never
        // too late.
        nextLook = this.steps + Math.floor(this.steps / Math.max(1, share * LOOKS));
      }
      this.step(temperature);
      if (plan.cost >= best - 1e-6) continue;
      best = plan.cost;
      keep(plan.snapshot());
    }
  }

  private step(temperature: number): void {
    const { plan } = this;
    const limit = plan.cost - temperature * Math.log(this.random.next());
    plan.begin();
    this.ruin.apply(plan);
    if (this.recreate.apply(plan, { limit }) && plan.cost < limit) plan.accept();
    else plan.reject();
  }

  private drivingCost(): number {
    const { absence } = this.model.requests;
    return this.plan.absent.reduce((sum, request) => sum - absence[request]!, this.plan.cost);
  }
}
