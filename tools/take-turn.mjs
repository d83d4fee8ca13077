import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Folder that everything ignores that reads sources. */
const folder = fileURLToPath(new URL("../node_modules/.cache/leitstand", import.meta.url));
const LOOK_AGAIN_MS = 250;

/**
 * Waits until no other process holds this name, and returns a function that ends the turn. The turn of a process that has
 * ended is taken over.
 *
 * Each change of the owner is a file of the next number that names the owner (0: the turn has ended). It is written under
 * another name and then linked, which is atomic and fails where the number exists: of several processes that see the same
 * dead owner one takes over, and no file is read before its owner stands in it.
 */
export async function takeTurn(name) {
  const turn = `${name.replaceAll(/[\\/]/g, "-")}.turn.`;
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const last = Math.max(0, ...numbersOf(turn));
    if (last > 0 && isRunning(ownerOf(turn, last))) await wait(LOOK_AGAIN_MS);
    else if (append(turn, last + 1, process.pid)) return () => endTurn(turn, last + 1);
  }
}

/** Adds the next owner; false when another process was faster. */
function append(turn, number, owner) {
  const draft = join(folder, `draft-of-${turn}${process.pid}-${number}`);
  writeFileSync(draft, String(owner));
  try {
    linkSync(draft, join(folder, turn + number));
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // The number may have been used and cleared away since the numbers were read.
  const isLast = numbersOf(turn).every((other) => other <= number);
  if (!isLast) rmSync(join(folder, turn + number), { force: true });
  return isLast;
}

function endTurn(turn, number) {
  append(turn, number + 1, 0);
  for (const former of numbersOf(turn)) if (former <= number) rmSync(join(folder, turn + former), { force: true });
}

const numbersOf = (turn) =>
  readdirSync(folder).flatMap((file) => (file.startsWith(turn) ? [Number(file.slice(turn.length))] : []));

/** Owner of a turn; 0 when it has ended, or its file has been cleared away in the meantime. */
function ownerOf(turn, number) {
  try {
    return Number(readFileSync(join(folder, turn + number), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return 0;
    throw error;
  }
}

function isRunning(pid) {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
