import { linkSync } from "node:fs";

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
