import { afterAll, beforeAll, describe, it } from "vitest";
import { hasChromium } from "./browser";
import { expectBoardMissedNothing, type OutageScene, openOutageScene } from "./outage-testkit";

const OUTAGE_MS = 60_000;

describe.skipIf(!hasChromium)("a board that was cut off (needs /usr/bin/chromium)", () => {
  let outage: OutageScene;
  beforeAll(async () => {
    outage = await openOutageScene();
  });
  afterAll(() => outage.close());

  it("a board reconnected after a minute shows the same as a newly opened board", async () => {
    const now = () => outage.product.clock.now().getTime();
    // The minute passes on the page's own clock: all its timers fire in order, without a real wait.
    await expectBoardMissedNothing(outage, {
      prepare: (page) => page.clock.install({ time: now() }),
      pass: (page) => page.clock.runFor(OUTAGE_MS),
      prepareLater: (page) => page.clock.install({ time: now() + OUTAGE_MS }),
    });
  });
});
