import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { reportPosition, expectBoardMissedNothing, type OutageScene, openOutageScene } from "./outage-testkit";

const OUTAGE_MS = 60_000;

describe.skipIf(!hasChromium)("a board that was cut off for as long as it takes (needs /usr/bin/chromium)", () => {
  let outage: OutageScene;
  beforeAll(async () => {
    outage = await openOutageScene();
  });
  afterAll(() => outage.close());

  it("a board reconnected after a real minute shows the same as a newly opened board", async () => {
    // The driver moves on meanwhile: each poll gets another position.
    const drives = async () => {
      await reportPosition(outage.driver, 72);
      return outage.proxy.downMs;
    };
    await expectBoardMissedNothing(outage, {
      pass: () =>
        expect.poll(drives, { timeout: OUTAGE_MS + 20_000, interval: 1_000 }).toBeGreaterThanOrEqual(OUTAGE_MS),
    });
  }, 150_000);
});
