import { describe, expect, it } from "vitest";
import { SharedReads } from "./shared-reads";

interface ReadToEnd {
  readonly succeed: (result: number) => void;
  readonly fail: (error: Error) => void;
}
/** Reads that end when the test says so. */
function readsEndedByHand() {
  const ends: ReadToEnd[] = [];
  const start = () => new Promise<number>((succeed, fail) => ends.push({ succeed, fail }));
  return { ends, start };
}

describe("reads shared by callers", () => {
  it("callers who ask while a read is under way share the next one, which begins after they asked", async () => {
    const { ends, start } = readsEndedByHand();
    const reads = new SharedReads<number>();
    const first = reads.run("list", start);
    const [second, third] = [reads.run("list", start), reads.run("list", start)];
    expect(ends).toHaveLength(1);
    ends[0]?.succeed(1);
    expect(await first).toBe(1);
    const fourth = reads.run("list", start);
    ends[1]?.succeed(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    ends[2]?.succeed(3);
    expect(await fourth).toBe(3);
  });

  it("callers who ask for something else do not wait", async () => {
    const { ends, start } = readsEndedByHand();
    const reads = new SharedReads<number>();
    const slow = reads.run("list", start);
    const other = reads.run("another list", start);
    ends[1]?.succeed(2);
    expect(await other).toBe(2);
    ends[0]?.succeed(1);
    expect(await slow).toBe(1);
  });

  it("a read that fails fails for its own callers alone", async () => {
    const { ends, start } = readsEndedByHand();
    const reads = new SharedReads<number>();
    const first = reads.run("list", start);
    const second = reads.run("list", start);
    ends[0]?.fail(new Error("cancelled"));
    await expect(first).rejects.toThrow("cancelled");
    ends[1]?.succeed(2);
    expect(await second).toBe(2);
  });
});
