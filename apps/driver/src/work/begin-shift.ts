import { device } from "#device/this-device.ts";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import type { ShiftStart } from "#shared/route.ts";
import { record } from "./act.ts";
import { db, secrets } from "./phone.ts";

/** Begins the shift, with what the crew has looked at before, where it has. */
export async function beginShift(start: ShiftStart, check?: OutboxContent) {
  void device.storage.keep();
  await record(check === undefined ? [contentOf(start)] : [check, contentOf(start)], {
    seen: start.by === "tour" ? start.seen : 0,
    photos: await photosOf(check),
  });
}

export const recordCheck = async (check: OutboxContent) => record([check], { photos: await photosOf(check) });

/** What the check does not name was of another vehicle, or of what is right after all. */
async function photosOf(check: OutboxContent | undefined) {
  const announced =
    check?.op === "createVehicleCheck" ? check.body.items.flatMap(({ photo_ids = [] }) => photo_ids) : [];
  const drafts = await db.photos.where("status").equals("draft").primaryKeys();
  return { announced, dropped: drafts.filter((id) => !announced.includes(id)) };
}

function contentOf(start: ShiftStart): OutboxContent {
  const { device_id, user } = secrets.get() ?? {};
  // What rings at this phone is what its tour names it for, whichever phone lies in the vehicle.
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
