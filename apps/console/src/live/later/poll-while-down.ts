import { refetchAllButBoard, refetchBoard } from "../store.ts";
import { markStreamMessageReceived, lastMessageAt, liveStreamStateStore } from "../stream-state.ts";
import { dropUnshownCases } from "../sweep.ts";

const REREAD_INTERVAL_MS = 30_000;
/**
 * Milliseconds until polling replaces a lost connection: mostly the stream comes back sooner, and then sends the missed
 * events.
 */
const STREAM_LOST_AFTER_MS = 120_000;

/**
 * Reads the shown data from time to time while the stream is down, and as soon as the page becomes visible. Returns the
 * function that stops it.
 */
export function pollWhileStreamIsDown(): () => void {
  const stop = new AbortController();
  let isReading = false;
  const readIfDue = () => {
    if (liveStreamStateStore.get() === "refused" || Date.now() - lastMessageAt() >= STREAM_LOST_AFTER_MS) void look();
  };
  const look = async () => {
    const state = liveStreamStateStore.get();
    // A read that takes longer than the interval must not be aborted by the next one.
    if (isReading || state === "live" || state === "connecting" || document.visibilityState === "hidden") return;
    isReading = true;
    await rereadShownData(stop.signal).catch(() => undefined);
    isReading = false;
  };
  const timer = setInterval(readIfDue, REREAD_INTERVAL_MS);
  document.addEventListener("visibilitychange", () => void look(), { signal: stop.signal });
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** Fetches the board and all other shown data again. */
async function rereadShownData(signal: AbortSignal) {
  await refetchBoard();
  if (signal.aborted) return;
  markStreamMessageReceived();
  await refetchAllButBoard();
  dropUnshownCases();
}
