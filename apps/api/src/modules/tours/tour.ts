import type { LinkState } from "@leitstand/contract/cases/case-transitions";
import { SHIFT_LENGTH_DAYS_MAX, type Tour } from "@leitstand/contract/tours/tour";
import type { TourVehicleWish } from "@leitstand/contract/tours/tour-requests";
import type { Static } from "@leitstand/contract/core/schema";
import { Temporal } from "temporal-polyfill";

type TourAnswer = Static<typeof Tour>;
type TourVehicleRequest = Static<typeof TourVehicleWish>;
const DAY_MS = 86_400_000;

/** Facts about a tour that other modules and the rules of a shift need. */
export interface TourFacts {
  readonly id: string;
  readonly natural_id: string;
  readonly status: TourAnswer["status"];
  readonly started_sub_state: TourAnswer["started_sub_state"];
  readonly branch_id: string | null;
  readonly lock_version: number;
  readonly vehicle_count: number;
  readonly user_ids: readonly string[];
  readonly device_ids: readonly string[];
  readonly open_links: readonly { readonly case_id: string; readonly state: LinkState }[];
}

export interface ShiftTimes {
  readonly scheduled_start_at?: string | null | undefined;
  readonly scheduled_end_at?: string | null | undefined;
}

/**
 * Finds a fault of a planned shift; undefined when there is none. An end needs a start, and comes after it within a
 * month.
 */
export function findShiftFault({ scheduled_start_at: from, scheduled_end_at: to }: ShiftTimes) {
  if (!to) return undefined;
  if (!from)
    return { code: "FIELD_COMBINATION_INVALID", args: { fields: "scheduled_start_at,scheduled_end_at" } } as const;
  const lengthMs = Date.parse(to) - Date.parse(from);
  return lengthMs > 0 && lengthMs <= SHIFT_LENGTH_DAYS_MAX * DAY_MS
    ? undefined
    : ({ code: "TIME_RANGE_INVALID", args: { from, to } } as const);
}

/** Whether a window of a list can hold anything: its end, if it has one, comes after its start. */
export const isNonEmptyTimeRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || Date.parse(from) < Date.parse(to);

/** Finds a vehicle, or a device, that is named twice for one tour. */
export function findDuplicateVehicleOrDevice(
  vehicles: readonly TourVehicleRequest[],
): "vehicles.vehicle_id" | "vehicles.device_id" | undefined {
  if (hasDuplicates(vehicles.map(({ vehicle_id }) => vehicle_id))) return "vehicles.vehicle_id";
  const devices = vehicles.flatMap(({ device_id }) => device_id ?? []);
  return hasDuplicates(devices) ? "vehicles.device_id" : undefined;
}

const hasDuplicates = (ids: readonly string[]) => new Set(ids).size < ids.length;

interface OriginalTourTimes {
  readonly scheduled_start_at: string | null;
  readonly scheduled_end_at: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

/**
 * End of a copy that starts at `start`: in local time as long after it as was planned, else as it took; null when
 * neither is known. A night shift ends at six, in the nights of 23 and of 25 hours, too.
 */
export function scheduledEndOfTourCopy(original: OriginalTourTimes, start: string, zone: string): string | null {
  const { scheduled_start_at, scheduled_end_at, started_at, ended_at } = original;
  const shift = millisecondsBetween(scheduled_start_at, scheduled_end_at) ?? millisecondsBetween(started_at, ended_at);
  if (!shift || shift.to <= shift.from || shift.to - shift.from > SHIFT_LENGTH_DAYS_MAX * DAY_MS) return null;
  const wallOf = (moment: number) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDateTime();
  const begin = Date.parse(start);
  const length = wallOf(shift.from).until(wallOf(shift.to));
  const end = wallOf(begin).add(length).toZonedDateTime(zone).epochMilliseconds;
  // Clocks that are turned back show an hour twice: a short shift within it keeps its length.
  return new Date(end > begin ? end : begin + shift.to - shift.from).toISOString();
}

const millisecondsBetween = (from: string | null, to: string | null) =>
  from === null || to === null ? null : { from: Date.parse(from), to: Date.parse(to) };
