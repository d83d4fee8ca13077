import { isInterruptibleRoute, currentRoute } from "#shared/route.ts";
import { isUnsentPhoto } from "#photos/photo-row.ts";
import { driverDb } from "./phone.ts";
import { isAlarmRinging } from "./ringing.ts";

/**
 * Reason why a new version does not take over yet: something is still to be sent, or the driver is in the middle of
 * something.
 */
export type UpdateHoldReason = "unsent" | "busy";

export async function findUpdateHoldReason(): Promise<UpdateHoldReason | undefined> {
  if (isAlarmRinging.get() || !isInterruptibleRoute(currentRoute.get())) return "busy";
  const [rows, photos] = await Promise.all([
    driverDb.outbox.filter(({ status }) => status !== "sent").count(),
    driverDb.photos.filter(isUnsentPhoto).count(),
  ]);
  return rows + photos > 0 ? "unsent" : undefined;
}
