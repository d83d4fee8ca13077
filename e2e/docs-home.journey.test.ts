import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordedDemonstrationDay } from "../apps/docs/samples/recorded-day/record-day";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs, desktopViewportOptions, waitUntilHydrated } from "./docs-testkit";

const recordedDayUrl = new URL("../apps/docs/samples/recorded-day/day.json", import.meta.url);
const { events, answer } = JSON.parse(readFileSync(recordedDayUrl, "utf8")) as RecordedDemonstrationDay;

describe.skipIf(!hasChromium)("the home page of the documentation", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  const day = (page: Page) => page.getByRole("region", { name: "What you hear next, a recorded day" });
  const heard = (page: Page) => day(page).getByRole("listitem").filter({ visible: true }).count();

  it("the home page of the documentation shows a recorded order with its response and events, also without JavaScript or animation", async () => {
    const still = await site.newPage({ ...desktopViewportOptions, javaScriptEnabled: false });
    await still.goto("/");
    for (const page of [still, await site.look("/", { ...desktopViewportOptions, reducedMotion: "reduce" })]) {
      await expect.poll(() => heard(page)).toBe(events.length);
      await expect.poll(() => day(page).getByRole("checkbox").count()).toBe(0);
      await page.getByText(`201 ${answer.natural_id}`).waitFor();
    }
  });

  it("the home page of the documentation plays the recorded events once, one per second, and stops while paused", async () => {
    const page = await site.newPage(desktopViewportOptions);
    // Slowed down, so that the recording does not end before it is paused.
    const session = await page.context().newCDPSession(page);
    await session.send("Animation.enable");
    await session.send("Animation.setPlaybackRate", { playbackRate: 0.01 });
    await page.goto("/");
    const pause = day(page).getByRole("checkbox", { name: "Pause" });
    await pause.check();
    // The page's script may load after the click, and lets it stand.
    await waitUntilHydrated(page);
    const before = await heard(page);
    expect(before).toBeLessThan(events.length);
    // Transitions, as of the button under the pointer, are slowed down as well and run for long.
    const isPlaying = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .some((animation) => animation instanceof CSSAnimation && animation.playState === "running"),
      );
    await expect.poll(isPlaying).toBe(false);
    await session.send("Animation.setPlaybackRate", { playbackRate: 1 });
    await pause.uncheck();
    await expect.poll(() => heard(page), { timeout: 60_000 }).toBe(events.length);
    // The animation does not start again.
    await expect.poll(isPlaying).toBe(false);
  });

  it("the home page of the documentation offers three starting points, each with a guide, within the height of a screen", async () => {
    const page = await site.look("/", desktopViewportOptions);
    for (const [link, to] of [
      ["Connect an order system", "/docs/guides/order-system"],
      ["Build a driver app", "/docs/guides/driver-app"],
      ["Connect telematics", "/docs/guides/telematics"],
    ] as const)
      expect(await page.getByRole("link", { name: link }).getAttribute("href")).toBe(to);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
  });
});
