import { phoneFunctions } from "#device/this-device.ts";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import type { ShiftStart } from "#shared/route.ts";
import { storeDriverOperations } from "./act.ts";
import { deleteStartCheckDrafts } from "./drafts.ts";
import { driverDb, phoneSecrets } from "./phone.ts";

/** Begins the shift, together with the vehicle check where there is one. */
export async function beginShift(start: ShiftStart, check?: OutboxContent) {
  void phoneFunctions.storage.keep();
  await storeDriverOperations(check === undefined ? [shiftStartContent(start)] : [check, shiftStartContent(start)], {
    seen: start.by === "tour" ? start.seen : 0,
    photos: await photosOfCheck(check),
  });
  await deleteStartCheckDrafts();
}

export const recordShiftVehicleCheck = async (check: OutboxContent) =>
  storeDriverOperations([check], { photos: await photosOfCheck(check) });

/** Draft photos: those that the check names, and those to drop, of another vehicle or of a withdrawn defect. */
async function photosOfCheck(check: OutboxContent | undefined) {
  const announced =
    check?.op === "createVehicleCheck" ? check.body.items.flatMap(({ photo_ids = [] }) => photo_ids) : [];
  const drafts = await driverDb.photos.where("status").equals("draft").primaryKeys();
  return { announced, dropped: drafts.filter((id) => !announced.includes(id)) };
}

function shiftStartContent(start: ShiftStart): OutboxContent {
  if (start.by === "tour") {
    const { id, planned_vehicle_id, vehicle_id } = start;
    const body = { id, started_sub_state: "ACTIVE" } as const;
    if (vehicle_id === undefined) return plannedStartContent(body, planned_vehicle_id);
    return { op: "startTour", body: { ...body, vehicles: vehiclesWithThisPhone(vehicle_id) } };
  }
  const user = phoneSecrets.get()?.user;
  return {
    op: "createAndStartTour",
    body: {
      branch_id: start.branch_id,
      user_ids: user ? [user.id] : [],
      vehicles: vehiclesWithThisPhone(start.id),
      started_sub_state: "ACTIVE",
    },
  };
}

/**
 * The tour names this phone for its vehicle, so that alarms ring here even when another phone is planned, or is
 * associated with the vehicle.
 */
function vehiclesWithThisPhone(vehicle_id: string) {
  const device_id = phoneSecrets.get()?.device_id;
  return [{ vehicle_id, ...(device_id !== undefined && { device_id }) }];
}

type TourStartContent = Extract<OutboxContent, { op: "startTour" }>;

/** Start of a tour with the vehicle that is planned for it; with none or several, all stays as planned. */
export const plannedStartContent = (
  { vehicles: _former, ...body }: TourStartContent["body"],
  vehicle_id: string | undefined,
): TourStartContent => ({
  op: "startTour",
  isVehicleAsPlanned: true,
  body: { ...body, ...(vehicle_id !== undefined && { vehicles: vehiclesWithThisPhone(vehicle_id) }) },
});
