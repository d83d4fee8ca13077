/** Facts about cases and tours for planning; times are RFC 3339 text, units one deceased person or one load each. */
export interface PlanningPlace {
  readonly name?: string | null;
  readonly lon?: number | null;
  readonly lat?: number | null;
  readonly street?: string | null;
  readonly house_number?: string | null;
  readonly city?: string | null;
  readonly home?: boolean | null;
  readonly cold_storage?: boolean | null;
  readonly excluded_vehicle_type_ids?: readonly string[] | null;
  readonly timeframe?: { readonly from?: string | null; readonly to?: string | null } | null;
  /** Absent where the place is not in the address book. */
  readonly stored?: AddressBookPlaceFacts;
}

/** Days from today on whose opening hours are read. Later ones count as unknown. */
export const OPENING_HOURS_DAYS_AHEAD = 14;

/** Facts of the tenant's address book about a place. */
export interface AddressBookPlaceFacts {
  readonly cold_storage: boolean;
  readonly excluded_vehicle_type_ids: readonly string[];
  /** Opening hours: seconds of the Unix epoch, in order; null where they are not known. */
  readonly hours: readonly (readonly [from: number, to: number])[] | null;
}

/** Settings of a tenant for its plans. */
export interface PlanningRules {
  readonly cold_storage_hours: number | null;
  readonly cold_storage_is_hard: boolean;
  readonly break_minutes: number | null;
  readonly break_after_minutes: number;
}

export interface PlanningCase {
  readonly id: string;
  readonly natural_id: string;
  readonly data_type: "FUNERAL" | "ROADSIDE";
  readonly approved: boolean;
  readonly finalized: boolean;
  readonly load_units: number;
  readonly due_at: string | null;
  readonly not_before: string | null;
  /** Latest moment at which a deceased person can have died; null for other cases. */
  readonly died_by: string | null;
  readonly required_skill_ids: readonly string[];
  /** 1 is the most urgent; null where there is no priority. */
  readonly priority: number | null;
  readonly source: PlanningPlace | null;
  readonly target: PlanningPlace | null;
}

export interface PlanningTour {
  readonly id: string;
  readonly natural_id: string;
  readonly name: string | null;
  readonly branch_id: string | null;
  /** Sub-state of the tour; null before the start. */
  readonly started_sub_state: "ACTIVE" | "ON_A_BREAK" | "NOT_TAKING_CASES" | "ON_DUTY" | "OFF_DUTY" | null;
  readonly started_at: string | null;
  readonly scheduled_start_at: string | null;
  readonly scheduled_end_at: string | null;
  /** Begin of the last break of this shift; null before the first. */
  readonly break_began_at: string | null;
  /** Begin of the first absence of its crew or vehicles by the calendar. */
  readonly absent_from: string | null;
  readonly capacity: number | null;
  readonly vehicle_ids: readonly string[];
  readonly vehicle_type_ids: readonly string[];
  /** Position that its vehicle reported last during this shift. */
  readonly position: { readonly lon: number; readonly lat: number } | null;
  /** Base of its branch. */
  readonly base: PlanningPlace | null;
  readonly skill_ids: readonly string[];
  /** Links in the order in which they are worked on. */
  readonly open: readonly PlanningLink[];
  /** Order of the stops as a dispatcher has set it; stops that it does not name come after it. */
  readonly sequence: readonly PlanningStopKey[];
}

export interface PlanningLink {
  readonly state: string;
  /** Moments since which the crew has been at the place where the case begins, and where it ends. */
  readonly arrived_at?: string | null;
  readonly arrived_at_destination_at?: string | null;
  readonly case: PlanningCase;
}

/** Stop of a case: where it begins, or where it ends. */
export interface PlanningStopKey {
  readonly case_id: string;
  readonly kind: "PICKUP" | "DELIVERY";
}

export type PlanningLonLat = readonly [lon: number, lat: number];

export const lonLatOfPlace = (place: PlanningPlace | null): PlanningLonLat | undefined =>
  place && typeof place.lon === "number" && typeof place.lat === "number" ? [place.lon, place.lat] : undefined;

/** Start of a tour: the vehicle's last position, else its branch, else where its first case begins. */
export function tourStartLonLat({ position, base, open }: PlanningTour): PlanningLonLat | undefined {
  const first = open[0]?.case;
  return lonLatOfPlace(position) ?? lonLatOfPlace(base) ?? lonLatOfPlace(first?.source ?? null);
}

/** Whether the crew takes no more cases, whatever time it has. */
export const isTourClosedToCases = ({ started_sub_state }: PlanningTour) =>
  started_sub_state === "OFF_DUTY" || started_sub_state === "NOT_TAKING_CASES";
