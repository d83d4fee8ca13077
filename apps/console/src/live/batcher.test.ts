import { afterEach, expect, it, vi } from "vitest";
import { Batcher } from "./batcher.ts";

afterEach(() => void vi.useRealTimers());

it("the batcher retries the ids of a failed batch after its pause", async () => {
  const { work } = await runBatchFailingOnce(() => undefined);
  expect(work.mock.calls).toEqual([[["a"]], [["a"]]]);
});

it("the batcher does not retry the ids of a failed batch if it was cleared meanwhile", async () => {
  const { work } = await runBatchFailingOnce((batcher) => batcher.clear());
  expect(work.mock.calls).toEqual([[["a"]]]);
});

it("the batcher processes ids that were added after it was cleared, even if the batch before fails", async () => {
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
