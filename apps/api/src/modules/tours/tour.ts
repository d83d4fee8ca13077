import type { LinkState } from "@leitstand/contract/cases/case-transitions";
import { SHIFT_DAYS_MAX, type Tour } from "@leitstand/contract/tours/tour";
import type { TourVehicleWish } from "@leitstand/contract/tours/tour-requests";
import type { Static } from "@leitstand/contract/core/schema";

type TourAnswer = Static<typeof Tour>;
type TourVehicleRequest = Static<typeof TourVehicleWish>;
const DAY_MS = 86_400_000;

/** What other modules and the rules of a shift need to know of a tour. */
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

export interface Shift {
  readonly scheduled_start_at?: string | null | undefined;
  readonly scheduled_end_at?: string | null | undefined;
}

/** A planned shift that cannot be; undefined when it can. An end needs a start, and comes after it within a month. */
export function findShiftFault({ scheduled_start_at: from, scheduled_end_at: to }: Shift) {
  if (!to) return undefined;
  if (!from)
    return { code: "FIELD_COMBINATION_INVALID", args: { fields: "scheduled_start_at,scheduled_end_at" } } as const;
  const lengthMs = Date.parse(to) - Date.parse(from);
  return lengthMs > 0 && lengthMs <= SHIFT_DAYS_MAX * DAY_MS
    ? undefined
    : ({ code: "TIME_RANGE_INVALID", args: { from, to } } as const);
}

/** Whether a window of a list can hold anything: its end, if it has one, comes after its start. */
export const isWindow = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || Date.parse(from) < Date.parse(to);

/** The same vehicle, or the same device, named twice for one tour. */
export function findDuplicateId(
  vehicles: readonly TourVehicleRequest[],
): "vehicles.vehicle_id" | "vehicles.device_id" | undefined {
  if (isRepeated(vehicles.map(({ vehicle_id }) => vehicle_id.toLowerCase()))) return "vehicles.vehicle_id";
  const devices = vehicles.flatMap(({ device_id }) => (device_id ? [device_id.toLowerCase()] : []));
  return isRepeated(devices) ? "vehicles.device_id" : undefined;
}

const isRepeated = (ids: readonly string[]) => new Set(ids).size < ids.length;

interface Original {
  readonly scheduled_start_at: string | null;
  readonly scheduled_end_at: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

/** When a copy that starts at `start` ends: after as long as was planned, else as it took; null when neither is known. */
export function shiftedEnd(original: Original, start: string): string | null {
  const { scheduled_start_at, scheduled_end_at, started_at, ended_at } = original;
  const planned = lengthMs(scheduled_start_at, scheduled_end_at);
  const length = planned ?? lengthMs(started_at, ended_at);
  if (length === null || length <= 0 || length > SHIFT_DAYS_MAX * DAY_MS) return null;
  return new Date(Date.parse(start) + length).toISOString();
}

const lengthMs = (from: string | null, to: string | null) =>
  from === null || to === null ? null : Date.parse(to) - Date.parse(from);
