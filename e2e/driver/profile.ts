import { mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder in which the browser of a phone keeps all data. */
export interface BrowserProfile {
  readonly folder: string;
  remove(): void;
}

export function createBrowserProfile(): BrowserProfile {
  const folder = mkdtempSync(join(tmpdir(), "driver-profile-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Kills the browser as a phone kills an app: at once, without notice. */
export function killBrowserOf({ folder }: BrowserProfile): number {
  // The lock of a profile names the host and the process of the browser that holds it.
  const pid = Number(/-(\d+)$/.exec(readlinkSync(join(folder, "SingletonLock")))?.[1]);
  process.kill(-pid, "SIGKILL");
  return pid;
}

export function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Finds which of the words are in which files of the profile, in UTF-8 or in the encoding of the browser's own tables.
 */
export async function findWordsInProfile({ folder }: BrowserProfile, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.flatMap((file) => {
    const bytes = readFileSync(file);
    const found = words.filter((word) => bytes.includes(word) || bytes.includes(Buffer.from(word, "utf16le")));
    return found.map((word) => `${word} in ${file.slice(folder.length + 1)}`);
  });
}
