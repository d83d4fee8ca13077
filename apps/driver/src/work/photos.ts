/** Operations on photos. */
import type { Case } from "@leitstand/contract/cases/case";
import { linkOfTour } from "#outbox/fold.ts";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import { writeOutboxEntry } from "#outbox/write.ts";
import { isCasePhoto, type PhotoMetadata, type PhotoOwner, type PhotoSubject } from "#photos/photo-row.ts";
import { deletePhotos, storePhoto } from "#photos/write-photo.ts";
import { unsealBytes } from "#vault/seal.ts";
import { certainClockOffset } from "./api.ts";
import { registerMemoryReset } from "./memory.ts";
import { driverDb, requireDeviceKey, phoneSecrets } from "./phone.ts";
import { sendOutboxNow } from "./sending.ts";
import { loadOutboxIntoShiftStore } from "./shift.ts";
import { loadPhotosIntoStore } from "./photo-store.ts";

interface TakeOptions {
  readonly owner: PhotoOwner;
  readonly subject: PhotoSubject;
  /** Earlier photo that the new one replaces. */
  readonly instead?: PhotoMetadata | undefined;
}

/** Photos that are being shrunk and stored. */
const photosBeingStored = new Set<Promise<void>>();
registerMemoryReset(() => photosBeingStored.clear());

/** Stores a photo that was just taken; what names the photos waits for it by `waitForTakenPhotos`. */
export async function storeTakenPhoto(file: Blob, options: TakeOptions) {
  const storing = shrinkAndStore(file, options);
  photosBeingStored.add(storing);
  try {
    await storing;
  } finally {
    photosBeingStored.delete(storing);
  }
}

/** Waits until the photos that were taken are stored, or could not be. */
export const waitForTakenPhotos = () => Promise.allSettled(photosBeingStored);

async function shrinkAndStore(file: Blob, { owner, subject, instead }: TakeOptions) {
  const facts = { ...owner, subject, taken_at: Date.now(), offset: certainClockOffset() };
  const user_id = phoneSecrets.get()?.user?.id ?? "";
  await storePhoto(file, { ...facts, user_id }, { db: driverDb, deviceKey: await requireDeviceKey(), instead });
  await loadPhotosIntoStore();
  void sendOutboxNow();
}

type CasePhotoFacts = Extract<PhotoMetadata, { case_id: string }>;

/** Gives up a photo of a vehicle: the defect itself has been sent with its check. */
export async function discardVehiclePhoto({ id }: PhotoMetadata) {
  await driverDb.transaction("rw", [driverDb.photos, driverDb.pictures], () => deletePhotos(driverDb, [id]));
  await loadPhotosIntoStore();
  void sendOutboxNow();
}

/** Gives up a photo; the dispatcher reads the reason, where there is still a case for the note. */
export async function discardCasePhoto(
  photo: CasePhotoFacts,
  { shown, text }: { shown: Case | undefined; text: string },
) {
  const isOpen = shown !== undefined && linkOfTour(shown, photo.tour_id)?.bucket === "open";
  const note: OutboxContent = {
    op: "createCaseComment",
    body: { id: photo.case_id, text, ...(isOpen ? {} : { kind: "LATE_ENTRY" as const }) },
  };
  await writeOutboxEntry(note, {
    db: driverDb,
    deviceKey: await requireDeviceKey(),
    user_id: phoneSecrets.get()?.user?.id ?? "",
    at: Date.now(),
    offset: certainClockOffset(),
    seen: 0,
    photos: { dropped: [photo.id] },
  });
  await Promise.all([loadPhotosIntoStore(), loadOutboxIntoShiftStore()]);
  void sendOutboxNow();
}

/** Thumbnail of a photo; undefined when it is no longer on this phone. */
export async function decryptPhotoThumbnail(id: string): Promise<ImageBitmap | undefined> {
  const row = await driverDb.photos.get(id);
  if (row === undefined) return undefined;
  const bytes = await unsealBytes(await requireDeviceKey(), row.thumbnail);
  return createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
}

export const photosOfCase = (all: readonly PhotoMetadata[], case_id: string) =>
  all.filter((photo) => isCasePhoto(photo) && photo.case_id === case_id);
