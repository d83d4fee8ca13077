import { queryClient } from "#shared/api/api.ts";
import { boardQuery } from "../store.ts";
import { hasHeard, lastMessageAt, liveState } from "../stream-state.ts";
import { sweep } from "../sweep.ts";

const READ_AGAIN_MS = 30_000;
/** A connection that is lost mostly comes back soon, and then tells what is new as such; only one that stays away is made up for. */
const STAYS_AWAY_MS = 120_000;

/**
 * While nothing comes by the stream, what is shown is read again from time to time, and as soon as the page is looked at. Answers how
 * to end that.
 */
export function readAgainMeanwhile(): () => void {
  const stop = new AbortController();
  let isReading = false;
  const readIfDue = () => {
    if (liveState.get() === "refused" || Date.now() - lastMessageAt() >= STAYS_AWAY_MS) void look();
  };
  const look = async () => {
    const state = liveState.get();
    // One that takes longer than the pause would be given up for the next.
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

/** Throws what the board is refused with: without an answer to this one there is no use in asking for the others. */
async function readAgain(signal: AbortSignal) {
  await queryClient.fetchQuery({ ...boardQuery, staleTime: 0 });
  if (signal.aborted) return;
  hasHeard();
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== boardQuery.queryKey[0] });
  sweep();
}
