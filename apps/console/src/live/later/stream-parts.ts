/** What the live stream needs and the first screen does not: fetched when that has been painted. */
export { followSharedBatches } from "@leitstand/client/shared-stream";
export { applyEvents } from "../apply-events.ts";
export { FrameBatcher } from "../frame.ts";
export { refetch } from "../refetch.ts";
export { readAgainMeanwhile } from "./read-again.ts";
