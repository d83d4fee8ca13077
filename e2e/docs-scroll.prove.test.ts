import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../packages/contract/src/operations";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs } from "./docs-testkit";

describe.skipIf(!hasChromium)("scroll positions of the documentation site", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
  /** Scrolls down step by step, as a reader does. */
  const readTo = (page: Page, top: number) =>
    page.evaluate(
      (to) =>
        new Promise<void>((done) => {
          window.addEventListener("scroll", () => done(), { once: true });
          window.scrollTo(0, to);
        }),
      top,
    );
  /**
   * Whether the page is scrolled to about here: the address of the API, which is filled in late, may make lines above
   * it longer.
   */
  const isNear = async (page: Page, top: number) => Math.abs((await scrolled(page)) - top) < 100;
  const shows = (page: Page, id: "createCase" | "receiveAction") =>
    page.getByRole("heading", { name: operations[id].summary, level: 1 }).waitFor();

  it("an operation's page opens at the top, and by the browser's back button at its previous scroll position", async () => {
    const page = await site.look("/openapi/createCase");
    const menu = page.getByRole("navigation", { name: "Operations" });
    await readTo(page, 900);
    await menu.locator('a[href="/openapi/receiveAction"]').evaluate((link: HTMLElement) => link.click());
    await shows(page, "receiveAction");
    await expect.poll(() => scrolled(page)).toBe(0);
    await readTo(page, 400);
    await page.goBack();
    await shows(page, "createCase");
    await expect.poll(() => isNear(page, 900)).toBe(true);
    await page.goForward();
    await shows(page, "receiveAction");
    await expect.poll(() => isNear(page, 400)).toBe(true);
  });

  it("an operation's page returns to its previous scroll position even after the URL of one of its parts was typed", async () => {
    const page = await site.look("/openapi/createCase");
    await shows(page, "createCase");
    await readTo(page, 900);
    await page.evaluate(() => (window.location.hash = "#somewhere"));
    await readTo(page, 400);
    const menu = page.getByRole("navigation", { name: "Operations" });
    await menu.locator('a[href="/openapi/receiveAction"]').evaluate((link: HTMLElement) => link.click());
    await shows(page, "receiveAction");
    await page.evaluate(() => window.history.go(-2));
    await shows(page, "createCase");
    await expect.poll(() => isNear(page, 900)).toBe(true);
  });
});
