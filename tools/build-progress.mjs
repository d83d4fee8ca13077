/** How far a build is, in a file for those who wait for what it makes: apps/api/src/platform/sites/docs-progress.ts. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isStop } from "./beside.mjs";

/**
 * Says that a build is under way; answers how to say that it has ended. When the process ends first, it could not be made, or was
 * stopped: then there is none.
 */
export function tellProgress(file, usualSeconds) {
  tell(file, { started_at: new Date().toISOString(), usual_seconds: usualSeconds });
  const forget = () => rmSync(file, { force: true });
  const tellEnd = (code) => (isStop(code) ? forget() : tellFailure(file));
  process.once("exit", tellEnd);
  return () => {
    process.off("exit", tellEnd);
    forget();
  };
}

export function tellFailure(file) {
  try {
    tell(file, { failed: true });
  } catch (error) {
    // Who tells it has other work to do, or is about to end.
    console.error(`It could not be written down that the build has failed: ${error.message}`);
  }
}

function tell(file, progress) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(progress));
  renameSync(`${file}.new`, file);
}
