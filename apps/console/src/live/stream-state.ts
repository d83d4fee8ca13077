import { createStore } from "@leitstand/app/store";

/**
 * State of the live stream; `refused`: too many streams are open, and the data is read from time to time instead;
 * `forbidden`: the user may not see the board.
 * `lastMessageAt` tells how old the data is.
 */
type LiveState = "connecting" | "live" | "lost" | "refused" | "forbidden";
export const liveStreamStateStore = createStore<LiveState>("connecting");

/** Time since which changes have been waiting on the server, as it reports; null when none are. */
export const changesDelayedSinceStore = createStore<string | null>(null);

let newestMessageAt = Date.now();
/**
 * Time of the last message of the stream, or of a read in its place, in milliseconds; no store, because it changes many
 * times a frame.
 */
export const lastMessageAt = () => newestMessageAt;
export function markStreamMessageReceived() {
  newestMessageAt = Date.now();
}
