import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findLockOwner, type DataDirLockEnvironment, lockDataDir } from "./data-dir-lock";
import { findProcess } from "./process-table";

describe("lock of a data directory", () => {
  let dataDir = "";
  let releases: (() => void)[] = [];
  let told: string[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "data-dir-lock-"));
    [releases, told] = [[], []];
  });
  afterEach(() => {
    for (const release of releases) release();
    rmSync(dataDir, { recursive: true });
  });

  const lock = async (here: DataDirLockEnvironment) => {
    const release = await lockDataDir(dataDir, { here, onWait: (message) => told.push(message) });
    releases.push(release);
    return release;
  };
  const writtenLock = () => readFileSync(join(dataDir, "lock"), "utf8");
  const waitingMessage = () => `Waiting 15 s to see whether another container or machine still uses ${dataDir}`;

  it("a data directory that another container uses is refused, although its processes cannot be seen from here", async () => {
    const time = new SimulatedTime();
    await lock(time.ofContainer("one"));
    time.pass(3_600_000);
    const written = writtenLock();
    await expect(lock(time.ofContainer("two"))).rejects.toMatchObject({
      sentences: [`Another container or machine uses ${dataDir}; run commands inside it, or stop it first.`],
    });
    expect(writtenLock()).toBe(written);
    expect(told).toEqual([waitingMessage()]);
    expect(readdirSync(dataDir)).toEqual(["lock"]);
  });

  it("a start takes a data directory over once its container has given no sign of life for 15 s, and says that it waits", async () => {
    const time = new SimulatedTime();
    const killed = time.ofContainer("one");
    await lock(killed);
    killed.kill();
    const since = time.now();
    await lock(time.ofContainer("two"));
    expect(time.now() - since).toBe(15_000);
    expect(told).toEqual([waitingMessage()]);
    expect(writtenLock()).toContain('"namespace":"two"');
  });

  it("a container that was taken for dead touches and removes the lock of its successor no more", async () => {
    const time = new SimulatedTime();
    const asleep = time.ofContainer("one");
    const releaseTooLate = await lock(asleep);
    asleep.kill();
    const successor = time.ofContainer("two");
    await lock(successor);
    asleep.wake();
    successor.kill();
    await lock(time.ofContainer("three"));
    releaseTooLate();
    expect(writtenLock()).toContain('"namespace":"three"');
  });

  it("a released data directory is free for another container at once", async () => {
    const time = new SimulatedTime();
    (await lock(time.ofContainer("one")))();
    await lock(time.ofContainer("two"));
    expect(told).toEqual([]);
  });

  it("the lock of the version before, which names no container, is judged by its process", async () => {
    const here = new SimulatedTime().ofContainer("one");
    const self = { pid: process.pid, birth: findProcess(process.pid)?.birth };
    const writeLock = (owner: object) => writeFileSync(join(dataDir, "lock"), JSON.stringify(owner));
    writeLock(self);
    expect(findLockOwner(dataDir, here)).toBe(process.pid);
    await expect(lock(here)).rejects.toThrow(`Leitstand already runs on ${dataDir} (process ${process.pid})`);
    writeLock({ ...self, birth: "another life" });
    expect(findLockOwner(dataDir, here)).toBeUndefined();
    await lock(here);
    expect(told).toEqual([]);
  });

  it("a command joins the server of its own container alone", async () => {
    const time = new SimulatedTime();
    const server = time.ofContainer("one");
    await lock(server);
    expect(findLockOwner(dataDir, server)).toBe(process.pid);
    expect(findLockOwner(dataDir, time.ofContainer("two"))).toBeUndefined();
  });
});

/** Time that passes only where someone waits. */
class SimulatedTime {
  private ms = 1_000_000;
  private readonly repeated = new Set<() => void>();

  now() {
    return this.ms;
  }

  pass(ms: number) {
    for (const until = this.ms + ms; this.ms < until; ) {
      this.ms += 100;
      for (const work of this.repeated) work();
    }
  }

  /** Surroundings of a container, which may fall asleep or be killed without a word. */
  ofContainer(namespace: string) {
    let isAsleep = false;
    const repeat = (work: () => void, every: number) => {
      const workWhenDue = () => {
        if (!isAsleep && this.ms % every === 0) work();
      };
      this.repeated.add(workWhenDue);
      return () => this.repeated.delete(workWhenDue);
    };
    return {
      namespace,
      now: () => this.now(),
      pause: async (ms: number) => this.pass(ms),
      repeat,
      kill: () => (isAsleep = true),
      wake: () => (isAsleep = false),
    };
  }
}
