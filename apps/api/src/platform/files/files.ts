import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Readable } from "node:stream";

/** A stored file: its path, length, and SHA-256 in hexadecimal. */
export interface StoredFile {
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

/** Store of files. Paths are made here and never taken from a request. */
export interface FileStore {
  /** Writes a file; when this resolves its bytes are on stable storage, and only then may a row name it. */
  write(folder: string, extension: string, bytes: Uint8Array): Promise<StoredFile>;
  /** Path for a file of this machine that is not kept yet; no reader finds it there. */
  draft(): Promise<string>;
  /** Keeps a draft as a file and returns its path; on stable storage, as `write`. */
  keep(draft: string, folder: string, extension: string): Promise<string>;
  /** Removes a draft that was not kept; does nothing when it is not there. */
  discard(draft: string): Promise<void>;
  /** Reads a file; rejects with ENOENT when it is not there. */
  read(path: string): Promise<Readable>;
  /** Reads the bytes from `first` to `last`, both included, as range requests count them. */
  readRange(path: string, range: { readonly first: number; readonly last: number }): Promise<Readable>;
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Paths of files that were last written before the time. */
  listOlderThan(time: Date): AsyncIterable<string>;
}

/**
 * Folder of drafts, a name that no tenant's folder has. Drafts left by a crash are removed by the sweep of files that
 * no row names.
 */
const DRAFTS_FOLDER = "drafts";

/** Files in a directory of this machine; several nodes need a directory that they share. */
export class DiskFileStore implements FileStore {
  constructor(private readonly root: string) {}

  async write(folder: string, extension: string, bytes: Uint8Array): Promise<StoredFile> {
    const draft = await this.draft();
    try {
      await writeFile(draft, bytes, { flag: "wx", mode: 0o600 });
      const path = await this.keep(draft, folder, extension);
      return { path, size_bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    } catch (error) {
      // The part of a file that did not fit is removed, so that a full disk does not stay full by it.
      await this.discard(draft);
      throw error;
    }
  }

  async draft(): Promise<string> {
    const folder = join(this.root, DRAFTS_FOLDER);
    await mkdir(folder, { recursive: true });
    return join(folder, `${randomUUID()}.part`);
  }

  async keep(draft: string, folder: string, extension: string): Promise<string> {
    const path = join(folder, `${randomUUID()}.${extension}`);
    const target = this.locate(path);
    await mkdir(dirname(target), { recursive: true });
    await syncFile(draft);
    await rename(draft, target);
    await syncDirectory(dirname(target));
    return path;
  }

  async discard(draft: string) {
    await rm(draft, { force: true });
  }

  async read(path: string): Promise<Readable> {
    const file = await open(this.locate(path));
    return createReadStream("", { fd: file });
  }

  async readRange(path: string, { first, last }: { readonly first: number; readonly last: number }): Promise<Readable> {
    const file = await open(this.locate(path));
    return createReadStream("", { fd: file, start: first, end: last });
  }

  async has(path: string): Promise<boolean> {
    return stat(this.locate(path)).then(
      (found) => found.isFile(),
      () => false,
    );
  }

  async remove(path: string) {
    await rm(this.locate(path), { force: true });
  }

  async *listOlderThan(time: Date): AsyncIterable<string> {
    for await (const full of filesBelow(this.root)) {
      const found = await stat(full).catch(() => undefined);
      if (found && found.mtime < time) yield relative(this.root, full);
    }
  }

  /** Resolves a path below the root folder, and refuses any other. */
  private locate(path: string): string {
    const full = join(this.root, path);
    if (!full.startsWith(this.root + sep)) throw new Error(`The path ${path} leads out of the directory of files.`);
    return full;
  }
}

interface FilesWithoutRowSearch {
  readonly before: Date;
  /** Finds those of the paths that rows name. */
  readonly selectPathsInUse: (paths: readonly string[]) => Promise<readonly { readonly path: string }[]>;
}
const SWEEP_BATCH_SIZE = 500;

/** Removes files that were last written before the time, and that no row names. Returns their number. */
export async function removeFilesWithoutRow(
  files: FileStore,
  { before, selectPathsInUse }: FilesWithoutRowSearch,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    const known = new Set((await selectPathsInUse(batch)).map(({ path }) => path));
    const orphans = batch.filter((path) => !known.has(path));
    for (const path of orphans) await files.remove(path);
    removed += orphans.length;
    batch = [];
  };
  for await (const path of files.listOlderThan(before)) {
    if (batch.push(path) === SWEEP_BATCH_SIZE) await sweep();
  }
  if (batch.length > 0) await sweep();
  return removed;
}

/** Files below a folder, read while they are used: a list of millions of photos takes hundreds of megabytes. */
async function* filesBelow(folder: string): AsyncIterable<string> {
  for await (const entry of await opendir(folder).catch(emptyIfMissing)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

async function syncFile(path: string) {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new file name durable by syncing its directory. Systems that cannot open directories do not need it. */
async function syncDirectory(path: string) {
  const directory = await open(path, "r").catch(() => undefined);
  if (!directory) return;
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}
