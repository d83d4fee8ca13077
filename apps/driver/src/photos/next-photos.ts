import { isOfCase, type PhotoFacts } from "./photo-row.ts";

interface NextOptions {
  readonly now: number;
  /** Until when a photo waits after a failure, or all of them do. */
  readonly pausedUntil: ReadonlyMap<string, number>;
  /** What was done and has not arrived, by its `action_id`. */
  readonly unsentSteps: ReadonlySet<string>;
}

/** Under which all photos wait. */
export const ALL_PHOTOS = "all photos";

/** Who waits after a failure: all, where the server asks this phone to slow down; else the others go ahead. */
export const pausedAfter = ({ status }: { readonly status: number }, id: string): string =>
  status === 429 || status === 503 ? ALL_PHOTOS : id;

const pauseEnd = (id: string, { pausedUntil }: NextOptions) =>
  Math.max(pausedUntil.get(id) ?? 0, pausedUntil.get(ALL_PHOTOS) ?? 0);

/** The server takes photos of a vehicle from their check alone. */
const isAwaited = (photo: PhotoFacts, { unsentSteps }: NextOptions) =>
  isOfCase(photo) || !unsentSteps.has(photo.announced_by ?? "");

/** What may be sent now, the oldest first. No photo waits for another one, nor for any step of a case. */
export const nextPhotos = <P extends PhotoFacts>(photos: readonly P[], options: NextOptions): P[] =>
  photos
    .filter((photo) => photo.status === "waiting" && isAwaited(photo, options))
    .filter(({ id }) => pauseEnd(id, options) <= options.now)
    .toSorted((a, b) => a.taken_at - b.taken_at);

/** When there is something to send next, if nothing else happens before; undefined: nothing waits for the clock. */
export function nextPhotoAt(photos: readonly PhotoFacts[], options: NextOptions): number | undefined {
  const times = photos
    .filter((photo) => photo.status === "waiting" && isAwaited(photo, options))
    .map(({ id }) => pauseEnd(id, options))
    .filter((time) => time > options.now);
  return times.length === 0 ? undefined : Math.min(...times);
}
