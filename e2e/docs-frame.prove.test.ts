import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatingCompany } from "../apps/docs/company";
import { hasChromium } from "./browser";
import { type DocsSite, docsPageTitleByRoute, startDocs, waitUntilHydrated } from "./docs-testkit";

const narrowViewport: BrowserContextOptions = { viewport: { width: 995, height: 800 } };
/** Address of one of the longest pages. */
const LONG_PAGE = "/docs/api/errors/error-types";

/** Titles are sentences of the specification's section 2; its numbers are in the tests. */
describe.skipIf(!hasChromium)("the frame of the documentation site (needs /usr/bin/chromium)", () => {
  let site: DocsSite;
  /** Page for tests that do not depend on each other. */
  let visitor: Page;
  beforeAll(async () => {
    site = await startDocs();
    visitor = await site.browser.newPage({ baseURL: site.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(() => site.close());

  const scrolledTo = (page: Page) => page.evaluate(() => window.scrollY);
  const topOf = (page: Page, selector: string) =>
    page.evaluate((found) => document.querySelector(found)?.getBoundingClientRect().top ?? Number.NaN, selector);
  const mainNavigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

  it.each(Object.entries(docsPageTitleByRoute))(
    "the documentation's path %s shows the page titled %s",
    async (path, title) => {
      const answer = await visitor.goto(path);
      expect(answer?.status()).toBe(200);
      await waitUntilHydrated(visitor);
      expect(new URL(visitor.url()).pathname).toBe(path);
      await expect.poll(() => visitor.title()).toBe(`${title} | ${operatingCompany.siteTitle}`);
      expect(await visitor.locator("h1").count()).toBe(1);
    },
  );

  it("the tagline of the documentation is 'Effortlessly manage your field service operations.'", async () => {
    const tagline = "Effortlessly manage your field service operations.";
    await visitor.goto("/");
    expect(await visitor.getByRole("heading", { level: 1 }).textContent()).toBe(tagline);
    expect(await visitor.locator("meta[name=description]").getAttribute("content")).toBe(tagline);
  });

  it.each(["/unknown", "/docs/unknown", "/docs/api/unknown", "/openapi/unknown", "/docs/intro/unknown"])(
    "the documentation shows its not-found page for an unknown path such as %s",
    async (path) => {
      expect((await visitor.goto(path))?.status()).toBe(404);
      await waitUntilHydrated(visitor);
      await visitor.getByRole("heading", { name: "Page Not Found", level: 1 }).waitFor();
      await expect.poll(() => visitor.title()).toBe(`Page Not Found | ${operatingCompany.siteTitle}`);
    },
  );

  it("the not-found page of the documentation has a search box and lists the pages with the most similar paths", async () => {
    const page = await site.look("/docs/api/authentification");
    const near = page.getByRole("heading", { name: "Nearest pages" }).locator("+ ul");
    expect(await near.getByRole("link").first().textContent()).toBe("Authentication");
    expect(await page.getByLabel("Search the documentation").inputValue()).toBe("api authentification");
    await page.getByLabel("Search the documentation").fill("idempotency");
    await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL("**/search?q=idempotency");
  });

  it("the pages under /docs have a left sidebar (id docsSidebar), reached from the navbar item 'Documentation'", async () => {
    const { default: sidebars } = await import("../apps/docs/sidebars");
    expect(Object.keys(sidebars)).toEqual(["docsSidebar"]);
    const page = await site.look("/");
    await mainNavigation(page).getByRole("link", { name: "Documentation", exact: true }).click();
    await page.waitForURL("**/docs/intro");
    const sidebar = page.getByRole("navigation", { name: "Docs sidebar" });
    await sidebar.waitFor();
    const [left, right] = await Promise.all([sidebar.boundingBox(), page.locator("main").boundingBox()]);
    expect(left?.x).toBe(0);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    expect(await sidebar.getByRole("link", { name: "Introduction" }).getAttribute("aria-current")).toBe("page");
  });

  it.each(Object.keys(docsPageTitleByRoute))(
    "the documentation's page %s has no link without an address",
    async (path) => {
      await visitor.goto(path);
      await waitUntilHydrated(visitor);
      expect(await visitor.locator("a:not([href])").allInnerTexts()).toEqual([]);
    },
  );

  describe("the loading screen", () => {
    /**
     * Opens a page without one of its scripts. Where inline scripts are forbidden an address keeps its suffix, and its
     * page's script is not among the first that are loaded.
     */
    async function openWithout(part: string, page: Page, onPart: () => Promise<boolean>) {
      await page.route("**/docs/intro.html", async (route) => {
        const answer = await route.fetch({ url: `${site.url}/docs/intro` });
        const headers = { ...answer.headers(), "content-security-policy": "script-src 'self'" };
        await route.fulfill({ response: answer, headers });
      });
      await page.route("**/assets/js/*.js", async (route) => {
        const answer = await route.fetch();
        const isPart = (await answer.text()).includes(part);
        if (isPart && !(await onPart())) await route.abort();
        else await route.fulfill({ response: answer });
      });
      // The held script also delays the load event.
      await page.goto("/docs/intro.html", { waitUntil: "commit" });
    }
    const introduction = '"permalink":"/docs/intro"';

    it("the first load of the documentation shows a spinner after 200 ms", async () => {
      const page = await site.newPage();
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(60_000);
      let release: (goOn: boolean) => void = () => undefined;
      const held = new Promise<boolean>((resolve) => (release = resolve));
      await openWithout(introduction, page, () => held);
      // The clock is stopped again once the site's scripts have been requested.
      const begun = page.locator('head > script[src*="/main."]');
      await expect.poll(() => page.clock.runFor(20).then(() => begun.count())).toBe(1);
      await page.locator("article").waitFor({ state: "detached" });
      const spinner = page.getByRole("progressbar", { name: "Loading" });
      await page.clock.runFor(199);
      expect(await spinner.count()).toBe(0);
      await page.clock.runFor(1);
      await spinner.waitFor();
      release(true);
      await page.getByRole("heading", { name: "Introduction", level: 1 }).waitFor();
      expect(await spinner.count()).toBe(0);
    });

    it("the first load of the documentation shows the error and a Retry button when a file cannot be loaded", async () => {
      const page = await site.newPage();
      let isBroken = true;
      await openWithout(introduction, page, async () => !isBroken);
      const failed = page.getByRole("alert").filter({ hasText: /Loading chunk .+ failed/ });
      await failed.waitFor();
      isBroken = false;
      await failed.getByRole("button", { name: "Retry" }).click();
      await page.getByRole("heading", { name: "Introduction", level: 1 }).waitFor();
    });
  });

  it("the documentation scrolls to the top when the path changes", async () => {
    const page = await site.look(LONG_PAGE);
    await page.evaluate(() => window.scrollTo(0, 5_000));
    await mainNavigation(page).getByRole("link", { name: "Documentation", exact: true }).click();
    await page.waitForURL("**/docs/intro");
    await expect.poll(() => scrolledTo(page)).toBe(0);
  });

  it("the documentation scrolls to the target of the URL's hash", async () => {
    const page = await site.look("/");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("CASE_FINALIZED");
    await page
      .getByRole("option", { name: /CASE_FINALIZED/ })
      .first()
      .click();
    await page.waitForURL(`**${LONG_PAGE}#CASE_FINALIZED`);
    await expect.poll(() => scrolledTo(page), { timeout: 20_000 }).toBeGreaterThan(5_000);
    // The target has to be below the navbar, which would otherwise cover it.
    const top = await topOf(page, "#CASE_FINALIZED");
    expect(top).toBeGreaterThanOrEqual(await page.locator(".navbar").evaluate((bar) => bar.clientHeight));
    expect(top).toBeLessThan(200);
  });

  it("the documentation scrolls to the top when a link removes the URL's hash", async () => {
    const page = await site.look(`${LONG_PAGE}#CASE_FINALIZED`);
    await expect.poll(() => scrolledTo(page)).toBeGreaterThan(5_000);
    await page.getByRole("navigation", { name: "Docs sidebar" }).getByRole("link", { name: "Error types" }).click();
    await page.waitForURL(`**${LONG_PAGE}`);
    await expect.poll(() => scrolledTo(page)).toBe(0);
  });

  it("the documentation reloads in the browser when a page fails to load during navigation", async () => {
    const page = await site.look("/");
    await page.route("**/assets/js/*.js", async (route) => {
      const answer = await route.fetch();
      if ((await answer.text()).includes("Find an operation")) await route.abort();
      else await route.fulfill({ response: answer });
    });
    // The link leads to a page that was not loaded before, which would come from the cache; the mark on the window
    // shows a reload.
    await page.evaluate(() => Object.assign(window, { isTheFirst: true }));
    const reloaded = page.waitForEvent("load");
    await mainNavigation(page).getByRole("link", { name: "API reference" }).click();
    await reloaded;
    expect(await page.evaluate(() => "isTheFirst" in window)).toBe(false);
    expect(new URL(page.url()).pathname).toBe("/openapi/");
  });

  it.each([
    ["/index.html", "/"],
    ["/docs/intro.html", "/docs/intro"],
    ["/docs/api/index.html?a=1#b", "/docs/api/?a=1#b"],
    ["/openapi/index.html", "/openapi/"],
  ])("the documentation's server redirects paths ending in .html or /index.html: %s to %s", async (path, target) => {
    await visitor.goto(path);
    expect(visitor.url()).toBe(site.url + target);
  });

  it("the documentation's script removes .html and /index.html from the URL on a server that does not redirect", async () => {
    const page = await site.newPage();
    for (const [path, target] of [
      ["/docs/intro.html", "/docs/intro"],
      ["/docs/intro/index.html?a=1#b", "/docs/intro?a=1#b"],
    ] as const) {
      await page.route(`**${path}`, async (route) =>
        route.fulfill({ response: await route.fetch({ url: `${site.url}/docs/intro` }) }),
      );
      await page.goto(path);
      await waitUntilHydrated(page);
      expect(page.url()).toBe(site.url + target);
      await page.getByRole("heading", { name: "Introduction", level: 1 }).waitFor();
    }
  });

  describe("the documentation prefetches pages unless the connection is 2g or data-saver is on", () => {
    const prefetched = (page: Page) => page.locator("link[rel=prefetch]").count();
    const on = async (connection: object) => {
      const page = await site.newPage();
      await page.addInitScript((kind) => {
        Object.defineProperty(navigator, "connection", { value: kind });
      }, connection);
      await page.goto("/docs/intro");
      await waitUntilHydrated(page);
      return page;
    };

    it("the documentation prefetches linked pages on a fast connection", async () => {
      const page = await on({ effectiveType: "4g", saveData: false });
      await expect.poll(() => prefetched(page)).toBeGreaterThan(0);
    });

    it.each([
      { effectiveType: "2g", saveData: false },
      { effectiveType: "slow-2g", saveData: false },
      { effectiveType: "4g", saveData: true },
    ])(
      "the documentation prefetches no pages on a connection with effectiveType $effectiveType and saveData $saveData",
      async (connection) => {
        const page = await on(connection);
        const sidebar = page.getByRole("navigation", { name: "Docs sidebar" });
        await sidebar.getByRole("link", { name: "Webhooks" }).hover();
        // Opening a page still loads it.
        await mainNavigation(page).getByRole("link", { name: "API reference" }).click();
        await page.getByRole("heading", { name: "API reference", level: 1 }).waitFor();
        expect(await prefetched(page)).toBe(0);
      },
    );
  });

  it("a page of the documentation begins with a skip-to-main-content link", async () => {
    const page = await site.look("/docs/intro");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to main content" });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");
    // The next Tab goes into the content, and not through the navbar.
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(() => document.activeElement?.closest("#__docusaurus_skipToContent_fallback") !== null),
    ).toBe(true);
  });

  it("the navbar of the documentation stays visible while scrolling", async () => {
    const page = await site.look(LONG_PAGE);
    const navbar = mainNavigation(page);
    for (const top of [300, 4_000, 8_000, 200]) {
      await page.mouse.wheel(0, top - (await scrolledTo(page)));
      await expect.poll(() => scrolledTo(page)).toBeGreaterThan(100);
      expect((await navbar.boundingBox())?.y).toBe(0);
    }
  });

  it("the documentation has a mobile sidebar below a width of 996 px", async () => {
    const menu = (page: Page) => page.getByRole("button", { name: "Toggle navigation bar" });
    const desktop = await site.look("/docs/intro", { viewport: { width: 996, height: 800 } });
    expect(await menu(desktop).isVisible()).toBe(false);
    await desktop.getByRole("navigation", { name: "Docs sidebar" }).waitFor();
    const page = await site.look("/docs/intro", narrowViewport);
    expect(await page.getByRole("navigation", { name: "Docs sidebar" }).count()).toBe(0);
    await menu(page).click();
    const sidebar = page.locator(".navbar-sidebar");
    await sidebar
      .getByRole("link", { name: "Authentication" })
      .or(sidebar.getByRole("link", { name: "API", exact: true }))
      .first()
      .click();
    await page.waitForURL("**/docs/api/**");
  });

  it("a page of the documentation has a color-mode toggle, a search box and a footer", async () => {
    const page = await site.look("/docs/intro");
    await page.getByRole("button", { name: /Switch between dark and light mode/ }).waitFor();
    await page.getByRole("button", { name: "Search" }).waitFor();
    await page.getByRole("contentinfo").waitFor();
  });

  it("the navbar of the documentation has Documentation, Imprint, the parent company, and a right-aligned 'Sign Up'", async () => {
    const page = await site.look("/");
    const link = (name: string) => mainNavigation(page).getByRole("link", { name: new RegExp(`^${name}`) });
    expect(await link("Documentation").getAttribute("href")).toBe("/docs/intro");
    expect(await link("Imprint").getAttribute("href")).toBe(operatingCompany.imprint);
    expect(await link(operatingCompany.parent.label).getAttribute("href")).toBe(operatingCompany.parent.url);
    expect(await link("Sign Up").getAttribute("href")).toBe(operatingCompany.mainSite);
    expect(await link("Sign Up").evaluate((item) => item.closest(".navbar__items--right") !== null)).toBe(true);
    expect(await link("Imprint").evaluate((item) => item.closest(".navbar__items--right") === null)).toBe(true);
  });

  it("the footer of the documentation has only the text 'Copyright © 2025 {company} GmbH'", async () => {
    // The dismissal also holds in another year.
    const page = await site.newPage();
    await page.clock.setFixedTime("2031-07-01T12:00:00Z");
    await page.goto("/");
    await waitUntilHydrated(page);
    expect(await page.getByRole("contentinfo").innerText()).toBe(`Copyright © 2025 ${operatingCompany.name} GmbH`);
    expect(await page.getByRole("contentinfo").locator("a, img, button").count()).toBe(0);
  });

  it("page titles of the documentation have the form 'page title | site title', also after navigation", async () => {
    const page = await site.look("/");
    expect(await page.title()).toBe(`Home | ${operatingCompany.siteTitle}`);
    await mainNavigation(page).getByRole("link", { name: "Documentation", exact: true }).click();
    await expect.poll(() => page.title()).toBe(`Introduction | ${operatingCompany.siteTitle}`);
    await page.goBack();
    await expect.poll(() => page.title()).toBe(`Home | ${operatingCompany.siteTitle}`);
  });

  it("the table of contents of a documentation page covers heading levels 2 to 3", async () => {
    const page = visitor;
    for (const path of Object.keys(docsPageTitleByRoute).filter((route) => route.startsWith("/docs/"))) {
      await page.goto(path);
      const listed = await page
        .locator(".theme-doc-toc-desktop .table-of-contents a")
        .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      const wanted = await page
        .locator(".theme-doc-markdown :is(h2, h3)[id]")
        .evaluateAll((all) => all.map((heading) => `#${heading.id}`));
      expect([path, listed]).toEqual([path, wanted]);
    }
  });
});
