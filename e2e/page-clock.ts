import type { BrowserContext } from "playwright-core";
import type { Clock } from "../apps/api/src/platform/clock";
import { machineTimeMs, testClock } from "../apps/api/src/testing/test-clock";

/**
 * Sets the time of pages, which runs on by itself. When the tests' clock follows the machine, pages keep their own: a
 * moved one would falsify measured times.
 */
export async function setPageTime(context: BrowserContext, clock: Clock) {
  if (clock !== testClock || testClock.aheadMs !== 0) await context.clock.setSystemTime(clock.now());
}

/** Sets the time of a new context, and of its geolocation: a browser marks positions with the machine's time. */
export async function startPageClockAt(context: BrowserContext, clock: Clock) {
  await setPageTime(context, clock);
  await context.addInitScript((aheadMs) => {
    const timestamp = Object.getOwnPropertyDescriptor(GeolocationPosition.prototype, "timestamp");
    Object.defineProperty(GeolocationPosition.prototype, "timestamp", {
      get(this: GeolocationPosition) {
        return (timestamp?.get?.call(this) as number) + aheadMs;
      },
    });
  }, clock.now().getTime() - machineTimeMs());
}
