import { constants, read } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";

/**
 * Thrown when the file cannot be imported, and nothing has changed; `message` is a sentence for the person who chose
 * it.
 */
export class GeoImportFileError extends Error {
  override readonly name = "GeoImportFileError";
}

/** Local file that is to be imported. */
export interface GeoImportFile {
  /** Name without the folder. */
  readonly name: string;
  readonly size_bytes: number;
  /** Descriptor by which a thread may read the file, too. */
  readonly descriptor: number;
  /** Reads all bytes from the beginning; any number of times. */
  read(): AsyncIterable<Uint8Array>;
  /** Rejects with an GeoImportFileError when the file is no longer the one that was opened. */
  checkUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file. Rejects with an GeoImportFileError when it is missing, unreadable, empty or no regular file. */
export async function openGeoImportFile(path: string): Promise<GeoImportFile> {
  // O_NONBLOCK, so that opening a pipe does not wait for its writer.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new GeoImportFileError(`${path} cannot be read: ${openErrorReasons[error.code ?? ""] ?? error.message}.`);
    },
  );
  try {
    const { size, mtimeMs } = await requireRegularFile(handle, path);
    const isSame = async () => {
      const now = await handle.stat();
      return now.size === size && now.mtimeMs === mtimeMs;
    };
    return {
      name: basename(path),
      size_bytes: size,
      descriptor: handle.fd,
      read: () => readFileFromStart(handle.fd),
      checkUnchanged: async () => {
        if (!(await isSame())) throw new GeoImportFileError(`${path} was changed while it was read; import it again.`);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const readFileChunk = promisify(read);
const READ_CHUNK_BYTES = 131_072;

/**
 * Reads a file by its descriptor, so that another file put under that name in the meantime is not read. Ending the
 * iteration early does not close the file.
 */
export async function* readFileFromStart(descriptor: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafeSlow(READ_CHUNK_BYTES);
    const { bytesRead } = await readFileChunk(descriptor, { buffer, position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function requireRegularFile(handle: FileHandle, path: string) {
  const found = await handle.stat();
  if (!found.isFile()) throw new GeoImportFileError(`${path} is not a file.`);
  if (found.size === 0) throw new GeoImportFileError(`${path} is empty.`);
  return found;
}

const openErrorReasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of the path is no directory",
};
