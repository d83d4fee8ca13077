/**
 * A planning problem in the JSON that VROOM publishes, and what dispatch needs beyond it (each field that VROOM does not
 * know says so). Seconds, metres, [lon, lat]; times are seconds on any one clock, such as the Unix epoch.
 */

export type Coordinate = readonly [longitude: number, latitude: number];

/** Both ends included; service begins inside, it may end later. */
export type TimeWindow = readonly [start: number, end: number];

/** From bad to harmless. Worst first, so that an index compares two of them. */
export const LEVELS = ["CRITICAL", "SEVERE", "MODERATE", "MARGINAL", "ACCEPTABLE"] as const;
export type Level = (typeof LEVELS)[number];

/** Rows are origins. `null`, `undefined` and infinite mean: no way leads there. */
export type Rows = readonly ArrayLike<number | null | undefined>[];

export interface Matrix {
  /** Seconds. */
  readonly durations: Rows;
  /** Metres; without them distances are 0 and `max_distance` and `per_km` are refused. */
  readonly distances?: Rows;
  /** Any unit; replaces what the vehicle's `costs` say about ways. */
  readonly costs?: Rows;
}

/** Not in VROOM. Service that begins later than `at` is possible and costs. */
export interface Deadline {
  readonly at: number;
  /** From when on the answer counts the delay; by default from `at`. For what is late already, whatever is planned. */
  readonly since?: number;
  /** Without a level, the delay itself decides: see `levelOfDelay`. */
  readonly level?: Level;
  /** Cost of an hour of delay; by default `3600 × DELAY_WEIGHTS[level]`, so that delay outweighs driving. */
  readonly cost_per_hour?: number;
}

interface Place {
  readonly description?: string;
  /** Only shown in the answer: travel is looked up by `location_index`. */
  readonly location?: Coordinate;
  readonly location_index: number;
}

interface Stop extends Place {
  readonly id: number;
  /** Seconds, only where the vehicle comes from another location. */
  readonly setup?: number;
  readonly service?: number;
  /** Sorted and apart from each other, as opening hours are. */
  readonly time_windows?: readonly TimeWindow[];
  /** Not in VROOM. */
  readonly deadlines?: readonly Deadline[];
}

interface Requirements {
  readonly skills?: readonly number[];
  /** 0 to 100. More urgent ones are served first when not all can be. */
  readonly priority?: number;
  /** Not in VROOM. The only vehicle that may do it: accepted, started or loaded on it. */
  readonly pinned_to?: number;
  /** Not in VROOM. Types of vehicles that may not do it. */
  readonly excluded_vehicle_types?: readonly string[];
}

export interface Job extends Stop, Requirements {
  /** On board from the start of the tour until this stop. Loaded cargo is this with `pinned_to` and `is_on_board`. */
  readonly delivery?: readonly number[];
  /** On board from this stop to the end of the tour. */
  readonly pickup?: readonly number[];
  /** Not in VROOM. The vehicle of `pinned_to` carries it already: it is delivered in any case, late if need be. */
  readonly is_on_board?: boolean;
}

export interface Shipment extends Requirements {
  readonly pickup: Stop;
  readonly delivery: Stop;
  readonly amount?: readonly number[];
}

export interface Break {
  readonly id: number;
  readonly description?: string;
  readonly service?: number;
  readonly time_windows?: readonly TimeWindow[];
  /** The most that may be on board during the break. */
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
  /** Without it the tour ends at its last stop. */
  readonly end_index?: number;
  readonly capacity?: readonly number[];
  readonly costs?: { readonly fixed?: number; readonly per_hour?: number; readonly per_km?: number };
  readonly skills?: readonly number[];
  /** Compared with `excluded_vehicle_types`. */
  readonly type?: string;
  readonly time_window?: TimeWindow;
  readonly breaks?: readonly Break[];
  /** Divides durations; above 0, at most 5. */
  readonly speed_factor?: number;
  readonly max_tasks?: number;
  /** Seconds of driving. */
  readonly max_travel_time?: number;
  /** Metres of driving. */
  readonly max_distance?: number;
  /** Steps that it does first, in this order and in any case. Breaks are placed again. */
  readonly steps?: readonly VehicleStep[];
  /** Not in VROOM. A shift end that may be overrun at a cost; `time_window` is the hard one. */
  readonly shift_end?: Deadline;
}

export interface Problem {
  readonly vehicles: readonly Vehicle[];
  readonly jobs?: readonly Job[];
  readonly shipments?: readonly Shipment[];
  /** By the vehicles' `profile`, which is `car` unless said. */
  readonly matrices: Readonly<Record<string, Matrix>>;
}

/** Cost of a second of delay at a deadline, by its level; the last is for deadlines that name none. */
export const DELAY_WEIGHTS: Readonly<Record<Level | "none", number>> = {
  CRITICAL: 100,
  SEVERE: 30,
  MODERATE: 10,
  MARGINAL: 3,
  ACCEPTABLE: 1,
  none: 10,
};

/** Seconds of delay up to which it is still only of that level. */
const MILDEST: readonly (readonly [Level, number])[] = [
  ["ACCEPTABLE", 5 * 60],
  ["MARGINAL", 15 * 60],
  ["MODERATE", 30 * 60],
  ["SEVERE", 60 * 60],
];

/** How bad a delay in seconds is where nothing else is said. */
export function levelOfDelay(seconds: number): Level {
  return MILDEST.find(([, most]) => seconds <= most)?.[0] ?? "CRITICAL";
}

export const profileOf = (vehicle: Vehicle) => vehicle.profile ?? "car";
