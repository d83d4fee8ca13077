import { mkdirSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartupError } from "./startup-error";

/** Makes the data directory if need be; throws a StartupError when it cannot be made or nothing can be written into it. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeDirectory(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, ".writable-")));
  } catch (error) {
    const { code = "", message, path } = error as NodeJS.ErrnoException;
    // Older releases of Node report a file on the way to the directory, newer ones that its place is taken.
    const isOnTheWay = code === "EEXIST" && path !== dataDir;
    throw new StartupError(
      `DATA_DIR is "${dataDir}", which cannot be used: ${FAILURE_REASONS[isOnTheWay ? "ENOTDIR" : code] ?? message}.`,
    );
  }
}

const FAILURE_REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it is on a disk that can only be read",
  ENOSPC: "its disk is full",
  EEXIST: "it is a file and not a directory",
  ENOTDIR: "a part of the path is a file and not a directory",
  ENOENT: "directories cannot be made there",
};

/**
 * Makes a directory without `recursive`, which tries for ever where the system answers ENOENT to everything, such as
 * below `/proc`.
 */
function makeDirectory(dir: string): void {
  if (directoryExists(dir)) return;
  if (dirname(dir) !== dir) makeDirectory(dirname(dir));
  try {
    mkdirSync(dir);
  } catch (error) {
    // Another start may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(dir).isDirectory()) throw error;
  }
}

function directoryExists(dir: string): boolean {
  return statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
