import { randomUUID } from "node:crypto";
import { linkSync, rmSync, writeFileSync } from "node:fs";

/**
 * Makes a file that only its owner can read, whole or not at all, also when the machine loses its power; of several
 * processes that do so at once the first one wins.
 * @returns false when something has the name already
 */
export function writeFileOnce(file: string, text: string): boolean {
  // A name of its own for each draft: processes of different containers have the same numbers.
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    return linkDraftUnderFinalName(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Gives a finished draft its name, whole or not at all, also when other processes do the same at the time; the draft
 * stays.
 * @returns false when something has the name already
 */
export function linkDraftUnderFinalName(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
