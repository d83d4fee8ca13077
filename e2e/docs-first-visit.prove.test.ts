import { statSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../packages/contract/src/operations";
import { hasChromium } from "./browser";
import { type DocsSite, docsBuild, startDocs, waitUntilHydrated } from "./docs-testkit";

const firstVisitPages = [
  "/",
  "/docs/guides/driver-app",
  "/docs/concepts/case",
  "/openapi/",
  "/openapi/receiveAction",
] as const;
const KILOBYTE = 1_024;

/** Every visitor is new: no cache, no storage. */
describe.skipIf(!hasChromium)("the first visit to the documentation site", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  it.each(firstVisitPages)(
    "%s of the documentation is set in Inter, and its layout does not shift while it loads",
    async (path) => {
      const page = await site.newPage({ viewport: { width: 1440, height: 900 } });
      await watchLayoutShifts(page);
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await fontOfElement(page, "h1")).toMatch(/^Inter/);
      expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.02);
    },
  );

  it.each([...firstVisitPages, "/openapi/updateCase", "/openapi/updateCaseTimeWindow", "/openapi/reassignCase"])(
    "%s of the documentation does not shift its layout on a phone when fonts arrive late, one after the other",
    async (path) => {
      const page = await site.newPage({ viewport: { width: 412, height: 823 } });
      await watchLayoutShifts(page);
      const held: Route[] = [];
      await page.route("**/*.woff2", (route) => void held.push(route));
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      const isInter = (route: Route) => route.request().url().includes("inter");
      await expect.poll(() => held.some(isInter)).toBe(true);
      for (const route of held.filter(isInter)) await route.continue();
      await page.waitForFunction(() => document.fonts.check("16px 'Inter Variable'"));
      for (const route of held.filter((one) => !isInter(one))) await route.continue();
      await page.unrouteAll();
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.05);
    },
  );

  it("tabs with code are not made a second time once the scripts of the page have loaded", async () => {
    const page = await site.newPage({ viewport: { width: 412, height: 823 } });
    await page.addInitScript(() =>
      document.addEventListener("DOMContentLoaded", () =>
        Object.assign(window, { panels: [...document.querySelectorAll('[role="tabpanel"]')] }),
      ),
    );
    await page.goto("/docs/guides/driver-app", { waitUntil: "networkidle" });
    await waitUntilHydrated(page);
    const panels = await page.evaluate(() =>
      (window as unknown as { panels: readonly Element[] }).panels.map((panel) => panel.isConnected),
    );
    expect(panels.length).toBeGreaterThan(0);
    expect(panels).not.toContain(false);
  });

  it.each(["/openapi/", "/openapi/receiveAction"])(
    "%s of the documentation loads 300 KB at most with fonts, and its HTML is 60 KB at most",
    async (path) => {
      const page = await site.newPage();
      const sizes = await compressedBytesByType(page, path);
      expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300 * KILOBYTE);
      expect(sizes.get(site.url + path)).toBeLessThanOrEqual(60 * KILOBYTE);
    },
  );

  it("no operation's page of the documentation is larger than 60 KB compressed", () => {
    const heavy = Object.keys(operations).filter(
      (id) => statSync(`${docsBuild}openapi/${id}/index.html.br`).size > 60 * KILOBYTE,
    );
    expect(heavy).toEqual([]);
  });

  it("the overview /openapi/ of the documentation is painted within a second", async () => {
    const page = await site.newPage();
    await page.goto("/openapi/", { waitUntil: "networkidle" });
    const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    expect(painted).toBeLessThanOrEqual(1_000);
  });
});

async function watchLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Font that the letters are drawn with, not the one that was requested. */
async function fontOfElement(page: Page, selector: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.map(({ familyName }) => familyName).join(", ");
}

/** Compressed bytes that a page loads, without files that it prefetches for other pages. */
async function compressedBytesByType(page: Page, path: string): Promise<ReadonlyMap<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (type !== "Other" && type !== "Prefetch") urls.set(requestId, request.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url !== undefined) sizes.set(url, encodedDataLength);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  return sizes;
}
