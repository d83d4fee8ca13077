import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { drive, expectNothingMissed, type Outage, openOutage } from "./outage-testkit";

const CUT_MS = 60_000;

describe.skipIf(!hasBrowser)("a board that was cut off for as long as it takes (needs /usr/bin/chromium)", () => {
  let outage: Outage;
  beforeAll(async () => {
    outage = await openOutage();
  });
  afterAll(() => outage.close());

  it("shows after a real minute without a connection what a board shows that has just been opened", async () => {
    // The world goes on for as long as the clock says: another position with every look at it.
    const drives = async () => {
      await drive(outage.driver, 72);
      return outage.proxy.downMs;
    };
    await expectNothingMissed(outage, {
      pass: () => expect.poll(drives, { timeout: CUT_MS + 20_000, interval: 1_000 }).toBeGreaterThanOrEqual(CUT_MS),
    });
  }, 150_000);
});
