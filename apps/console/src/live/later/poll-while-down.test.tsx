import { Dashboard } from "@leitstand/contract/board/dashboard";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { type StubServer, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { pollWhileStreamIsDown } from "./poll-while-down.ts";
import { clearLiveData } from "../store.ts";
import { markStreamMessageReceived, liveStreamStateStore } from "../stream-state.ts";

const MINUTE_MS = 60_000;

describe("a board without events", () => {
  let server: StubServer;
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    clearLiveData();
    server = stubApiFetch({ getDashboard: () => exampleOfSchema(Dashboard) });
    markStreamMessageReceived();
    stop = pollWhileStreamIsDown();
  });
  afterEach(() => {
    stop();
    liveStreamStateStore.set("connecting");
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const reads = () => server.bodiesOf("getDashboard").length;
  const showPage = (state: DocumentVisibilityState) => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
  };

  it("the board is read every half minute while its stream is refused, and not again once it is live", async () => {
    liveStreamStateStore.set("refused");
    await pass(MINUTE_MS);
    expect(reads()).toBe(2);
    liveStreamStateStore.set("live");
    await pass(10 * MINUTE_MS);
    expect(reads()).toBe(2);
  });

  it("the board is read every two minutes while its connection is lost", async () => {
    liveStreamStateStore.set("lost");
    await pass(2 * MINUTE_MS - 1);
    expect(reads()).toBe(0);
    await pass(1);
    expect(reads()).toBe(1);
    await pass(2 * MINUTE_MS);
    expect(reads()).toBe(2);
  });

  it("the board without a stream is not read while the page is hidden, and at once when it is visible again", async () => {
    liveStreamStateStore.set("refused");
    showPage("hidden");
    await pass(5 * MINUTE_MS);
    expect(reads()).toBe(0);
    showPage("visible");
    await pass(0);
    expect(reads()).toBe(1);
  });

  it("the board without a stream sends no second read while an answer is missing", async () => {
    let answer: (() => void) | undefined;
    const slow = new Promise<never>((_resolve, reject) => {
      answer = () => reject(new Error("gone"));
    });
    server.answer({ getDashboard: () => slow });
    liveStreamStateStore.set("refused");
    await pass(5 * MINUTE_MS);
    expect(reads()).toBe(1);
    server.answer({ getDashboard: () => exampleOfSchema(Dashboard) });
    answer?.();
    await pass(MINUTE_MS);
    expect(reads()).toBeGreaterThan(1);
  });

  it("the board without a stream is not read after the user has signed out", async () => {
    liveStreamStateStore.set("refused");
    stop();
    showPage("visible");
    await pass(5 * MINUTE_MS);
    expect(reads()).toBe(0);
  });
});
