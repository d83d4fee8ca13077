/** Progress of a build, in a file for readers who wait for its result: apps/api/src/platform/sites/docs-progress.ts. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isStopExitCode } from "./beside.mjs";

/**
 * Writes that a build is under way; returns how to write that it has ended. When the process ends first, a fault counts
 * as failed, and a stop as no build.
 */
export function writeBuildProgress(file, usualSeconds) {
  writeProgressFile(file, { started_at: new Date().toISOString(), usual_seconds: usualSeconds });
  const forget = () => rmSync(file, { force: true });
  const tellEnd = (code) => (isStopExitCode(code) ? forget() : writeBuildFailure(file));
  process.once("exit", tellEnd);
  return () => {
    process.off("exit", tellEnd);
    forget();
  };
}

export function writeBuildFailure(file) {
  try {
    writeProgressFile(file, { failed: true });
  } catch (error) {
    // No error is thrown: the caller has other work to do, or is about to end.
    console.error(`It could not be written down that the build has failed: ${error.message}`);
  }
}

function writeProgressFile(file, progress) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(progress));
  renameSync(`${file}.new`, file);
}
