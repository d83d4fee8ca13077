/**
 * Probe loaded before a server: reports on request for how long its event loop computed without a break at most.
 * Between two beats lies everything that the loop does, so nothing is missed; it counts the processor time of its
 * thread (Linux tells it), so that other work of the machine does not matter.
 */
import { readFileSync } from "node:fs";

const PROBE_INTERVAL_MS = 2;
const computedMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;

let lastComputedMs = computedMs();
let longestHeldMs = 0;
setInterval(() => {
  const now = computedMs();
  longestHeldMs = Math.max(longestHeldMs, now - lastComputedMs);
  lastComputedMs = now;
}, PROBE_INTERVAL_MS);

process.on("message", (asked) => {
  if (asked !== "held") return;
  process.send?.({ heldMs: longestHeldMs });
  longestHeldMs = 0;
});
