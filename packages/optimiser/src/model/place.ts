import type { Driver } from "./driver";
import type { Model } from "./model";

/** Cheapest place found so far; searches lower its cost. */
export interface Place {
  cost: number;
  at: number;
  later: number;
}

/** State that a search for a place works with. */
export interface PlaceSearch extends Place {
  readonly model: Model;
  readonly driver: Driver;
  readonly branch: Driver;
  readonly apart: Float64Array;
  readonly cheapest: Float64Array;
}
