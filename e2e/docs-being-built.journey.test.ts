import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import { createDocsSite } from "../apps/api/src/platform/sites/docs-site";
import { hasChromium, launchBrowser } from "./browser";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("the documentation while it is being built (needs /usr/bin/chromium)", () => {
  const home = mkdtempSync(join(tmpdir(), "leitstand-docs-"));
  const folder = join(home, "build");
  const progressFile = join(home, "progress.json");
  const clock = { now: () => new Date("2026-03-03T09:00:20Z") };
  const site = createDocsSite({ folder, progressFile, clock, apiOrigin: "http://127.0.0.1:9" });
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    writeFileSync(progressFile, JSON.stringify({ started_at: "2026-03-03T09:00:00Z", usual_seconds: 60 }));
    url = await site.listen({ host: "127.0.0.1", port: 0 });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    rmSync(home, { recursive: true });
  });

  it.each(["light", "dark"] as const)(
    "the documentation's path returns an accessible page with the progress of the build while it is being built (%s)",
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 640 } });
      await page.goto(`${url}/docs/intro`);
      await page.getByRole("heading", { name: "The documentation is being built." }).waitFor();
      const bar = page.getByRole("progressbar", { name: "Building the documentation" });
      expect(Number(await bar.getAttribute("value"))).toBeGreaterThanOrEqual(20);
      await page.getByText(/About \d+ seconds left/).waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.close();
    },
  );

  it("the page with the build's progress loads the requested page of the documentation once the build has finished", async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/docs/intro`);
    await page.getByRole("heading", { name: "The documentation is being built." }).waitFor();
    mkdirSync(join(folder, "docs/intro"), { recursive: true });
    writeFileSync(join(folder, "docs/intro/index.html"), "<!doctype html><title>Intro</title><h1>Introduction</h1>");
    const manifest = { routes: ["/docs/intro"], script_hashes: [], site_url: url, redirects: {} };
    writeFileSync(join(folder, "served.json"), JSON.stringify(manifest));
    await page.getByRole("heading", { name: "Introduction" }).waitFor();
    await page.close();
  });
});
