import { isPausedUntil } from "#outbox/refusal.ts";
import { isCasePhoto, type PhotoMetadata } from "./photo-row.ts";

interface NextPhotosOptions {
  readonly now: number;
  /** Time until which a photo waits after a failure, or all of them do. */
  readonly pausedUntil: ReadonlyMap<string, number>;
  /** `action_id` of steps that have not arrived. */
  readonly unsentSteps: ReadonlySet<string>;
}

/** Key of a pause of all photos. */
export const ALL_PHOTOS_PAUSE_KEY = "all photos";

/** Photos that pause after a failure: all, where the server asks this phone to slow down; else only the failed one. */
export const photoPauseKeyAfterFailure = ({ status }: { readonly status: number }, id: string): string =>
  status === 429 || status === 503 ? ALL_PHOTOS_PAUSE_KEY : id;

const pauseEnd = (id: string, { pausedUntil, now }: NextPhotosOptions) =>
  Math.max(
    0,
    ...[pausedUntil.get(id) ?? 0, pausedUntil.get(ALL_PHOTOS_PAUSE_KEY) ?? 0].filter((until) =>
      isPausedUntil(until, now),
    ),
  );

/** Whether the photo's check has arrived: the server takes photos of a vehicle only after the check that names them. */
const isCheckSent = (photo: PhotoMetadata, { unsentSteps }: NextPhotosOptions) =>
  isCasePhoto(photo) || !unsentSteps.has(photo.announced_by ?? "");

/** Photos that may be sent now, the oldest first. No photo waits for another one, nor for any step of a case. */
export const photosReadyToSend = <P extends PhotoMetadata>(photos: readonly P[], options: NextPhotosOptions): P[] =>
  photos
    .filter((photo) => photo.status === "waiting" && isCheckSent(photo, options))
    .filter(({ id }) => pauseEnd(id, options) <= options.now)
    .toSorted((a, b) => a.taken_at - b.taken_at);

/** Time at which the next photo can be sent, if nothing happens before; undefined when none waits for a time. */
export function nextPhotoTime(photos: readonly PhotoMetadata[], options: NextPhotosOptions): number | undefined {
  const times = photos
    .filter((photo) => photo.status === "waiting" && isCheckSent(photo, options))
    .map(({ id }) => pauseEnd(id, options))
    .filter((time) => time > options.now);
  return times.length === 0 ? undefined : Math.min(...times);
}
