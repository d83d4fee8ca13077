import type { BrowserContext } from "playwright-core";
import type { Clock } from "../apps/api/src/platform/clock";
import { machineMs, testClock } from "../apps/api/src/testing/test-clock";

/**
 * Pages tell this time from now on, and it runs on by itself. Where the clock of tests follows the machine, pages keep their own: one
 * that is moved knows nothing of what a page has measured.
 */
export async function showTime(context: BrowserContext, clock: Clock) {
  if (clock !== testClock || testClock.aheadMs !== 0) await context.clock.setSystemTime(clock.now());
}

/** The same for a new context, and for the places where it says it is: a browser marks them with the machine's time. */
export async function beginAt(context: BrowserContext, clock: Clock) {
  await showTime(context, clock);
  await context.addInitScript((aheadMs) => {
    const timestamp = Object.getOwnPropertyDescriptor(GeolocationPosition.prototype, "timestamp");
    Object.defineProperty(GeolocationPosition.prototype, "timestamp", {
      get(this: GeolocationPosition) {
        return (timestamp?.get?.call(this) as number) + aheadMs;
      },
    });
  }, clock.now().getTime() - machineMs());
}
