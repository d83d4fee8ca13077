import type { Case } from "@leitstand/contract/cases/case";
import { linkOn } from "#outbox/fold.ts";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import { writeDown } from "#outbox/write.ts";
import { isOfCase, type PhotoFacts, type PhotoOwner, type PhotoSubject } from "#photos/photo-row.ts";
import { dropPhotos, keepPhoto } from "#photos/write-photo.ts";
import { openBytes } from "#vault/seal.ts";
import { clockOffset } from "./api.ts";
import { db, deviceKey, secrets } from "./phone.ts";
import { sendNow } from "./sending.ts";
import { readOutbox } from "./shift.ts";
import { readPhotos } from "./photo-store.ts";

/** Operations on photos. */

interface TakeOptions {
  readonly owner: PhotoOwner;
  readonly subject: PhotoSubject;
  /** Photo that this one replaces. */
  readonly instead?: PhotoFacts | undefined;
}

export async function keepTakenPhoto(file: Blob, { owner, subject, instead }: TakeOptions) {
  const facts = { ...owner, subject, taken_at: Date.now(), offset: clockOffset.get() };
  const user_id = secrets.get()?.user?.id ?? "";
  await keepPhoto(file, { ...facts, user_id }, { db, deviceKey: await deviceKey(), instead });
  await readPhotos();
  void sendNow();
}

type PhotoOfCase = Extract<PhotoFacts, { case_id: string }>;

/** Gives up a photo of a vehicle: the defect itself has been sent with its check. */
export async function givePhotoOfVehicleUp({ id }: PhotoFacts) {
  await db.transaction("rw", [db.photos, db.pictures], () => dropPhotos(db, [id]));
  await readPhotos();
  void sendNow();
}

/** Gives up a photo; the dispatcher reads the reason, where there is still a case for the note. */
export async function givePhotoUp(photo: PhotoOfCase, { shown, text }: { shown: Case | undefined; text: string }) {
  const isOpen = shown !== undefined && linkOn(shown, photo.tour_id)?.bucket === "open";
  const note: OutboxContent = {
    op: "createCaseComment",
    body: { id: photo.case_id, text, ...(isOpen ? {} : { kind: "LATE_ENTRY" as const }) },
  };
  await writeDown(note, {
    db,
    deviceKey: await deviceKey(),
    user_id: secrets.get()?.user?.id ?? "",
    at: Date.now(),
    offset: clockOffset.get(),
    seen: 0,
    photos: { dropped: [photo.id] },
  });
  await Promise.all([readPhotos(), readOutbox()]);
  void sendNow();
}

/** Thumbnail of a photo; undefined when it is no longer on this phone. */
export async function openThumbnail(id: string): Promise<ImageBitmap | undefined> {
  const row = await db.photos.get(id);
  if (row === undefined) return undefined;
  const bytes = await openBytes(await deviceKey(), row.thumbnail);
  return createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
}

export const photosOfCase = (all: readonly PhotoFacts[], case_id: string) =>
  all.filter((photo) => isOfCase(photo) && photo.case_id === case_id);
