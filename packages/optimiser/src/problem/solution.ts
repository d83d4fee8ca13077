import type { Coordinate, ViolationLevel } from "./problem";

/** The answer in the JSON that VROOM publishes; fields unknown to VROOM say so. Seconds, metres, the problem's cost. */
export interface Solution {
  readonly code: 0;
  readonly summary: SolutionSummary;
  readonly unassigned: readonly UnassignedRequest[];
  readonly routes: readonly SolutionTour[];
}

interface SolutionTotals {
  /** Cost of driving and of vehicles that are used; delays are not in it. */
  readonly cost: number;
  /** Cost of deadlines and shift ends that are not kept. Unknown to VROOM. */
  readonly delay_cost: number;
  readonly delivery: readonly number[];
  readonly pickup: readonly number[];
  readonly setup: number;
  readonly service: number;
  /** Seconds of driving in the tour or plan, without service and waiting. */
  readonly duration: number;
  readonly waiting_time: number;
  readonly priority: number;
  readonly distance: number;
  readonly violations: readonly SolutionViolation[];
}

export interface SolutionSummary extends SolutionTotals {
  readonly routes: number;
  readonly unassigned: number;
  readonly computing_times: { readonly solving: number };
}

export interface SolutionTour extends SolutionTotals {
  readonly vehicle: number;
  readonly description?: string;
  readonly steps: readonly SolutionStep[];
}

export interface SolutionStep {
  readonly type: "start" | "job" | "pickup" | "delivery" | "break" | "end";
  readonly id?: number;
  readonly description?: string;
  readonly location?: Coordinate;
  readonly location_index?: number;
  readonly arrival: number;
  readonly waiting_time: number;
  readonly setup: number;
  readonly service: number;
  /** Seconds of driving since the start. */
  readonly duration: number;
  readonly distance: number;
  /** Amounts on board after this step. */
  readonly load: readonly number[];
  readonly violations: readonly SolutionViolation[];
}

export type ViolationCause =
  | "delay"
  | "load"
  | "skills"
  | "vehicle_type"
  | "max_tasks"
  | "max_travel_time"
  | "max_distance"
  | "missing_break"
  | "unreachable";

export interface SolutionViolation {
  readonly cause: ViolationCause;
  /** Seconds of a delay, or beyond the limit of driving. */
  readonly duration?: number;
  /** Level of the violation; unknown to VROOM. */
  readonly level: ViolationLevel;
}

/**
 * Obstacles that keep a request off a vehicle, from those that never change to those of this day only. The last three
 * speak of the whole plan: no load or no time is left on any tour that could do it, or no time was left to search.
 */
export const REQUEST_OBSTACLES = [
  "pinned",
  "vehicle_type",
  "skills",
  "unreachable",
  "capacity",
  "max_tasks",
  "max_travel_time",
  "max_distance",
  "time_window",
  "shift_end",
  "break",
  "fleet_tasks",
  "fleet_capacity",
  "fleet_time",
  "time_limit",
] as const;
export type RequestObstacle = (typeof REQUEST_OBSTACLES)[number];

/** Level of an unserved request by the obstacle that rules it out: one that no replanning can change is worst. */
export const VIOLATION_LEVEL_BY_OBSTACLE: Readonly<Record<RequestObstacle, ViolationLevel>> = {
  pinned: "CRITICAL",
  vehicle_type: "CRITICAL",
  skills: "CRITICAL",
  unreachable: "CRITICAL",
  capacity: "CRITICAL",
  max_tasks: "SEVERE",
  max_travel_time: "SEVERE",
  max_distance: "SEVERE",
  time_window: "SEVERE",
  shift_end: "SEVERE",
  break: "SEVERE",
  fleet_tasks: "MODERATE",
  fleet_capacity: "MODERATE",
  fleet_time: "MODERATE",
  time_limit: "MARGINAL",
};

export interface UnassignedRequest {
  readonly id: number;
  /** Type of the stop; both stops of a shipment are listed. */
  readonly type: "job" | "pickup" | "delivery";
  readonly description?: string;
  readonly location?: Coordinate;
  readonly location_index: number;
  /** Obstacle of the vehicle that came closest. Unknown to VROOM. */
  readonly reason: RequestObstacle;
  readonly level: ViolationLevel;
  /** Obstacles of each vehicle. Unknown to VROOM. */
  readonly obstacles: readonly { readonly vehicle: number; readonly reason: RequestObstacle }[];
}
