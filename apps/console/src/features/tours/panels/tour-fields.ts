import { isDateTimeFieldReadable } from "#shared/text/temporal.ts";
import { dateTimeFieldToInstant, instantToDateTimeField } from "#shared/text/time.ts";
import type { TimelineTour } from "#live/tour-entity.ts";

/** Choice in the list of devices: the device that lies in the vehicle. */
export const OWN_DEVICE = "own";
export const NO_DEVICE_OPTION = "none";

/** Shift as it is typed: times in local time. */
export interface TourFields {
  readonly name: string;
  readonly branch_id: string | null;
  readonly start: string;
  readonly end: string;
  readonly user_ids: string[];
  readonly vehicle_ids: string[];
  /** Chosen devices by vehicle: the id of a device, `none`, or `own` for the device that lies in the vehicle. */
  readonly devices: Record<string, string>;
}

export const tourFieldNames = [
  "name",
  "branch_id",
  "start",
  "end",
  "user_ids",
  "vehicle_ids",
  "devices",
] as const satisfies readonly (keyof TourFields)[];

/** Fields of a usual shift of that day. */
export const usualTourFields = (day: string): TourFields => ({
  name: "",
  branch_id: null,
  start: `${day}T07:00`,
  end: `${day}T17:00`,
  user_ids: [],
  vehicle_ids: [],
  devices: {},
});

const startOf = (tour: TimelineTour) => tour.scheduled_start_at ?? tour.created_at;

export const tourFieldsOf = (tour: TimelineTour): TourFields => ({
  name: tour.name ?? "",
  branch_id: tour.branch?.id ?? null,
  start: instantToDateTimeField(startOf(tour)),
  end: tour.scheduled_end_at === null ? "" : instantToDateTimeField(tour.scheduled_end_at),
  user_ids: tour.users.map(({ id }) => id),
  vehicle_ids: tour.vehicle_device_associations.map(({ vehicle }) => vehicle.id),
  devices: Object.fromEntries(
    tour.vehicle_device_associations.map(({ vehicle, device }) => [vehicle.id, device?.id ?? NO_DEVICE_OPTION]),
  ),
});

export const isSameField = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether the typed end does not come before the typed start. A time that was not touched is that of the shift, as its
 * text does not tell which one of the hour that comes twice it is; the order of two such times is taken as it is.
 */
export function isInOrder({ start, end }: TourFields, tour: TimelineTour | undefined): boolean {
  // Each field says by itself that its time cannot be read.
  if (!isDateTimeFieldReadable(start) || !isDateTimeFieldReadable(end)) return true;
  const shown = tour && tourFieldsOf(tour);
  if (start === shown?.start && end === shown.end) return true;
  const from = tour && start === shown?.start ? startOf(tour) : dateTimeFieldToInstant(start);
  const to = end === shown?.end ? (tour?.scheduled_end_at ?? "") : dateTimeFieldToInstant(end);
  return Date.parse(from) < Date.parse(to);
}
