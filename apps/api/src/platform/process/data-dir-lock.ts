import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { linkDraftUnderFinalName, writeFileOnce } from "./link-file";
import { findPidNamespace, findProcess } from "./process-table";
import { StartupError } from "./startup-error";
import { isOrphanedProcess, type NpmLauncher, npmLauncher } from "./stop-request";

/** Owner of a data directory. */
interface LockOwner {
  pid: number;
  birth?: string;
  launcher?: NpmLauncher;
  /** System in which `pid` counts; earlier versions did not write it. */
  namespace?: string;
}

interface FoundLock {
  /** Undefined when the lock is damaged. */
  readonly owner: LockOwner | undefined;
  /** Time of the owner's last sign of life, on a clock that may be another machine's. */
  readonly beatMs: number;
}

/** Powers of the machine that a lock needs; tests have their own. */
export interface DataDirLockEnvironment {
  /** System in which this process has its number. */
  readonly namespace: string;
  /** Milliseconds of a clock that is never set. */
  now(): number;
  pause(ms: number): Promise<unknown>;
  /** Repeats work until the returned function is called; does not keep the process alive. */
  repeat(work: () => void, ms: number): () => void;
}

interface LockOptions {
  /** Called with a sentence when the directory may become free. */
  readonly onWait?: (message: string) => void;
  readonly here?: DataDirLockEnvironment;
}

/** Milliseconds that an installation whose npm was killed may take to stop before the next start gives up. */
const ORPHAN_TIMEOUT_MS = 30_000;
const BEAT_INTERVAL_MS = 2_000;
/** Milliseconds without a sign of life after which an owner that cannot be looked up counts as ended. */
const BEAT_TIMEOUT_MS = 15_000;
const LOOK_INTERVAL_MS = 100;

const thisMachine: DataDirLockEnvironment = {
  namespace: findPidNamespace(),
  now: () => performance.timeOrigin + performance.now(),
  pause,
  repeat: (work, ms) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * Takes a data directory for this process, or throws a StartupError that names the process that has it. The lock names
 * its owner by pid and time of birth, so one left behind by kill -9 or by a restarted machine blocks no start. Pids of
 * another container or machine say nothing here: such an owner lives as long as it touches the lock, which is watched
 * for a while before it counts as left behind. Only the embedded database needs all this: API nodes that share a
 * `DATABASE_URL` are meant to run side by side.
 * @returns releases the directory
 */
export async function lockDataDir(dataDir: string, options: LockOptions = {}): Promise<() => void> {
  const { here = thisMachine } = options;
  const file = join(dataDir, "lock");
  const { birth } = findProcess(process.pid) ?? {};
  const me: LockOwner = { pid: process.pid, birth, launcher: npmLauncher, namespace: here.namespace };
  mkdirSync(dataDir, { recursive: true });
  const waiting = new WaitForOwner(dataDir, file, { ...options, here });
  while (!writeFileOnce(file, JSON.stringify(me))) await waiting.untilFree();
  const stopBeating = here.repeat(() => beat(file, me, here.now()), BEAT_INTERVAL_MS);
  return () => {
    stopBeating();
    if (isSameOwner(readLock(file)?.owner, me)) rmSync(file, { force: true });
  };
}

/**
 * Process that has the data directory at present, as far as its number counts here; undefined when the directory is
 * free, or only a start can find out whether it is.
 */
export function findLockOwner(dataDir: string, { namespace } = thisMachine): number | undefined {
  const owner = readLock(join(dataDir, "lock"))?.owner;
  return owner && isOfNamespace(owner, namespace) && isOwnerAlive(owner) ? owner.pid : undefined;
}

/** Wait of one start for the owner of a lock, which may be stopping or have left its lock behind. */
class WaitForOwner {
  private readonly here: DataDirLockEnvironment;
  private readonly deadline: number;
  /** Lock of another system as it was first seen: from then on its owner has time to touch it. */
  private watched: { readonly lock: FoundLock; readonly since: number } | undefined;
  private told: string | undefined;

  constructor(
    private readonly dataDir: string,
    private readonly file: string,
    private readonly options: LockOptions & { readonly here: DataDirLockEnvironment },
  ) {
    this.here = options.here;
    this.deadline = this.here.now() + ORPHAN_TIMEOUT_MS;
  }

  /** Resolves when the lock is gone or was removed as stale; throws a StartupError while its owner is at work. */
  async untilFree(): Promise<void> {
    for (;;) {
      const lock = readLock(this.file);
      if (lock === undefined) return;
      const { owner } = lock;
      if (owner === undefined) return removeStaleLock(this.file, lock);
      const reason = isOfNamespace(owner, this.here.namespace) ? this.judge(owner) : this.judgeFromAfar(lock);
      if (reason === undefined) return removeStaleLock(this.file, lock);
      if (this.told !== reason) this.options.onWait?.(reason);
      this.told = reason;
      await this.here.pause(LOOK_INTERVAL_MS);
    }
  }

  /** Reason to wait; undefined when the owner has ended. */
  private judge(owner: LockOwner): string | undefined {
    if (!isOwnerAlive(owner)) return undefined;
    if (isOwnerStopping(owner) && this.here.now() <= this.deadline) return `Waiting for process ${owner.pid} to stop`;
    throw new StartupError(`Leitstand already runs on ${this.dataDir} (process ${owner.pid}); stop that one first.`);
  }

  /** Judges by signs of life alone, and by our own clock: that of another machine may be ahead or behind. */
  private judgeFromAfar(lock: FoundLock): string | undefined {
    const { lock: first, since } = (this.watched ??= { lock, since: this.here.now() });
    if (!isSameLock(first, lock)) {
      throw new StartupError(
        `Another container or machine uses ${this.dataDir}; run commands inside it, or stop it first.`,
      );
    }
    if (this.here.now() - since >= BEAT_TIMEOUT_MS) return undefined;
    return `Waiting ${BEAT_TIMEOUT_MS / 1000} s to see whether another container or machine still uses ${this.dataDir}`;
  }
}

/** Gives a sign of life. A lock that is not ours any more belongs to a start that has waited for one in vain. */
function beat(file: string, me: LockOwner, now: number) {
  try {
    if (isSameOwner(readLock(file)?.owner, me)) utimesSync(file, now / 1000, now / 1000);
  } catch {
    // The next one comes soon.
  }
}

/**
 * Removes a stale lock. Two starts may judge the same lock stale; the slower one would then remove the lock of the
 * faster one. So the lock is moved aside first and put back when it turns out not to be the one that was judged.
 */
function removeStaleLock(file: string, judged: FoundLock) {
  const aside = `${file}.${randomUUID()}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const removed = readLock(aside);
  if (removed !== undefined && !isSameLock(removed, judged)) linkDraftUnderFinalName(aside, file);
  rmSync(aside, { force: true });
}

const isSameLock = (one: FoundLock, other: FoundLock) =>
  one.beatMs === other.beatMs && isSameOwner(one.owner, other.owner);

const isSameOwner = (one: LockOwner | undefined, other: LockOwner | undefined) =>
  one?.pid === other?.pid && one?.birth === other?.birth && one?.namespace === other?.namespace;

const isOfNamespace = (owner: LockOwner, namespace: string) => (owner.namespace ?? namespace) === namespace;

function isOwnerAlive(owner: LockOwner): boolean {
  const facts = findProcess(owner.pid);
  return facts !== undefined && facts.birth === owner.birth;
}

/** Whether the owner's npm was killed: it is about to notice and to stop. */
function isOwnerStopping(owner: LockOwner): boolean {
  return owner.launcher !== undefined && isOrphanedProcess(owner.pid, owner.launcher);
}

/** Reads a lock; undefined when there is none. */
function readLock(file: string): FoundLock | undefined {
  try {
    // Read before its time is asked for: opening a file makes a network's file system ask for it again.
    const text = readFileSync(file, "utf8");
    return { owner: parseLockOwner(text), beatMs: statSync(file).mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parseLockOwner(text: string): LockOwner | undefined {
  try {
    return JSON.parse(text) as LockOwner;
  } catch {
    return undefined;
  }
}
