import { join } from "node:path";
import type { Asset } from "@leitstand/contract/cases/asset";
import type { Clock } from "#platform/clock";
import { isDataDirClaimedByDatabase } from "#platform/database/data-dir-claim";
import type { Database, Tx } from "#platform/database/database";
import { isTransactionSurelyRolledBack } from "#platform/database/lost-transactions";
import { DiskFileStore, type FileStore, removeFilesWithoutRow } from "#platform/files/files";
import type { Principal, Scope } from "#platform/access/principal";
import { refuseFutureTime } from "#platform/clock";
import { notFound, problem } from "#platform/problem";
import { announceCase, shareLockCaseBeforeEvent } from "#modules/cases/index";
import {
  checkVehicleCheckPhotoAwaited,
  lockVehicleCheckPhoto,
  updateVehicleCheckPhoto,
} from "#modules/vehicle-checks/index";
import {
  type AssetDraft,
  lockCaseOfAsset,
  insertAsset,
  removeAsset,
  selectAsset,
  selectAssetPathsInUse,
  selectAssetPaths,
  selectStoredAsset,
  selectCaseUploadPermission,
  type StoredAsset,
} from "./assets.sql";

import { storeCasePhotoOnce } from "./case-photos.service";
import { fileExtensions, sanitizeFileName } from "./file-type";
import { type AcceptedFile, reencodedPicturePath } from "./inspection";
import type { FileInspector } from "./inspection.service";

export interface AssetServices {
  readonly db: Database;
  readonly files: FileStore;
  readonly inspection: FileInspector;
}
export interface AssetCaller {
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
}
export interface UploadedFileToStore {
  /** Path of the file's bytes while it is a draft. */
  readonly draft: string;
  readonly file_name: string;
  readonly case_id: string | null;
  readonly tour_id?: string | null | undefined;
  readonly kind?: Asset["kind"] | undefined;
  readonly corner?: Asset["corner"] | undefined;
  /** Id that the sender gave a file of a case. */
  readonly client_id?: string | undefined;
  /** Moment at which the file was made, as the sender says. */
  readonly occurred_at?: string | undefined;
  /** Vehicle check that waits for this photo; a photo has it instead of a case. */
  readonly photo?: { readonly vehicle_id: string; readonly photo_id: string };
}

/**
 * Stores an uploaded file, which `receive` writes: inspects it, re-encodes it where it is a picture, and brings it to
 * stable storage before a row names it. After an error nothing of it stays, except where the row may be committed.
 */
export async function storeUploadedFile(
  parts: AssetServices,
  holder: AssetCaller,
  receive: (draft: string) => Promise<Omit<UploadedFileToStore, "draft">>,
): Promise<Asset> {
  const { files, inspection } = parts;
  inspection.checkRoom(holder.principal.tenant_id);
  const draft = await files.draft();
  try {
    return await inspectAndStoreFile(parts, holder, { ...(await receive(draft)), draft });
  } finally {
    await files.discard(draft);
    await files.discard(reencodedPicturePath(draft));
  }
}

async function inspectAndStoreFile(
  parts: AssetServices,
  holder: AssetCaller,
  draft: UploadedFileToStore,
): Promise<Asset> {
  const { db, files, inspection } = parts;
  const { principal } = holder;
  await checkUploadTarget(db, holder, draft);
  const { path: found, ...described } = await inspection.inspect(principal.tenant_id, draft.draft);
  const kind = assetKindOf(draft, described);
  const file_name = sanitizeFileName(draft.file_name, described.mime_type);
  const path = await files.keep(found, principal.tenant_id, fileExtensions[described.mime_type]);
  const { case_id, tour_id = null, corner = null } = draft;
  const row = { ...described, path, kind, file_name, case_id, tour_id, corner, ...uploaderOfPrincipal(principal) };
  try {
    const kept = await db.transaction(principal.tenant_id, (tx) => insertFileRow(tx, row, draft));
    if (!kept.isNew) await files.remove(path);
    return kept.asset;
  } catch (error) {
    // The row may be committed although no answer came: then the sweep of files without a row decides later.
    if (isTransactionSurelyRolledBack(error)) await files.remove(path);
    throw error;
  }
}

async function insertFileRow(tx: Tx, row: AssetDraft, { photo, client_id, occurred_at }: UploadedFileToStore) {
  if (photo !== undefined) return insertVehicleCheckPhoto(tx, row, photo.photo_id);
  if (row.case_id === null) return { asset: await insertAsset(tx, row), isNew: true };
  shareLockCaseBeforeEvent(tx, row.case_id);
  const kept =
    client_id === undefined
      ? { asset: await insertAsset(tx, row), isNew: true }
      : await storeCasePhotoOnce(tx, row, { client_id, occurred_at });
  if (kept.isNew) await announceCase(tx, row.case_id, { change: "updated" });
  return kept;
}

/** Inserts a photo of a vehicle check once, however often a phone that got no answer sends it. */
async function insertVehicleCheckPhoto(tx: Tx, row: AssetDraft, photoId: string) {
  const awaited = await lockVehicleCheckPhoto(tx, photoId);
  if (!awaited) throw problem("REFERENCE_NOT_FOUND", { field: "client_id", id: photoId });
  if (awaited.asset_id !== null) {
    const asset = await selectAsset(tx, awaited.asset_id);
    if (asset.sha256 !== row.sha256) throw problem("IDEMPOTENCY_KEY_REUSED");
    return { asset, isNew: false };
  }
  const asset = await insertAsset(tx, row);
  await updateVehicleCheckPhoto(tx, photoId, asset.id);
  return { asset, isNew: true };
}

function assetKindOf(
  { kind, corner }: UploadedFileToStore,
  { mime_type }: Pick<AcceptedFile, "mime_type">,
): Asset["kind"] {
  if (corner !== undefined && (mime_type === "application/pdf" || (kind ?? "IMAGE") !== "IMAGE"))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "corner,kind,file" });
  if (mime_type !== "application/pdf") return kind ?? "IMAGE";
  if (kind === "IMAGE" || kind === "SIGNATURE") throw problem("FIELD_COMBINATION_INVALID", { fields: "kind,file" });
  return kind ?? "DOCUMENT";
}

async function checkUploadTarget(db: Database, holder: AssetCaller, draft: UploadedFileToStore) {
  const { case_id, tour_id = null, client_id = null, photo } = draft;
  const { principal, scope } = holder;
  refuseMisplacedPhotoFields(draft, holder.now);
  if (photo) return checkVehicleCheckPhotoAwaited(db, holder, photo);
  if (case_id === null) {
    if (tour_id !== null) throw problem("FIELD_COMBINATION_INVALID", { fields: "case_id,tour_id" });
    return;
  }
  const target = await selectCaseUploadPermission(db.read(principal.tenant_id, "short"), scope, {
    ...uploaderOfPrincipal(principal),
    case_id,
    tour_id,
    client_id,
  });
  if (!target) throw notFound("case", case_id);
  if (draft.corner !== undefined && target.data_type !== "ROADSIDE")
    throw problem("FIELD_COMBINATION_INVALID", { fields: "corner" });
  if (!target.tour_found) throw problem("REFERENCE_NOT_FOUND", { field: "tour_id", id: tour_id });
}

function refuseMisplacedPhotoFields({ client_id, occurred_at }: UploadedFileToStore, now: Date) {
  if (occurred_at === undefined) return;
  if (client_id === undefined) throw problem("FIELD_COMBINATION_INVALID", { fields: "client_id,occurred_at" });
  refuseFutureTime("occurred_at", occurred_at, now);
}

export async function getStoredAsset(
  { db }: Pick<AssetServices, "db">,
  { principal, scope }: Pick<AssetCaller, "principal" | "scope">,
  id: string,
): Promise<StoredAsset> {
  const found = await selectStoredAsset(db.read(principal.tenant_id, "short"), scope, {
    ...uploaderOfPrincipal(principal),
    id,
  });
  if (!found) throw notFound("asset", id);
  return found;
}

/** Deletes the row of a file now; the next sweep deletes the file itself. */
export async function deleteAsset(tx: Tx, { principal, scope }: Pick<AssetCaller, "principal" | "scope">, id: string) {
  lockCaseOfAsset(tx, id);
  const removed = await removeAsset(tx, scope, { ...uploaderOfPrincipal(principal), id });
  if (!removed) throw notFound("asset", id);
  if (removed.case_id !== null) await announceCase(tx, removed.case_id, { change: "updated" });
}

const uploaderOfPrincipal = ({ user_id, device_id }: Principal) => ({ user_id, device_id });

/** Folder of files below the data directory of the installation; nodes that share a database share it. */
export const assetsFolderOf = (dataDir: string) => join(dataDir, "assets");
export const createAssetFileStore = (dataDir: string): FileStore => new DiskFileStore(assetsFolderOf(dataDir));

/** Paths of the bytes of files, by their ids. The caller has checked that these files may be read. */
export const listAssetPaths = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await selectAssetPaths(tx, ids)).map(({ id, path }) => [id, path]));

export interface OrphanedFileDeletionServices {
  readonly db: Database;
  readonly dataDir: string;
  readonly clock: Clock;
}
/** Age from which a file without a row is an orphan; an upload under way has no row yet. */
const ORPHAN_AGE_MS = 3_600_000;

/** Removes files that no row names: deleted ones, and those of uploads that a crash cut off. Returns their number. */
export async function deleteOrphanedFiles({ db, dataDir, clock }: OrphanedFileDeletionServices): Promise<number> {
  if (!(await isDataDirClaimedByDatabase(dataDir, db.system))) return 0;
  return removeFilesWithoutRow(createAssetFileStore(dataDir), {
    before: new Date(clock.now().getTime() - ORPHAN_AGE_MS),
    selectPathsInUse: (paths) => selectAssetPathsInUse(db.system, paths),
  });
}
