import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { linkDraftUnderFinalName } from "./link-file";
import { findProcess } from "./process-table";
import { StartupError } from "./startup-error";
import { isOrphanedProcess, type NpmLauncher, npmLauncher } from "./stop-request";

/** Owner of a data directory. */
interface LockOwner {
  pid: number;
  birth?: string;
  launcher?: NpmLauncher;
}

/** Milliseconds that an installation whose npm was killed may take to stop before the next start gives up. */
const ORPHAN_TIMEOUT_MS = 30_000;

/**
 * Takes a data directory for this process, or throws a StartupError that names the process that has it. The lock names
 * its owner by pid and time of birth, so one left behind by kill -9 or by a restarted machine blocks no start. Only the
 * embedded database needs it: API nodes that share a `DATABASE_URL` are meant to run side by side.
 * @returns releases the directory
 */
export async function lockDataDir(dataDir: string, onWait?: (ownerPid: number) => void): Promise<() => void> {
  const file = join(dataDir, "lock");
  mkdirSync(dataDir, { recursive: true });
  const deadline = Date.now() + ORPHAN_TIMEOUT_MS;
  let waitedFor: number | undefined;
  while (!acquireLock(file)) {
    const owner = readLockOwner(file);
    if (owner === undefined) continue;
    if (!isOwnerStopping(owner) || Date.now() > deadline) {
      throw new StartupError(`Leitstand already runs on ${dataDir} (process ${owner.pid}); stop that one first.`);
    }
    if (waitedFor !== owner.pid) onWait?.(owner.pid);
    waitedFor = owner.pid;
    await pause(100);
  }
  return () => {
    if (readLockOwner(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** Process that has the data directory at present; undefined when it is free. */
export function findLockOwner(dataDir: string): number | undefined {
  const owner = readLockOwner(join(dataDir, "lock"));
  return owner && isOwnerAlive(owner) ? owner.pid : undefined;
}

/** Takes the lock; false when a live process holds it. */
function acquireLock(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  const me: LockOwner = { pid: process.pid, birth: findProcess(process.pid)?.birth, launcher: npmLauncher };
  writeFileSync(draft, JSON.stringify(me), { mode: 0o600 });
  try {
    for (;;) {
      if (linkDraftUnderFinalName(draft, file)) return true;
      const owner = readLockOwner(file);
      if (owner !== undefined && isOwnerAlive(owner)) return false;
      if (!removeStaleLock(file, owner)) return false;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes a stale lock. Two starts may judge the same lock stale; the slower one would then remove the lock of the
 * faster one. So the lock is moved aside first and put back when it turns out not to be the one that was judged.
 */
function removeStaleLock(file: string, judged: LockOwner | undefined): boolean {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
  const removed = readLockOwner(aside);
  const isJudged = removed?.pid === judged?.pid && removed?.birth === judged?.birth;
  if (!isJudged) linkDraftUnderFinalName(aside, file);
  rmSync(aside, { force: true });
  return isJudged;
}

function isOwnerAlive(owner: LockOwner): boolean {
  const facts = findProcess(owner.pid);
  return facts !== undefined && facts.birth === owner.birth;
}

/** Whether the owner's npm was killed: it is about to notice and to stop. */
function isOwnerStopping(owner: LockOwner): boolean {
  return owner.launcher !== undefined && isOrphanedProcess(owner.pid, owner.launcher);
}

/** Reads the owner from the lock; undefined when there is no lock, or it is damaged. */
function readLockOwner(file: string): LockOwner | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as LockOwner;
  } catch {
    return undefined;
  }
}
