import { createMemory } from "./memory.ts";
import { db } from "./phone.ts";
import { readPhotos } from "./photo-store.ts";

/** Number of rows and photos that have not arrived; known while locked, too. */
export const unsent = createMemory(0);
/** Number of planned rows, which follow by themselves when their time has come. */
export const planned = createMemory(0);
/** Number of refused rows and photos, which need a decision. */
export const refused = createMemory(0);

export async function countUnsent() {
  const [steps, later, photos, refusedSteps, refusedPhotos] = await Promise.all([
    db.outbox
      .where("status")
      .anyOf("waiting", "held")
      .and(({ not_before }) => not_before === null)
      .count(),
    db.outbox
      .where("status")
      .equals("waiting")
      .and(({ not_before }) => not_before !== null)
      .count(),
    db.photos.where("status").equals("waiting").count(),
    db.outbox.where("status").equals("refused").count(),
    db.photos.where("status").equals("refused").count(),
  ]);
  unsent.set(steps + photos);
  planned.set(later);
  refused.set(refusedSteps + refusedPhotos);
}

export const showPhotos = () => Promise.all([readPhotos(), countUnsent()]).then(() => undefined);
