import type { DriverSimulation } from "./driver";
import type { SearchModel } from "./model";

/** Cheapest place found so far; searches lower its cost. */
export interface BestInsertionSoFar {
  cost: number;
  at: number;
  later: number;
}

/** State that a search for a place works with. */
export interface InsertionSearchState extends BestInsertionSoFar {
  readonly model: SearchModel;
  readonly driver: DriverSimulation;
  readonly branch: DriverSimulation;
  readonly apart: Float64Array;
  readonly cheapest: Float64Array;
}
