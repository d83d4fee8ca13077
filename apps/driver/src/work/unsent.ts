import { isPlannedStep, needsDecision } from "#outbox/outbox-row.ts";
import { createResettableStore } from "./memory.ts";
import { driverDb } from "./phone.ts";
import { loadPhotosIntoStore } from "./photo-store.ts";

/** Number of rows and photos that have not arrived; known while locked, too. */
export const unsentEntryCount = createResettableStore(0);
/** Number of planned rows, which follow by themselves when their time has come. */
export const plannedEntryCount = createResettableStore(0);
/** Number of rows and photos that need a decision: refused ones, and steps of a shift whose start was given up. */
export const refusedEntryCount = createResettableStore(0);

export async function refreshUnsentCounts() {
  const [steps, later, photos, refusedSteps, refusedPhotos] = await Promise.all([
    driverDb.outbox
      .where("status")
      .anyOf("waiting", "held")
      .and((row) => !isPlannedStep(row) && !needsDecision(row))
      .count(),
    driverDb.outbox.where("status").equals("waiting").and(isPlannedStep).count(),
    driverDb.photos.where("status").equals("waiting").count(),
    driverDb.outbox.where("status").anyOf("refused", "held").and(needsDecision).count(),
    driverDb.photos.where("status").equals("refused").count(),
  ]);
  unsentEntryCount.set(steps + photos);
  plannedEntryCount.set(later);
  refusedEntryCount.set(refusedSteps + refusedPhotos);
}

export const refreshPhotosAndCounts = () =>
  Promise.all([loadPhotosIntoStore(), refreshUnsentCounts()]).then(() => undefined);
