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
  const { device_id, user } = phoneSecrets.get() ?? {};
  // The tour names this phone for its vehicle, so that alarms ring here even when another phone is associated with the
  // vehicle.
  const vehicles = (vehicle_id: string) => [{ vehicle_id, ...(device_id !== undefined && { device_id }) }];
  if (start.by === "tour") {
    const { id, vehicle_id } = start;
    const others = vehicle_id === undefined ? {} : { vehicles: vehicles(vehicle_id) };
    return { op: "startTour", body: { id, started_sub_state: "ACTIVE", ...others } };
  }
  return {
    op: "createAndStartTour",
    body: {
      branch_id: start.branch_id,
      user_ids: user ? [user.id] : [],
      vehicles: vehicles(start.id),
      started_sub_state: "ACTIVE",
    },
  };
}
