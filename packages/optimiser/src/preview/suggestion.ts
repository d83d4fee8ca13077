import type { ViolationLevel } from "../problem/problem";
import type { SolutionStep, SolutionTour, SolutionViolation } from "../problem/solution";

/** One tour with the new case in it. Seconds, metres. */
export interface InsertionSuggestion {
  readonly vehicle: number;
  readonly added_duration: number;
  readonly added_distance: number;
  readonly added_cost: number;
  readonly added_delay_cost: number;
  /** The stops of the new case as they would happen. */
  readonly stops: readonly SolutionStep[];
  /** Limits that the case violates or violates more, at its own stops and others. */
  readonly violations: readonly ViolationAtStop[];
  /** Worst level of the violations; left out where there are none. */
  readonly level?: ViolationLevel;
  readonly tour: SolutionTour;
}

export interface ViolationAtStop extends SolutionViolation {
  /** Stop of the violation; left out where it concerns the whole tour. */
  readonly step?: Pick<SolutionStep, "type" | "id">;
}
