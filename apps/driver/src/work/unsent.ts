import { createMemoryStore } from "./memory.ts";
import { driverDb } from "./phone.ts";
import { readPhotos } from "./photo-store.ts";

/** Number of rows and photos that have not arrived; known while locked, too. */
export const unsentCount = createMemoryStore(0);
/** Number of planned rows, which follow by themselves when their time has come. */
export const plannedCount = createMemoryStore(0);
/** Number of refused rows and photos, which need a decision. */
export const refusedCount = createMemoryStore(0);

export async function countUnsent() {
  const [steps, later, photos, refusedSteps, refusedPhotos] = await Promise.all([
    driverDb.outbox
      .where("status")
      .anyOf("waiting", "held")
      .and(({ not_before }) => not_before === null)
      .count(),
    driverDb.outbox
      .where("status")
      .equals("waiting")
      .and(({ not_before }) => not_before !== null)
      .count(),
    driverDb.photos.where("status").equals("waiting").count(),
    driverDb.outbox.where("status").equals("refused").count(),
    driverDb.photos.where("status").equals("refused").count(),
  ]);
  unsentCount.set(steps + photos);
  plannedCount.set(later);
  refusedCount.set(refusedSteps + refusedPhotos);
}

export const refreshPhotosAndCounts = () => Promise.all([readPhotos(), countUnsent()]).then(() => undefined);
