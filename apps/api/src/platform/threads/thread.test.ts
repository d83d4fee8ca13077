import { getPriority } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { WorkerThread } from "./thread";
import { THREAD_PRIORITY_REDUCTION } from "./thread-priority";

type DoublingQuestions = {
  readonly double: { readonly question: number; readonly answer: number };
  readonly never: { readonly question: null; readonly answer: number };
  readonly row: { readonly question: number; readonly answer: Float64Array };
  readonly priority: { readonly question: null; readonly answer: number };
};
const doublingSource = new URL("../../testing/doubling-thread.ts", import.meta.url);
const startedThreads: WorkerThread<DoublingQuestions>[] = [];
const startDoublingThread = async (least: number, yields = false) => {
  const file = { source: doublingSource, bundled: doublingSource };
  const thread = await WorkerThread.start<DoublingQuestions>({ file, data: least, transfer: [], yields });
  startedThreads.push(thread);
  return thread;
};

// Starting a thread takes long on a busy machine.
describe("a thread", { timeout: 60_000 }, () => {
  afterEach(() => Promise.all(startedThreads.splice(0).map((thread) => thread.stop())));

  it("a thread answers each request to its caller, and reports the fault of a request only to its caller", async () => {
    const thread = await startDoublingThread(0);
    const answers = await Promise.allSettled([1, -1, 3].map((number) => thread.ask("double", number)));
    expect(answers).toMatchObject([{ value: 2 }, { reason: { message: "Cannot double -1." } }, { value: 6 }]);
    expect(await thread.ask("row", 3)).toEqual(Float64Array.of(2, 2, 2));
  });

  it("a thread that is retired ends only when the work that uses it is over", async () => {
    const thread = await startDoublingThread(0);
    let retired: Promise<void> | undefined;
    const sum = await thread.use(async () => {
      const one = await thread.ask("double", 1);
      retired = thread.retire();
      return one + (await thread.ask("double", 2));
    });
    expect(sum).toBe(6);
    await retired;
    expect(thread.hasEnded).toBe(true);
    await expect(thread.ask("double", 1)).rejects.toThrow("ended");
  });

  it("a thread reports why it cannot start, and its waiting requests fail when it is stopped", async () => {
    await expect(startDoublingThread(-1)).rejects.toThrow("Cannot begin with -1.");
    const thread = await startDoublingThread(0);
    const asked = thread.ask("never", null);
    const stopped = thread.stop();
    await expect(asked).rejects.toThrow("ended");
    await stopped;
  });

  it.runIf(process.platform === "linux")("a thread that yields has a lower priority than the server", async () => {
    const [plain, yielding] = [await startDoublingThread(0), await startDoublingThread(0, true)];
    expect(await yielding.ask("priority", null)).toBe(getPriority() + THREAD_PRIORITY_REDUCTION);
    expect(await plain.ask("priority", null)).toBe(getPriority());
  });
});
