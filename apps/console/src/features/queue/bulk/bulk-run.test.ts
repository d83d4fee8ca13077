import { describe, expect, it } from "vitest";
import { type BulkProgress, runInParallel } from "./bulk-run.ts";

const tenItems = Array.from({ length: 10 }, (_, index) => index);

describe("work on many cases", () => {
  it("runInParallel never runs more tasks at once than its limit allows", async () => {
    let [running, most] = [0, 0];
    const work = async () => {
      running++;
      most = Math.max(most, running);
      await Promise.resolve();
      running--;
    };
    await runInParallel(tenItems, work, { atMost: 4, onProgress: () => undefined });
    expect(most).toBe(4);
  });

  it("runInParallel goes on after a failed task, and lists all failures in the order of the tasks", async () => {
    const work = async (item: number) => {
      if (item % 4 === 3) throw new Error(`no ${item}`);
    };
    const seen: BulkProgress<number>[] = [];
    const end = await runInParallel(tenItems, work, { atMost: 3, onProgress: (progress) => seen.push(progress) });
    expect(end.failures.map(({ item, error }) => [item, String(error)])).toEqual([
      [3, "Error: no 3"],
      [7, "Error: no 7"],
    ]);
    expect(seen.map(({ done }) => done)).toEqual(tenItems.map((item) => item + 1));
  });

  it("runInParallel ends at once when it has no tasks", async () =>
    expect(await runInParallel([], async () => undefined, { atMost: 4, onProgress: () => undefined })).toEqual({
      done: 0,
      total: 0,
      failures: [],
    }));
});
