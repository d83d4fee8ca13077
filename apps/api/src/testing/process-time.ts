import { onTestFinished, vi } from "vitest";

/** Stops the refill of rate limits, which follows the time of the process, until the test has finished. */
export function stopRateLimitRefill() {
  const standing = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => standing.mockRestore());
}

/**
 * Makes the time of the process run this many times faster, until the returned function is called or the test has
 * finished.
 */
export function speedUpProcessTime(times: number): () => void {
  const now = performance.now.bind(performance);
  const since = now();
  const hurrying = vi.spyOn(performance, "now").mockImplementation(() => since + times * (now() - since));
  onTestFinished(() => hurrying.mockRestore());
  return () => hurrying.mockRestore();
}
