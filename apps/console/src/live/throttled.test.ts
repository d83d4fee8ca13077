import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { THROTTLE_PAUSE_MS, throttleFunction } from "./throttled.ts";

describe("throttled work", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("a throttled function runs at once for the first call, and once for all calls within the following pause", () => {
    const work = vi.fn<() => void>();
    const calls = throttleFunction(work);
    calls.call();
    expect(work).toHaveBeenCalledTimes(1);
    calls.call();
    calls.call();
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(THROTTLE_PAUSE_MS);
    expect(work).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(THROTTLE_PAUSE_MS);
    calls.call();
    expect(work).toHaveBeenCalledTimes(3);
  });

  it("a stopped throttled function drops waiting calls, and runs again at the next call", () => {
    const work = vi.fn<() => void>();
    const calls = throttleFunction(work);
    calls.call();
    calls.call();
    calls.stop();
    vi.advanceTimersByTime(THROTTLE_PAUSE_MS);
    expect(work).toHaveBeenCalledTimes(1);
    calls.call();
    expect(work).toHaveBeenCalledTimes(2);
  });
});
