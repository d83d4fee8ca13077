import { DriverSimulation } from "../model/driver";
import { CheapestInsertionFinder } from "./insertion";
import type { SearchModel } from "../model/model";
import { SearchPlan, type PlanSnapshot } from "../model/plan";
import { SeededRandom } from "./random";
import { PlanRecreator } from "./recreate";
import { PlanRuiner } from "./ruin";

export interface AnnealOptions {
  readonly seed: number;
  /** Tasks on the tours from the start, by vehicle. */
  readonly opening: readonly Int32Array[];
  /** Share of the time that has passed, from 0 at the start to 1; more than that ends a step that is under way. */
  readonly elapsed: () => number;
  readonly onBetter?: (best: PlanSnapshot) => void;
}

export interface AnnealResult {
  readonly best: PlanSnapshot;
  readonly steps: number;
}

/** Temperatures in average costs of a way between two stops. */
const HOT_TEMPERATURE = 0.8;
const WARM_TEMPERATURE = 0.3;
const COLD_TEMPERATURE = 0.01;
const STEPS_PER_CLOCK_READ = 2000;
/** Cost by which a plan is better than another, more than rounding makes. */
const LEAST_GAIN = 1e-6;
/**
 * Maximum number of steps for each pair of requests: a few requests have few plans, and the best one is found long before.
 * From about ten requests on, time is over sooner.
 */
const STEPS_PER_PAIR_MAX = 3_000;

/** Number of short searches from different first plans, each for a share of the time; the best one is continued. */
const SHORT_SEARCHES = 4;
const SHORT_SEARCH_TIME_SHARE = 0.1;

/**
 * Ruins and recreates plans until time is over or a small problem has had its steps, and accepts worse ones the less the
 * cooler it gets.
 */
export function annealPlan(model: SearchModel, { seed, opening, elapsed, onBetter }: AnnealOptions): AnnealResult {
  const search = new AnnealingSearch(model, seed, elapsed);
  let best: PlanSnapshot | undefined;
  const keep = (found: PlanSnapshot) => {
    if (best && search.plan.costAbove(best) >= -LEAST_GAIN) return;
    best = found;
    onBetter?.(found);
  };
  for (let scout = 1; scout <= SHORT_SEARCHES && (!best || elapsed() < 1); scout++) {
    search.begin(opening);
    search.cool({
      hot: HOT_TEMPERATURE,
      cold: COLD_TEMPERATURE,
      from: (scout - 1) * SHORT_SEARCH_TIME_SHARE,
      to: scout * SHORT_SEARCH_TIME_SHARE,
      keep,
    });
  }
  if (!best) throw new Error("The search ended before its first plan.");
  search.plan.load(best);
  search.cool({
    hot: WARM_TEMPERATURE,
    cold: COLD_TEMPERATURE,
    from: SHORT_SEARCHES * SHORT_SEARCH_TIME_SHARE,
    to: 1,
    keep,
  });
  return { best, steps: search.steps };
}

interface CoolingSchedule {
  readonly hot: number;
  readonly cold: number;
  /** Phase of the search as shares of all time. */
  readonly from: number;
  readonly to: number;
  /** Receives the plan of the search whenever it is the best of this phase. */
  readonly keep: (found: PlanSnapshot) => void;
}

class AnnealingSearch {
  readonly plan: SearchPlan;
  steps = 0;
  private readonly stepsMax: number;
  private readonly random: SeededRandom;
  private readonly ruin: PlanRuiner;
  private readonly recreate: PlanRecreator;

  constructor(
    private readonly model: SearchModel,
    seed: number,
    private readonly elapsedTime: () => number,
  ) {
    this.stepsMax = STEPS_PER_PAIR_MAX * Math.max(1, model.requests.count ** 2);
    this.random = new SeededRandom(seed);
    const driver = new DriverSimulation(model);
    this.plan = new SearchPlan(model, driver);
    this.ruin = new PlanRuiner(model, this.random);
    this.recreate = new PlanRecreator(
      model,
      this.random,
      new CheapestInsertionFinder(model, driver, new DriverSimulation(model)),
    );
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

  cool({ hot, cold, from, to, keep }: CoolingSchedule): void {
    const { plan } = this;
    let best = plan.snapshot();
    keep(best);
    const unit = this.drivingCost() / Math.max(1, plan.placed + plan.used);
    let nextLook = this.steps + 1;
    let temperature = unit * hot;
    for (let share = Math.max(from, this.elapsed()); share < to; ) {
      if (++this.steps >= nextLook) {
        share = this.elapsed();
        temperature = unit * hot * (cold / hot) ** ((share - from) / (to - from));
        // Reading the clock may cost as much as a step. About 2,000 reads are exact enough: a step more each, and never
        // too late.
        nextLook = this.steps + Math.floor(this.steps / Math.max(1, share * STEPS_PER_CLOCK_READ));
      }
      this.step(temperature);
      if (plan.costAbove(best) >= -LEAST_GAIN) continue;
      best = plan.snapshot();
      keep(best);
    }
  }

  /** Share of the search that is over: of its time or of its steps, whichever is more. */
  private elapsed(): number {
    return Math.max(this.elapsedTime(), this.steps / this.stepsMax);
  }

  private step(temperature: number): void {
    const { plan } = this;
    const limit = -temperature * Math.log(this.random.next());
    plan.begin();
    this.ruin.apply(plan);
    if (this.recreate.apply(plan, { limit }) && plan.addedCost < limit) plan.accept();
    else plan.reject();
  }

  /** Cost of the tours without delay: a request that is long overdue would keep the search hot to its end. */
  private drivingCost(): number {
    const { isSimulated } = this.model.fleet;
    return this.plan.routes.reduce(
      (sum, { vehicle, length, cost, delay }) => sum + cost - (isSimulated[vehicle] === 1 ? delay[length + 1]! : 0),
      0,
    );
  }
}
