import { afterEach, expect, it, vi } from "vitest";
import { Batcher } from "./batcher.ts";

afterEach(() => void vi.useRealTimers());

it("ids of a failed batch are worked on again after the pause", async () => {
  const { work } = await runBatchFailingOnce(() => undefined);
  expect(work.mock.calls).toEqual([[["a"]], [["a"]]]);
});

it("ids of a batch that fails after it was cleared are not worked on again", async () => {
  const { work } = await runBatchFailingOnce((batcher) => batcher.clear());
  expect(work.mock.calls).toEqual([[["a"]]]);
});

it("ids added after a batch was cleared are worked on although that batch fails", async () => {
  const { work } = await runBatchFailingOnce((batcher) => {
    batcher.clear();
    batcher.add(["b"]);
  });
  expect(work.mock.calls).toEqual([[["a"]], [["b"]]]);
});

/** Runs a batch with the id "a" that fails once; the function is called while it runs. */
async function runBatchFailingOnce(meanwhile: (batcher: Batcher) => void) {
  vi.useFakeTimers();
  const work = vi.fn((_ids: readonly string[]) => Promise.resolve());
  const batcher = new Batcher(work, { waitMs: 300, atMost: 10, retryMs: 2_000 });
  work.mockImplementationOnce(() => {
    meanwhile(batcher);
    return Promise.reject(new Error("no network"));
  });
  batcher.add(["a"]);
  await vi.advanceTimersByTimeAsync(5_000);
  return { work };
}
