import type { DriverDatabase } from "#storage/database.ts";
import { writeWithOneRetry } from "#storage/write-safely.ts";
import { sealBytes } from "#vault/seal.ts";
import {
  isCasePhoto,
  type PhotoMetadata,
  type PhotoOwner,
  type BasePhotoMetadata,
  effectOfRetake,
} from "./photo-row.ts";
import { shrinkPicture } from "./shrink.ts";

type NewPhoto = PhotoOwner & Pick<BasePhotoMetadata, "user_id" | "subject" | "taken_at" | "offset">;

interface StorePhotoOptions {
  readonly db: DriverDatabase;
  readonly deviceKey: CryptoKey;
  /** Earlier photo that the new one replaces. */
  readonly instead: PhotoMetadata | undefined;
}

/**
 * Stores a photo as soon as it is taken: the camera may end the page. Once this has resolved it survives the end of the
 * app.
 */
export async function storePhoto(
  file: Blob,
  photo: NewPhoto,
  { db, deviceKey, instead }: StorePhotoOptions,
): Promise<string> {
  const { picture, thumbnail } = await shrinkPicture(file);
  const retake = instead && effectOfRetake(instead);
  const id = instead && retake?.keepsId ? instead.id : crypto.randomUUID();
  const announced_by = instead && retake?.keepsId ? instead.announced_by : null;
  const row = {
    ...photo,
    id,
    size: picture.size,
    // A defect of a vehicle may be withdrawn until its check is written.
    status: isCasePhoto(photo) || announced_by !== null ? ("waiting" as const) : ("draft" as const),
    refusal: null,
    announced_by,
    thumbnail: await sealBytes(deviceKey, await thumbnail.arrayBuffer()),
  };
  const content = await sealBytes(deviceKey, await picture.arrayBuffer());
  await writeWithOneRetry(db, () =>
    db.transaction("rw", [db.photos, db.pictures], async () => {
      if (instead && retake?.drops) await deletePhotos(db, [instead.id]);
      await db.photos.put(row);
      await db.pictures.put({ id, content });
    }),
  );
  return id;
}

/** Deletes photos with their pictures; within a transaction of both tables. */
export async function deletePhotos(db: DriverDatabase, ids: readonly string[]) {
  await db.photos.bulkDelete([...ids]);
  await db.pictures.bulkDelete([...ids]);
}

/** Deletes photos of vehicle checks that were never written, with their pictures. */
export const deleteDraftPhotos = (db: DriverDatabase) =>
  db.transaction("rw", [db.photos, db.pictures], async () =>
    deletePhotos(db, await db.photos.where("status").equals("draft").primaryKeys()),
  );

/** Deletes sent photos of vehicles, and of cases that have left the phone. */
export async function deleteSentPhotos(db: DriverDatabase, knownCases: readonly string[]) {
  const known = new Set(knownCases);
  await db.photos
    .where("status")
    .equals("sent")
    .and((photo) => !isCasePhoto(photo) || !known.has(photo.case_id))
    .delete();
}

/** Deletes sent photos of the given cases; unsent ones stay until they have arrived. */
export const deleteSentPhotosOfCases = (db: DriverDatabase, ids: readonly string[]) =>
  db.photos
    .where("case_id")
    .anyOf([...ids])
    .and(({ status }) => status === "sent")
    .delete();
