import { api } from "#shared/api/api.ts";
import { dateTimeFieldToInstant } from "#shared/text/time.ts";
import type { TimelineTour } from "#live/tour-entity.ts";

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
type SaveTourRequest =
  | { readonly is: "plan" }
  | { readonly is: "start" }
  | { readonly is: "edit"; readonly tour: TimelineTour };

/**
 * Saves a shift, a changed one in three steps. The answer to each is kept as soon as it is there: it contains the lock
 * version that the next request has to name, also that of another attempt after a step was refused.
 */
export async function saveTour(
  fields: TourFields,
  request: SaveTourRequest,
  keep: (tour: TimelineTour) => void,
): Promise<TimelineTour> {
  const kept = async (answer: Promise<TimelineTour>) => {
    const tour = await answer;
    keep(tour);
    return tour;
  };
  const plan = tourPlanOf(fields);
  const crew = { user_ids: fields.user_ids, vehicles: vehicleDevicePairs(fields) };
  if (request.is === "plan") return kept(api.createScheduledTour({ ...plan, ...crew }));
  if (request.is === "start") {
    const { scheduled_start_at: _planned, ...rest } = plan;
    return kept(api.createAndStartTour({ ...rest, ...crew }));
  }
  const { id, lock_version } = request.tour;
  const planned = await kept(api.updateScheduledTour({ id, lock_version, ...plan }));
  const { user_ids, vehicles } = crew;
  const manned = await kept(api.setScheduledTourUsers({ id, user_ids, lock_version: planned.lock_version }));
  return kept(api.setScheduledTourVehicles({ id, vehicles, lock_version: manned.lock_version }));
}

const tourPlanOf = ({ name, branch_id, start, end }: TourFields) => ({
  name: name.trim() === "" ? null : name.trim(),
  branch_id,
  scheduled_start_at: dateTimeFieldToInstant(start),
  scheduled_end_at: end === "" ? null : dateTimeFieldToInstant(end),
});

const vehicleDevicePairs = ({ vehicle_ids, devices }: TourFields) =>
  vehicle_ids.map((vehicle_id) => {
    const device = devices[vehicle_id] ?? "own";
    return device === "own" ? { vehicle_id } : { vehicle_id, device_id: device === "none" ? null : device };
  });
