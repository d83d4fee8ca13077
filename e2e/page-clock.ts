import type { BrowserContext } from "playwright-core";
import type { Clock } from "../apps/api/src/platform/clock";
import { testClock } from "../apps/api/src/testing/test-clock";

/**
 * Sets the time of pages, which runs on by itself. When the tests' clock follows the machine, pages keep their own: a
 * moved one would falsify measured times.
 */
export async function setPageTime(context: BrowserContext, clock: Clock) {
  if (clock !== testClock || testClock.aheadMs !== 0) await context.clock.setSystemTime(clock.now());
}

/**
 * Sets the time of a new context, and of its geolocation: a browser marks positions with the machine's time. How far
 * the page is ahead of it is asked in the page, because it takes a while until a time set from here is in effect there.
 */
export async function startPageClockAt(context: BrowserContext, clock: Clock) {
  // Before the page's clock is replaced: this script has to know the machine's.
  await context.addInitScript(() => {
    const machineNowMs = Date.now.bind(Date);
    const timestamp = Object.getOwnPropertyDescriptor(GeolocationPosition.prototype, "timestamp");
    Object.defineProperty(GeolocationPosition.prototype, "timestamp", {
      get(this: GeolocationPosition) {
        return (timestamp?.get?.call(this) as number) + Date.now() - machineNowMs();
      },
    });
  });
  await setPageTime(context, clock);
}
