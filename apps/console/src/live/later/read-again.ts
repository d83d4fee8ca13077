import { queryClient } from "#shared/api/api.ts";
import { boardQuery } from "../store.ts";
import { hasHeard, lastMessageAt, liveState } from "../stream-state.ts";
import { sweep } from "../sweep.ts";

const READ_AGAIN_MS = 30_000;
/**
 * Milliseconds until a lost connection is replaced by reading: mostly it comes back sooner, and then sends what was
 * missed.
 */
const STAYS_AWAY_MS = 120_000;

/**
 * Reads the shown data from time to time while the stream is down, and as soon as the page becomes visible. Returns the
 * function that stops it.
 */
export function readAgainMeanwhile(): () => void {
  const stop = new AbortController();
  let isReading = false;
  const readIfDue = () => {
    if (liveState.get() === "refused" || Date.now() - lastMessageAt() >= STAYS_AWAY_MS) void look();
  };
  const look = async () => {
    const state = liveState.get();
    // A read that takes longer than the pause would be aborted by the next.
    if (isReading || state === "live" || state === "connecting" || document.visibilityState === "hidden") return;
    isReading = true;
    await readAgain(stop.signal).catch(() => undefined);
    isReading = false;
  };
  const timer = setInterval(readIfDue, READ_AGAIN_MS);
  document.addEventListener("visibilitychange", () => void look(), { signal: stop.signal });
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** Reads the board and the rest again. Throws when the board is refused: the other requests would fail as well. */
async function readAgain(signal: AbortSignal) {
  await queryClient.fetchQuery({ ...boardQuery, staleTime: 0 });
  if (signal.aborted) return;
  hasHeard();
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== boardQuery.queryKey[0] });
  sweep();
}
