/** Usual seconds of the parts of a first start: on two idle cores, or as long as the last time on this machine. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder that everything ignores that reads sources. */
const secondsFolder = fileURLToPath(new URL("../node_modules/.cache/leitstand/seconds", import.meta.url));

const USUAL_SECONDS = { install: 75, server: 2, console: 15, driver: 6, database: 22, docs: 100, gallery: 12 };

/** Seconds from an empty folder to the product: its database is made and filled with the demonstration, too. */
export const FIRST_START_SECONDS = ["install", "server", "console", "driver", "database"]
  .map((name) => USUAL_SECONDS[name])
  .reduce((sum, seconds) => sum + seconds);

/** Seconds that a part takes, as a whole number. */
export function usualSeconds(name, folder = secondsFolder) {
  const seconds = Math.round(Number(readNumberFile(join(folder, name))));
  return seconds > 0 ? seconds : USUAL_SECONDS[name];
}

/** Stores the seconds that a build has taken, for the next time. */
export function storeSecondsOfStep(name, seconds, folder = secondsFolder) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(`${path}.new`, String(seconds));
  renameSync(`${path}.new`, path);
}

/** Content of a file; one that is missing or cannot be read counts as no number. */
function readNumberFile(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
