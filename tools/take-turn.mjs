import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Folder that everything ignores that reads sources. */
const turnFolder = fileURLToPath(new URL("../node_modules/.cache/leitstand", import.meta.url));
const RETRY_INTERVAL_MS = 250;
/** Number of looks at a turn after which the user is told what is waited for. */
const SILENT_RETRIES = 8;

/**
 * Waits until no other process holds this name, and returns a function that ends the turn. The turn of a process that has
 * ended is taken over.
 *
 * Each change of the owner is a file of the next number that names the owner (0: the turn has ended). It is written under
 * another name and then linked, which is atomic and fails where the number exists: of several processes that see the same
 * dead owner one takes over, and no file is read before its owner stands in it.
 */
export async function acquireInterprocessLock(name) {
  const turn = `${name.replaceAll(/[\\/]/g, "-")}.turn.`;
  mkdirSync(turnFolder, { recursive: true });
  for (let retries = 0; ; retries++) {
    const last = Math.max(0, ...turnNumbersOf(turn));
    const owner = last === 0 ? NO_OWNER : ownerOfTurn(turn, last);
    if (isProcessRunning(owner)) {
      if (retries === SILENT_RETRIES) console.log(`Waiting for process ${owner.pid}, which is at ${name} ...`);
      await wait(RETRY_INTERVAL_MS);
    } else if (appendOwner(turn, last + 1, ownMark)) return () => endTurn(turn, last + 1);
  }
}

/** Adds the next owner; false when another process was faster. */
function appendOwner(turn, number, owner) {
  const draft = join(turnFolder, `draft-of-${turn}${process.pid}-${number}`);
  writeFileSync(draft, owner);
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
  appendOwner(turn, number + 1, "0");
  for (const former of turnNumbersOf(turn))
    if (former <= number) rmSync(join(turnFolder, turn + former), { force: true });
}

const turnNumbersOf = (turn) =>
  readdirSync(turnFolder).flatMap((file) => (file.startsWith(turn) ? [Number(file.slice(turn.length))] : []));

const NO_OWNER = { pid: 0, birth: undefined };

/** Owner of a turn; none when it has ended, or its file has been cleared away in the meantime. */
function ownerOfTurn(turn, number) {
  const mark = readIfThere(join(turnFolder, turn + number));
  if (mark === undefined) return NO_OWNER;
  const [pid, birth] = mark.split(" ");
  return { pid: Number(pid), birth };
}

/** Whether the owner still runs. After a restart of a container or a machine another process may have its number. */
function isProcessRunning({ pid, birth }) {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return birth === undefined || birth === birthOfProcess(pid);
}

/** Time of birth of a process, which no other one with its number has; undefined where the system does not tell it. */
function birthOfProcess(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The name is in brackets and may itself contain blanks and brackets; the time is the 20th field behind it.
  const ticks = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return ticks && `${ticks}/${readIfThere("/proc/sys/kernel/random/boot_id")?.trim()}`;
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return undefined;
    throw error;
  }
}

/** Mark of the turns of this process. */
const ownMark = [process.pid, birthOfProcess(process.pid)].filter(Boolean).join(" ");
