import { afterAll, beforeAll, describe, it } from "vitest";
import { hasBrowser } from "./browser";
import { expectNothingMissed, type Outage, openOutage } from "./outage-testkit";

const CUT_MS = 60_000;

describe.skipIf(!hasBrowser)("a board that was cut off (needs /usr/bin/chromium)", () => {
  let outage: Outage;
  beforeAll(async () => {
    outage = await openOutage();
  });
  afterAll(() => outage.close());

  it("a board shows after a minute without a connection what a newly opened one shows", async () => {
    const now = () => outage.product.clock.now().getTime();
    // The minute passes on the page's own clock: all its timers fire in order, without a real wait.
    await expectNothingMissed(outage, {
      prepare: (page) => page.clock.install({ time: now() }),
      pass: (page) => page.clock.runFor(CUT_MS),
      prepareLater: (page) => page.clock.install({ time: now() + CUT_MS }),
    });
  });
});
