import { Dashboard } from "@leitstand/contract/board/dashboard";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleOf } from "#shared/testing/example-testkit.ts";
import { type Server, serveApi } from "#shared/testing/server-testkit.ts";
import { readAgainMeanwhile } from "./read-again.ts";
import { forgetLive } from "../store.ts";
import { hasHeard, liveState } from "../stream-state.ts";

const MINUTE_MS = 60_000;

describe("a board that hears nothing by the stream", () => {
  let server: Server;
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    forgetLive();
    server = serveApi({ getDashboard: () => exampleOf(Dashboard) });
    hasHeard();
    stop = readAgainMeanwhile();
  });
  afterEach(() => {
    stop();
    liveState.set("connecting");
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const reads = () => server.bodiesOf("getDashboard").length;
  const showPage = (state: DocumentVisibilityState) => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
  };

  it("is read again every half minute where too many streams are open, and no more once it is live", async () => {
    liveState.set("refused");
    await pass(MINUTE_MS);
    expect(reads()).toBe(2);
    liveState.set("live");
    await pass(10 * MINUTE_MS);
    expect(reads()).toBe(2);
  });

  it("is read again after two minutes of a lost connection, and then every two", async () => {
    liveState.set("lost");
    await pass(2 * MINUTE_MS - 1);
    expect(reads()).toBe(0);
    await pass(1);
    expect(reads()).toBe(1);
    await pass(2 * MINUTE_MS);
    expect(reads()).toBe(2);
  });

  it("is not read while it is out of sight, and at once when it is looked at", async () => {
    liveState.set("refused");
    showPage("hidden");
    await pass(5 * MINUTE_MS);
    expect(reads()).toBe(0);
    showPage("visible");
    await pass(0);
    expect(reads()).toBe(1);
  });

  it("is read by one question at a time, however long its answer takes", async () => {
    let answer: (() => void) | undefined;
    const slow = new Promise<never>((_resolve, reject) => {
      answer = () => reject(new Error("gone"));
    });
    server.answer({ getDashboard: () => slow });
    liveState.set("refused");
    await pass(5 * MINUTE_MS);
    expect(reads()).toBe(1);
    server.answer({ getDashboard: () => exampleOf(Dashboard) });
    answer?.();
    await pass(MINUTE_MS);
    expect(reads()).toBeGreaterThan(1);
  });

  it("is not read again once somebody has signed out", async () => {
    liveState.set("refused");
    stop();
    showPage("visible");
    await pass(5 * MINUTE_MS);
    expect(reads()).toBe(0);
  });
});
