import { api } from "#shared/api/api.ts";
import { dateTimeFieldToInstant } from "#shared/text/time.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { isSameField, NO_DEVICE_OPTION, OWN_DEVICE, type TourFields } from "./tour-fields.ts";

/** Shift that is changed, as far as it is known, and the fields that show it. */
interface EditedTour {
  readonly tour: TimelineTour;
  readonly shown: TourFields;
}
type SaveTourRequest = { readonly is: "plan" } | { readonly is: "start" } | ({ readonly is: "edit" } & EditedTour);
type KeepTour = (answer: Promise<TimelineTour>) => Promise<TimelineTour>;

/**
 * Saves a shift. The answer to each request is kept as soon as it is there: it contains the lock version that the next
 * request has to name, also that of another attempt after a step was refused.
 */
export async function saveTour(fields: TourFields, request: SaveTourRequest, keep: KeepTour): Promise<TimelineTour> {
  if (request.is === "edit") return saveChanges(fields, request, keep);
  const plan = tourPlanOf(fields);
  const crew = { user_ids: fields.user_ids, vehicles: vehicleDevicePairs(fields) };
  if (request.is === "plan") return keep(api.createScheduledTour({ ...plan, ...crew }));
  const { scheduled_start_at: _planned, ...rest } = plan;
  return keep(api.createAndStartTour({ ...rest, ...crew }));
}

/**
 * Saves the fields that differ from those that show the shift, in three steps. The others are not sent: a field shows a
 * time without its seconds, and without saying which one of the hour that comes twice it is.
 */
async function saveChanges(fields: TourFields, { tour, shown }: EditedTour, keep: KeepTour): Promise<TimelineTour> {
  const { id } = tour;
  let last = tour;
  const [plan, before] = [tourPlanOf(fields), tourPlanOf(shown)];
  const changed = {
    ...(plan.name === before.name ? {} : { name: plan.name }),
    ...(plan.branch_id === before.branch_id ? {} : { branch_id: plan.branch_id }),
    ...(fields.start === shown.start ? {} : { scheduled_start_at: plan.scheduled_start_at }),
    ...(fields.end === shown.end ? {} : { scheduled_end_at: plan.scheduled_end_at }),
  };
  if (Object.keys(changed).length > 0)
    last = await keep(api.updateScheduledTour({ id, lock_version: last.lock_version, ...changed }));
  const { user_ids } = fields;
  if (!isSameField(user_ids, shown.user_ids))
    last = await keep(api.setScheduledTourUsers({ id, user_ids, lock_version: last.lock_version }));
  const vehicles = vehicleDevicePairs(fields);
  if (!isSameField(vehicles, vehicleDevicePairs(shown)))
    last = await keep(api.setScheduledTourVehicles({ id, vehicles, lock_version: last.lock_version }));
  return last;
}

const tourPlanOf = ({ name, branch_id, start, end }: TourFields) => ({
  name: name.trim() === "" ? null : name.trim(),
  branch_id,
  scheduled_start_at: dateTimeFieldToInstant(start),
  scheduled_end_at: end === "" ? null : dateTimeFieldToInstant(end),
});

const vehicleDevicePairs = ({ vehicle_ids, devices }: TourFields) =>
  vehicle_ids.map((vehicle_id) => {
    const device = devices[vehicle_id] ?? OWN_DEVICE;
    if (device === OWN_DEVICE) return { vehicle_id };
    return { vehicle_id, device_id: device === NO_DEVICE_OPTION ? null : device };
  });
