import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Folder that everything ignores that reads sources. */
const folder = fileURLToPath(new URL("../node_modules/.cache/leitstand", import.meta.url));
const LOOK_AGAIN_MS = 250;

/**
 * Waits until no other process holds this name, and returns a function that ends the turn. A lock that its process has
 * left behind is broken.
 */
export async function takeTurn(name) {
  const lock = join(folder, `${name.replaceAll(/[\\/]/g, "-")}.lock`);
  mkdirSync(folder, { recursive: true });
  while (!writeNew(lock, String(process.pid))) {
    const owner = ownerOf(lock);
    if (owner > 0 && !isRunning(owner)) rmSync(lock, { force: true });
    else await wait(LOOK_AGAIN_MS);
  }
  return () => rmSync(lock, { force: true });
}

function writeNew(path, text) {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Owner of a lock; none when the turn has ended in the meantime, or has not yet been written down. */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return 0;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
