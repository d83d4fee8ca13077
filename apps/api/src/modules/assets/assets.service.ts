import { join } from "node:path";
import type { Asset } from "@leitstand/contract/asset";
import type { Clock } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { DiskFiles, type Files } from "#platform/files";
import type { Principal, Scope } from "#platform/principal";
import { notFound, problem } from "#platform/problem";
import { announceCase, holdCase } from "#modules/cases/index";
import {
  holdCaseOf,
  insertAsset,
  removeAsset,
  selectKnownPaths,
  selectStored,
  selectTarget,
  type StoredAsset,
} from "./assets.sql";
import { extensions, type FileType, findPdfFault, findType, guessType, safeName } from "./file-type";
import { rewriteImage } from "./images.service";

export interface AssetParts {
  readonly db: Database;
  readonly files: Files;
}
export interface Holder {
  readonly principal: Principal;
  readonly scope: Scope;
}
export interface FileDraft {
  readonly bytes: Buffer;
  readonly file_name: string;
  readonly case_id: string | null;
  readonly tour_id?: string | null | undefined;
  readonly kind?: Asset["kind"] | undefined;
}

/** Keeps a file: looked through, written anew where it is a picture, on stable storage before a row names it. */
export async function keepFile({ db, files }: AssetParts, holder: Holder, draft: FileDraft): Promise<Asset> {
  const { principal } = holder;
  await checkTarget(db, holder, draft);
  const content = await checkContent(draft);
  const stored = await files.write(principal.tenant_id, extensions[content.mime_type], content.bytes);
  const { user_id, device_id } = principal;
  const { bytes: _bytes, ...described } = content;
  const { case_id, tour_id = null } = draft;
  try {
    return await db.transaction(principal.tenant_id, async (tx) => {
      if (case_id !== null) holdCase(tx, case_id);
      const asset = await insertAsset(tx, { ...described, ...stored, case_id, tour_id, user_id, device_id });
      if (case_id !== null) await announceCase(tx, case_id, "updated");
      return asset;
    });
  } catch (error) {
    await files.remove(stored.path);
    throw error;
  }
}

async function checkTarget(db: Database, { principal, scope }: Holder, { case_id, tour_id = null }: FileDraft) {
  if (case_id === null) {
    if (tour_id !== null) throw problem("FIELD_COMBINATION_INVALID", { fields: "case_id,tour_id" });
    return;
  }
  const target = await selectTarget(db.read(principal.tenant_id, "short"), scope, { case_id, tour_id });
  if (!target) throw notFound("case", case_id);
  if (!target.tour_found) throw problem("REFERENCE_NOT_FOUND", { field: "tour_id", id: tour_id });
}

interface Content {
  readonly bytes: Buffer;
  readonly mime_type: FileType;
  readonly kind: Asset["kind"];
  readonly file_name: string;
  readonly width: number | null;
  readonly height: number | null;
}

async function checkContent({ bytes, file_name, kind }: FileDraft): Promise<Content> {
  const mime_type = findType(bytes);
  if (!mime_type) throw problem("FILE_TYPE_NOT_ALLOWED", { detected: guessType(bytes) });
  const named = { mime_type, file_name: safeName(file_name, mime_type) };
  if (mime_type === "application/pdf") {
    if (kind === "IMAGE" || kind === "SIGNATURE") throw problem("FIELD_COMBINATION_INVALID", { fields: "kind,file" });
    const reason = findPdfFault(bytes);
    if (reason) throw problem("FILE_CONTENT_INVALID", { reason });
    return { ...named, bytes, kind: kind ?? "DOCUMENT", width: null, height: null };
  }
  return { ...named, kind: kind ?? "IMAGE", ...(await rewriteImage(bytes, mime_type)) };
}

export async function getStored({ db }: AssetParts, { principal, scope }: Holder, id: string): Promise<StoredAsset> {
  const found = await selectStored(db.read(principal.tenant_id, "short"), scope, { ...uploaderOf(principal), id });
  if (!found) throw notFound("asset", id);
  return found;
}

/** The row goes now, the file with the next sweep. */
export async function deleteAsset(tx: Tx, { principal, scope }: Holder, id: string) {
  holdCaseOf(tx, id);
  const removed = await removeAsset(tx, scope, { ...uploaderOf(principal), id });
  if (!removed) throw notFound("asset", id);
  if (removed.case_id !== null) await announceCase(tx, removed.case_id, "updated");
}

const uploaderOf = ({ user_id, device_id }: Principal) => ({ user_id, device_id });

/** Below the installation's data; nodes that share a database share this directory. */
export const filesOf = (dataDir: string): Files => new DiskFiles(join(dataDir, "assets"));

export interface SweepParts {
  readonly db: Database;
  readonly dataDir: string;
  readonly clock: Clock;
}
/** An upload under way has no row yet. */
const ORPHAN_AGE_MS = 3_600_000;
const BATCH = 500;

/** Removes files that no row names: deleted ones, and those of uploads that a crash cut off. Answers how many. */
export async function sweepOrphans({ db, dataDir, clock }: SweepParts): Promise<number> {
  const files = filesOf(dataDir);
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    const known = new Set((await selectKnownPaths(db.system, batch)).map(({ path }) => path));
    const orphans = batch.filter((path) => !known.has(path));
    for (const path of orphans) await files.remove(path);
    removed += orphans.length;
    batch = [];
  };
  for await (const path of files.listOlderThan(new Date(clock.now().getTime() - ORPHAN_AGE_MS))) {
    if (batch.push(path) === BATCH) await sweep();
  }
  if (batch.length > 0) await sweep();
  return removed;
}
