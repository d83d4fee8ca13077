import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { testClock } from "../apps/api/src/testing/test-clock";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { openDriverPhone, beginShiftOnScreen, planDriverTour, signInOnPhone, typePin } from "./driver/driver-testkit";

const FIRST_LOAD_KIB_MAX = 130;
/** Slowdown of the processor, for a phone of some years ago. */
const CPU_SLOWDOWN = 6;
const OFFLINE_START_MS_MAX = 2_500;
const FEEDBACK_MS_MAX = 100;

describe.skipIf(!hasChromium)("the app on a slow phone (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    // Pages measure times here by a clock that is not moved; no test depends on the day or the hour.
    testClock.followMachine();
    product = await openConsole();
  });
  afterAll(() => product.close());

  it(`the driver app loads at most ${FIRST_LOAD_KIB_MAX} KiB of compressed scripts before it is usable`, async () => {
    const { page, context } = await openDriverPhone(product, "bestattung");
    await page.getByLabel("Ihre Firma").waitFor();
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".js") ? name : [])),
    );
    const bodies = await Promise.all(scripts.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
    const kib = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024;
    expect(kib).toBeGreaterThan(50);
    expect(kib).toBeLessThanOrEqual(FIRST_LOAD_KIB_MAX);
    await context.close();
  });

  it("the driver app has an icon in each size that home screens need", async () => {
    const { page, context } = await openDriverPhone(product, "bestattung");
    const [apple] = await page.locator("link[rel=apple-touch-icon]").all();
    const response = await fetch(`${product.url}/driver/manifest.webmanifest`);
    const { icons } = (await response.json()) as {
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    const drawn = icons.filter(({ type }) => type === "image/png");
    expect(drawn.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ["192x192", "any maskable"],
      ["512x512", "any maskable"],
    ]);
    const all = [...drawn, { src: (await apple?.getAttribute("href")) ?? "", sizes: "180x180" }];
    for (const { src, sizes } of all) {
      const icon = await fetch(new URL(src, product.url));
      expect(icon.headers.get("content-type")).toBe("image/png");
      const header = Buffer.from(await icon.arrayBuffer());
      expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes);
    }
    await context.close();
  });

  // Times are only meaningful when nothing else runs.
  it.skipIf(process.env["TIMINGS"] !== "1")(
    `the driver app starts without network within ${OFFLINE_START_MS_MAX} ms and reacts to a tap within ${FEEDBACK_MS_MAX} ms on a phone ${CPU_SLOWDOWN} times slower (needs TIMINGS=1 and an idle machine)`,
    async () => {
      const phone = await openDriverPhone(product, "bestattung");
      const { page, context } = phone;
      await planDriverTour(await product.signIn("bestattung"), phone, [
        funeralCaseRequest({ display_name: "Fuchs, Alois" }),
      ]);
      await signInOnPhone(product, "bestattung", phone);
      await beginShiftOnScreen(page);
      await page.locator(".case-card").getByText("Zugewiesen").waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready);
      await context.setOffline(true);
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
      const starts: number[] = [];
      for (let start = 0; start < 5; start++) {
        await page.reload({ waitUntil: "commit" });
        await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
        starts.push(await page.evaluate(() => performance.now()));
      }
      await typePin(page);
      await page.getByRole("alertdialog").getByRole("button", { name: "Annehmen" }).waitFor();
      const feedback = await timeToFeedback(page);
      console.log(`offline start ${starts.map(Math.round).join(", ")} ms; feedback ${Math.round(feedback)} ms`);
      expect(starts.toSorted((a, b) => a - b)[2]).toBeLessThanOrEqual(OFFLINE_START_MS_MAX);
      expect(feedback).toBeLessThanOrEqual(FEEDBACK_MS_MAX);
      await context.close();
    },
    120_000,
  );
});

/** Milliseconds from the press to the next frame with a change, by the page's own clock. */
const timeToFeedback = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const button = document.querySelector<HTMLElement>("[role=alertdialog] button.primary");
        const began = performance.now();
        new MutationObserver((_changes, observer) => {
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        button?.click();
      }),
  );
