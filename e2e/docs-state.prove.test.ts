import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announcementBar } from "../apps/docs/announcement";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs, waitUntilHydrated } from "./docs-testkit";

/** Behaviours of the specification's section 4, Site UI; apps/docs/behaviours.test.ts lists their titles. */
describe.skipIf(!hasChromium)("what the documentation site remembers and unfolds", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  const theme = (page: Page) => page.locator("html").getAttribute("data-theme");
  const toggle = (page: Page) => page.getByRole("button", { name: /Switch between dark and light mode/ });
  const bar = (page: Page) => page.locator(".theme-announcement-bar");
  /** Value in local storage; keys have a suffix that Docusaurus generates. */
  const stored = (page: Page, prefix: string) =>
    page.evaluate(
      (begin) => Object.entries(localStorage).find(([key]) => key.startsWith(begin))?.[1] as unknown,
      prefix,
    );

  it("the documentation's color mode is light by default and toggles only between dark and light, ignoring the system's choice", async () => {
    const page = await site.look("/docs/intro", { colorScheme: "dark" });
    expect(await theme(page)).toBe("light");
    const seen: (string | null)[] = [];
    for (let click = 0; click < 4; click++) {
      await toggle(page).click();
      seen.push(await theme(page), await page.locator("html").getAttribute("data-theme-choice"));
    }
    expect(seen).toEqual(["dark", "dark", "light", "light", "dark", "dark", "light", "light"]);
  });

  it("the documentation applies the remembered color mode before its scripts run", async () => {
    const page = await site.look("/docs/intro");
    await toggle(page).click();
    await page.context().route("**/assets/js/**", (route) => route.abort());
    await page.goto("/openapi/");
    expect(await theme(page)).toBe("dark");
  });

  it("the mobile sidebar of the documentation opens by its button, and closes at desktop width", async () => {
    const page = await site.look("/docs/intro", { viewport: { width: 995, height: 800 } });
    const sidebar = page.locator(".navbar-sidebar--show");
    expect(await sidebar.count()).toBe(0);
    await page.getByRole("button", { name: "Toggle navigation bar" }).click();
    await sidebar.waitFor();
    await page.setViewportSize({ width: 996, height: 800 });
    await sidebar.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 995, height: 800 });
    await page.getByRole("button", { name: "Toggle navigation bar" }).waitFor();
    expect(await sidebar.count()).toBe(0);
  });

  it("a dropdown of the documentation's navbar expands by keyboard, and collapses by a click elsewhere", async () => {
    const page = await site.look("/docs/intro");
    const button = page.getByRole("button", { name: "v1", exact: true });
    const next = page.getByRole("link", { name: "next", exact: true });
    expect([await button.getAttribute("aria-expanded"), await next.isVisible()]).toEqual(["false", false]);
    await button.focus();
    await page.keyboard.press("Enter");
    await next.waitFor();
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    await page.locator("main").click({ position: { x: 5, y: 5 } });
    await expect.poll(() => next.isVisible()).toBe(false);
  });

  it("the documentation's announcement bar stays dismissed for the id of its announcement", async () => {
    const page = await site.look("/docs/intro");
    await bar(page).waitFor();
    await bar(page).getByRole("button", { name: "Close" }).click();
    await bar(page).waitFor({ state: "detached" });
    await page.goto("/");
    await waitUntilHydrated(page);
    expect(await bar(page).count()).toBe(0);
    expect(await stored(page, "docusaurus.announcement.id")).toBe(announcementBar.id);
    expect(await stored(page, "docusaurus.announcement.dismiss")).toBe("true");
  });

  it("the documentation's announcement bar is shown again when the announcement has a new id", async () => {
    const page = await site.look("/docs/intro");
    await bar(page).getByRole("button", { name: "Close" }).click();
    // Puts the browser into the state after a reader has dismissed the previous announcement.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("docusaurus.announcement.id")) ?? "";
      localStorage.setItem(key, "an earlier one");
    });
    await page.goto("/");
    await waitUntilHydrated(page);
    expect(await bar(page).isVisible()).toBe(true);
    await page.reload();
    await waitUntilHydrated(page);
    expect(await bar(page).isVisible()).toBe(true);
  });

  it("the documentation remembers the chosen version in local storage", async () => {
    const page = await site.look("/docs/intro");
    await page.getByRole("button", { name: "v1", exact: true }).hover();
    await page.getByRole("link", { name: "next", exact: true }).click();
    await page.waitForURL("**/docs/next/intro");
    await expect.poll(() => stored(page, "docs-preferred-version-default")).toBe("next");
    await page.getByText("unreleased documentation").waitFor();
    await page.goto("/");
    await waitUntilHydrated(page);
    const documentation = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Documentation" });
    expect(await documentation.getAttribute("href")).toBe("/docs/next/intro");
  });

  describe("consent", () => {
    const analyticsScript = "https://analytics.example/count.js";
    let counted: DocsSite;
    beforeAll(async () => {
      counted = await startDocs({ analyticsScript });
    });
    afterAll(() => counted.close());

    async function look() {
      const page = await counted.newPage();
      const asked: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(counted.url)) asked.push(request.url());
      });
      await page.route(analyticsScript, (route) =>
        route.fulfill({ contentType: "text/javascript", body: "window.isCounted = true" }),
      );
      const go = async (path: string) => {
        await page.goto(path);
        await waitUntilHydrated(page);
      };
      await go("/docs/intro");
      return { page, asked, go, banner: page.getByRole("region", { name: "Privacy settings" }) };
    }

    it("the documentation requests the analytics script only after the reader's consent, and then on every visit", async () => {
      const { page, asked, go, banner } = await look();
      await banner.waitFor();
      await go("/openapi/");
      await banner.waitFor();
      expect(asked).toEqual([]);
      await banner.getByRole("button", { name: "Agree" }).click();
      await page.waitForFunction(() => "isCounted" in window);
      await go("/docs/intro");
      await page.waitForFunction(() => "isCounted" in window);
      expect(asked).toEqual([analyticsScript, analyticsScript]);
      expect(await banner.count()).toBe(0);
    });

    it("a reader of the documentation who declined analytics is not asked again, and can consent and withdraw later", async () => {
      const { page, asked, go, banner } = await look();
      await banner.getByRole("button", { name: "Decline" }).click();
      await go("/docs/intro");
      const settings = page.getByRole("button", { name: "Privacy settings" });
      await settings.waitFor();
      expect([await banner.count(), asked]).toEqual([0, []]);
      await settings.click();
      await banner.getByRole("button", { name: "Agree" }).click();
      await page.waitForFunction(() => "isCounted" in window);
      await settings.click();
      await banner.getByRole("button", { name: "Decline" }).click();
      await page.waitForFunction(() => !("isCounted" in window));
      await settings.waitFor();
      expect(asked).toEqual([analyticsScript]);
    });

    it("the documentation asks for no consent when no analytics script is configured", async () => {
      const page = await site.look("/");
      await page.waitForLoadState("networkidle");
      expect(await page.getByText("Privacy settings").count()).toBe(0);
    });
  });

  it("a printed page of the documentation has no navbar and no sidebar", async () => {
    const page = await site.look("/docs/intro");
    await page.emulateMedia({ media: "print" });
    for (const part of ["Main", "Docs sidebar"]) {
      expect(await page.getByRole("navigation", { name: part }).isVisible()).toBe(false);
    }
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  });
});
