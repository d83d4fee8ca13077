import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { acquireInterprocessLock } from "./take-turn.mjs";

const newTurnName = () => `turn-of-a-test-${crypto.randomUUID()}`;

describe("turns of builds", () => {
  afterAll(() => {
    const folder = new URL("../node_modules/.cache/leitstand/", import.meta.url);
    for (const file of readdirSync(folder)) if (file.includes("turn-of-a-test-")) rmSync(new URL(file, folder));
  });

  it("acquireInterprocessLock lets a second build begin only when the first has ended", async () => {
    const name = newTurnName();
    const seen: string[] = [];
    const end = await acquireInterprocessLock(name);
    const second = acquireInterprocessLock(name).then((release) => {
      seen.push("the second began");
      release();
    });
    // A turn of another name has come and gone by now: the second of this name would have as well.
    await acquireInterprocessLock(newTurnName()).then((release) => release());
    seen.push("the first ended");
    end();
    await second;
    expect(seen).toEqual(["the first ended", "the second began"]);
  });

  it("acquireInterprocessLock does not wait for a turn with another name", async () => {
    const ends = [await acquireInterprocessLock(newTurnName()), await acquireInterprocessLock(newTurnName())];
    expect(ends).toHaveLength(2);
    for (const end of ends) end();
  });

  it("acquireInterprocessLock takes over a turn whose process has ended without releasing it", async () => {
    const name = newTurnName();
    expect(exitWithoutEndingTurn(name)).toBe(0);
    const end = await acquireInterprocessLock(name);
    end();
  });

  it.runIf(process.platform === "linux")(
    "acquireInterprocessLock takes over the turn of an ended process whose number another one has now",
    async () => {
      const name = newTurnName();
      const folder = new URL("../node_modules/.cache/leitstand/", import.meta.url);
      writeFileSync(new URL(`${name}.turn.1`, folder), `${process.pid} 1/of-an-earlier-start`);
      const end = await acquireInterprocessLock(name);
      expect(end).toBeInstanceOf(Function);
      end();
    },
  );

  it("acquireInterprocessLock gives an abandoned turn to only one of two waiting builds", async () => {
    const name = newTurnName();
    expect(exitWithoutEndingTurn(name)).toBe(0);
    let second: Promise<() => void> | undefined;
    // The first one is about to take over when the second one does.
    const kill = vi.spyOn(process, "kill").mockImplementation((...asked) => {
      kill.mockRestore();
      second = acquireInterprocessLock(name);
      return process.kill(...asked);
    });
    const seen: string[] = [];
    const first = acquireInterprocessLock(name).then((release) => {
      seen.push("the first began");
      release();
    });
    const end = await second;
    await acquireInterprocessLock(newTurnName()).then((release) => release());
    seen.push("the second ended");
    end?.();
    await first;
    expect(seen).toEqual(["the second ended", "the first began"]);
  });
});

/** Takes a turn in a process that ends without ending it; returns its exit code. */
function exitWithoutEndingTurn(name: string) {
  const module = new URL("take-turn.mjs", import.meta.url).href;
  const script = `const { acquireInterprocessLock } = await import(${JSON.stringify(module)}); await acquireInterprocessLock(${JSON.stringify(name)});`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script]).status;
}
