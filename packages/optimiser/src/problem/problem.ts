/**
 * A planning problem in the JSON that VROOM publishes, and what dispatch needs beyond it (each field that VROOM does
 * not know says so). Seconds, metres, [lon, lat]; times are seconds on any one clock, such as the Unix epoch.
 */

export type Coordinate = readonly [longitude: number, latitude: number];

/** Time window with both ends included; service begins inside, it may end later. */
export type TimeWindow = readonly [start: number, end: number];

/** Levels of violations, worst first, so that an index compares two of them. */
export const VIOLATION_LEVELS = ["CRITICAL", "SEVERE", "MODERATE", "MARGINAL", "ACCEPTABLE"] as const;
export type ViolationLevel = (typeof VIOLATION_LEVELS)[number];

/** Rows of a matrix are origins. `null`, `undefined` and infinite mean: no way leads there. */
export type MatrixRows = readonly ArrayLike<number | null | undefined>[];

export interface TravelMatrix {
  /** Durations in seconds. */
  readonly durations: MatrixRows;
  /** Distances in metres; without them distances are 0 and `max_distance` and `per_km` are refused. */
  readonly distances?: MatrixRows;
  /** Costs in any unit; replace the costs of ways by the vehicle's `costs`. */
  readonly costs?: MatrixRows;
}

/** Deadline, unknown to VROOM: service that begins later than `at` is possible and costs. */
export interface Deadline {
  readonly at: number;
  /** Time from which the answer counts the delay, by default `at`; for a request that is late whatever is planned. */
  readonly since?: number;
  /** Without a level, the delay itself decides: see `violationLevelOfDelay`. */
  readonly level?: ViolationLevel;
  /** Cost of an hour of delay; by default `3600 × DELAY_COST_PER_SECOND_BY_LEVEL[level]`, so that delay outweighs driving. */
  readonly cost_per_hour?: number;
}

interface ProblemPlace {
  readonly description?: string;
  /** Place, only shown in the answer: travel is looked up by `location_index`. */
  readonly location?: Coordinate;
  readonly location_index: number;
}

interface ProblemStop extends ProblemPlace {
  readonly id: number;
  /** Setup time in seconds, only where the vehicle comes from another location. */
  readonly setup?: number;
  readonly service?: number;
  /** Time windows, sorted and apart from each other, as opening hours are. */
  readonly time_windows?: readonly TimeWindow[];
  /** Deadlines of the stop; unknown to VROOM. */
  readonly deadlines?: readonly Deadline[];
}

interface VehicleRequirements {
  readonly skills?: readonly number[];
  /** Priority from 0 to 100. More urgent requests are served first when not all can be. */
  readonly priority?: number;
  /** The only vehicle that may serve it: accepted, started or loaded on it. Unknown to VROOM. */
  readonly pinned_to?: number;
  /** Types of vehicles that may not serve it. Unknown to VROOM. */
  readonly excluded_vehicle_types?: readonly string[];
}

export interface Job extends ProblemStop, VehicleRequirements {
  /**
   * Amounts on board from the start of the tour until this stop. Cargo loaded already is this with `pinned_to` and
   * `is_on_board`.
   */
  readonly delivery?: readonly number[];
  /** Amounts on board from this stop to the end of the tour. */
  readonly pickup?: readonly number[];
  /**
   * Whether the vehicle of `pinned_to` carries it already: it is delivered in any case, late if need be. Unknown to
   * VROOM.
   */
  readonly is_on_board?: boolean;
}

export interface Shipment extends VehicleRequirements {
  readonly pickup: ProblemStop;
  readonly delivery: ProblemStop;
  readonly amount?: readonly number[];
}

export interface Break {
  readonly id: number;
  readonly description?: string;
  readonly service?: number;
  readonly time_windows?: readonly TimeWindow[];
  /** Maximum load that may be on board during the break. */
  readonly max_load?: readonly number[];
}

export interface VehicleStep {
  readonly type: "start" | "job" | "pickup" | "delivery" | "break" | "end";
  readonly id?: number;
}

export interface Vehicle {
  readonly id: number;
  readonly profile?: string;
  readonly description?: string;
  readonly start?: Coordinate;
  /** Place at the start of its time window; without it the tour begins at its first stop. */
  readonly start_index?: number;
  readonly end?: Coordinate;
  /** Place where the tour ends; without it, at its last stop. */
  readonly end_index?: number;
  readonly capacity?: readonly number[];
  readonly costs?: { readonly fixed?: number; readonly per_hour?: number; readonly per_km?: number };
  readonly skills?: readonly number[];
  /** Type of the vehicle, compared with `excluded_vehicle_types`. */
  readonly type?: string;
  readonly time_window?: TimeWindow;
  readonly breaks?: readonly Break[];
  /** Divisor of durations; above 0, at most 5. */
  readonly speed_factor?: number;
  readonly max_tasks?: number;
  /** Limit of the tour in seconds of driving. */
  readonly max_travel_time?: number;
  /** Limit of the tour in metres of driving. */
  readonly max_distance?: number;
  /** Steps that it does first, in this order and in any case. Breaks are placed again. */
  readonly steps?: readonly VehicleStep[];
  /** Shift end that may be overrun at a cost; `time_window` is the hard one. Unknown to VROOM. */
  readonly shift_end?: Deadline;
}

export interface Problem {
  readonly vehicles: readonly Vehicle[];
  readonly jobs?: readonly Job[];
  readonly shipments?: readonly Shipment[];
  /** Matrices by the vehicles' `profile`, which is `car` unless set. */
  readonly matrices: Readonly<Record<string, TravelMatrix>>;
}

/** Cost of a second of delay at a deadline, by its level; the last is for deadlines that name none. */
export const DELAY_COST_PER_SECOND_BY_LEVEL: Readonly<Record<ViolationLevel | "none", number>> = {
  CRITICAL: 100,
  SEVERE: 30,
  MODERATE: 10,
  MARGINAL: 3,
  ACCEPTABLE: 1,
  none: 10,
};

/** Longest delay of each level in seconds, mildest level first; a longer one than all of these is critical. */
const LONGEST_DELAY_BY_LEVEL: readonly (readonly [ViolationLevel, number])[] = [
  ["ACCEPTABLE", 5 * 60],
  ["MARGINAL", 15 * 60],
  ["MODERATE", 30 * 60],
  ["SEVERE", 60 * 60],
];

/** Level of a delay in seconds where its deadline names none. */
export function violationLevelOfDelay(seconds: number): ViolationLevel {
  return LONGEST_DELAY_BY_LEVEL.find(([, most]) => seconds <= most)?.[0] ?? "CRITICAL";
}

export const profileOf = (vehicle: Vehicle) => vehicle.profile ?? "car";
