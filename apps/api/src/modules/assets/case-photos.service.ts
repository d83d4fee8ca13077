import type { Asset } from "@leitstand/contract/cases/asset";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { type AssetDraft, insertAsset, selectAsset } from "./assets.sql";
import {
  type PhotoAnnouncement,
  type CasePhoto,
  countPhotosOfStepNotYetSent,
  lockOrInsertCasePhoto,
  reinstatePhotos,
  markCasePhotoReceived,
  relinkPhotosOfUndoneSteps,
  supersedeFilesOfSteps,
  type UndoneSteps,
  upsertAnnouncedPhotos,
} from "./case-photos.sql";

/** Stores which photos will follow an action; from then on they count as if they had arrived. */
export async function announcePhotos(tx: Tx, announcement: PhotoAnnouncement) {
  const announced = await upsertAnnouncedPhotos(tx, announcement);
  if (announced < announcement.photo_ids.length)
    throw problem("RESOURCE_ALREADY_EXISTS", { field: "payload.photo_ids" });
  reinstatePhotos(tx, announcement);
}

/** Marks files that were taken for steps which are undone now; files of steps that stay are valid. */
export function supersedeFilesOfUndoneSteps(tx: Tx, steps: UndoneSteps) {
  relinkPhotosOfUndoneSteps(tx, steps);
  supersedeFilesOfSteps(tx, steps);
}

/** Number of photos of an action that have not arrived; 0 for an action that was undone. */
export const countAwaitedPhotos = async (tx: Tx, historyId: string) =>
  (await countPhotosOfStepNotYetSent(tx, historyId)).count;

/** Stores a file that a phone sends under an id of its own: once, however often a phone that got no answer sends it. */
export async function storeCasePhotoOnce(tx: Tx, row: AssetDraft, { client_id, occurred_at }: PhotoFromPhone) {
  const photo = await lockOrInsertCasePhoto(tx, client_id, row);
  if (photo.case_id !== row.case_id) throw problem("IDEMPOTENCY_KEY_REUSED");
  if (photo.received) return { asset: await getStoredPhotoSentAgain(tx, row, photo), isNew: false };
  const asset = await insertAsset(tx, { ...row, superseded: photo.superseded });
  await markCasePhotoReceived(tx, client_id, { asset_id: asset.id, occurred_at });
  return { asset, isNew: true };
}

interface PhotoFromPhone {
  readonly client_id: string;
  readonly occurred_at?: string | undefined;
}

/** Stored file of a photo that is sent again. One that was deleted since does not come back by being sent again. */
async function getStoredPhotoSentAgain(tx: Tx, row: AssetDraft, { photo_id, asset_id }: CasePhoto): Promise<Asset> {
  if (asset_id === null) throw notFound("photo", photo_id);
  const asset = await selectAsset(tx, asset_id);
  const isSame = (["sha256", "kind", "tour_id", "corner"] as const).every((field) => asset[field] === row[field]);
  if (!isSame) throw problem("IDEMPOTENCY_KEY_REUSED");
  return asset;
}
