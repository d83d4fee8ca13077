import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CALM_PAUSE_MS, throttleWork } from "./throttled.ts";

describe("throttled work", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("throttled work is done at once after a pause, and once for all calls within the next", () => {
    const work = vi.fn<() => void>();
    const calls = throttleWork(work);
    calls.call();
    expect(work).toHaveBeenCalledTimes(1);
    calls.call();
    calls.call();
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(CALM_PAUSE_MS);
    expect(work).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(CALM_PAUSE_MS);
    calls.call();
    expect(work).toHaveBeenCalledTimes(3);
  });

  it("stopped throttled work is not done, and starts again with the next call", () => {
    const work = vi.fn<() => void>();
    const calls = throttleWork(work);
    calls.call();
    calls.call();
    calls.stop();
    vi.advanceTimersByTime(CALM_PAUSE_MS);
    expect(work).toHaveBeenCalledTimes(1);
    calls.call();
    expect(work).toHaveBeenCalledTimes(2);
  });
});
