import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CALM_MS, paced } from "./paced.ts";

describe("paced work", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is done at once after a pause, and once for all that is asked within the next", () => {
    const work = vi.fn<() => void>();
    const pace = paced(work);
    pace.ask();
    expect(work).toHaveBeenCalledTimes(1);
    pace.ask();
    pace.ask();
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(CALM_MS);
    expect(work).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(CALM_MS);
    pace.ask();
    expect(work).toHaveBeenCalledTimes(3);
  });

  it("does not happen after it was stopped, and begins anew when asked for again", () => {
    const work = vi.fn<() => void>();
    const pace = paced(work);
    pace.ask();
    pace.ask();
    pace.stop();
    vi.advanceTimersByTime(CALM_MS);
    expect(work).toHaveBeenCalledTimes(1);
    pace.ask();
    expect(work).toHaveBeenCalledTimes(2);
  });
});
