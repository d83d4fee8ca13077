import { createStore } from "@leitstand/app/store";

/**
 * Whether what is shown is the present; `refused`: too many streams are open, and it is read again from time to time. How old it is
 * tells `lastMessageAt`.
 */
type LiveState = "connecting" | "live" | "lost" | "refused";
export const liveState = createStore<LiveState>("connecting");

/** Since when changes have been waiting on the server, as it says; null: none do. */
export const delayedSince = createStore<string | null>(null);

let newest = Date.now();
/** When something last came by the stream, or was read again in its place, in milliseconds of the clock; no store, because it changes many times a frame. */
export const lastMessageAt = () => newest;
export function hasHeard() {
  newest = Date.now();
}
