import { createResettableStore } from "./memory.ts";
import type { PhotoMetadata } from "#photos/photo-row.ts";
import { driverDb } from "./phone.ts";

/** The photos on this phone, without their pictures, the oldest first. */
export const photoStore = createResettableStore<readonly PhotoMetadata[]>([]);

/**
 * Reads the photos. Readings need no turns: a browser ends each before a later change of the table begins, so that the
 * newest is shown last.
 */
export async function loadPhotosIntoStore() {
  const rows = await driverDb.photos.toArray();
  photoStore.set(rows.map(({ thumbnail: _thumbnail, ...facts }) => facts).toSorted((a, b) => a.taken_at - b.taken_at));
}
