/** Code of the live stream that the first screen does not need: loaded once that has been painted. */
export { followSharedEventBatches } from "@leitstand/client/shared-stream";
export { applyEvents } from "../apply-events.ts";
export { FrameBatcher } from "../frame.ts";
export { refetchIncompleteObjects } from "../refetch.ts";
export { pollWhileStreamIsDown } from "./poll-while-down.ts";
