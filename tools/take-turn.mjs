import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Folder that everything ignores that reads sources. */
const turnFolder = fileURLToPath(new URL("../node_modules/.cache/leitstand", import.meta.url));
const RETRY_INTERVAL_MS = 250;

/**
 * Waits until no other process holds this name, and returns a function that ends the turn. The turn of a process that has
 * ended is taken over.
 *
 * Each change of the owner is a file of the next number that names the owner (0: the turn has ended). It is written under
 * another name and then linked, which is atomic and fails where the number exists: of several processes that see the same
 * dead owner one takes over, and no file is read before its owner stands in it.
 */
export async function acquireTurn(name) {
  const turn = `${name.replaceAll(/[\\/]/g, "-")}.turn.`;
  mkdirSync(turnFolder, { recursive: true });
  for (;;) {
    const last = Math.max(0, ...turnNumbersOf(turn));
    if (last > 0 && isProcessRunning(ownerOfTurn(turn, last))) await wait(RETRY_INTERVAL_MS);
    else if (appendOwner(turn, last + 1, process.pid)) return () => endTurn(turn, last + 1);
  }
}

/** Adds the next owner; false when another process was faster. */
function appendOwner(turn, number, owner) {
  const draft = join(turnFolder, `draft-of-${turn}${process.pid}-${number}`);
  writeFileSync(draft, String(owner));
  try {
    linkSync(draft, join(turnFolder, turn + number));
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // The number may have been used and cleared away since the numbers were read.
  const isLast = turnNumbersOf(turn).every((other) => other <= number);
  if (!isLast) rmSync(join(turnFolder, turn + number), { force: true });
  return isLast;
}

function endTurn(turn, number) {
  appendOwner(turn, number + 1, 0);
  for (const former of turnNumbersOf(turn))
    if (former <= number) rmSync(join(turnFolder, turn + former), { force: true });
}

const turnNumbersOf = (turn) =>
  readdirSync(turnFolder).flatMap((file) => (file.startsWith(turn) ? [Number(file.slice(turn.length))] : []));

/** Owner of a turn; 0 when it has ended, or its file has been cleared away in the meantime. */
function ownerOfTurn(turn, number) {
  try {
    return Number(readFileSync(join(turnFolder, turn + number), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return 0;
    throw error;
  }
}

function isProcessRunning(pid) {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
