import { isCalmRoute, route } from "#shared/route.ts";
import { db } from "./phone.ts";
import { isRinging } from "./ringing.ts";

/**
 * Reason why a new version does not take over yet: something is still to be sent, or the driver is in the middle of
 * something.
 */
export type UpdateHold = "unsent" | "busy";

export async function findUpdateHold(): Promise<UpdateHold | undefined> {
  if (isRinging.get() || !isCalmRoute(route.get())) return "busy";
  const [rows, photos] = await Promise.all([
    db.outbox.filter(({ status }) => status !== "sent").count(),
    db.photos.filter(({ status }) => status !== "sent").count(),
  ]);
  return rows + photos > 0 ? "unsent" : undefined;
}
