import { readFileSync } from "node:fs";
import { Window } from "happy-dom";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { axeColorRules, type DocsSite, docsBuild, startDocs, waitUntilHydrated } from "./docs-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const { routes } = JSON.parse(readFileSync(`${docsBuild}served.json`, "utf8")) as { routes: readonly string[] };
/**
 * Addresses to check; pages of the next version equal the others except for declared changes, so one of them is enough.
 */
const checkedAddresses = [
  ...routes.filter((route) => !route.startsWith("/docs/next/")),
  "/docs/next/intro",
  "/unknown",
];

const desktopViewport = { width: 1280, height: 800 };
const phoneViewport = { width: 360, height: 740 };

const themesWithRules = [["light"], ["dark", axeColorRules]] as const;

/** Tests that run for every page. */
describe.skipIf(!hasChromium)("every page of the documentation site", () => {
  let site: DocsSite;
  let page: Page;
  /** One window for all pages, which keeps the stylesheets and scripts that it has read. */
  let reader: Window;
  const strangers: string[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    site = await startDocs();
    reader = new Window({ url: site.url });
    page = await site.browser.newPage({ baseURL: site.url, viewport: desktopViewport });
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${site.url}/`))
        strangers.push(request.url());
    });
    page.on("console", (line) => {
      if (line.type() === "error" || line.type() === "warning")
        complaints.push(`${line.text()} ${line.location().url}`);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
  });
  afterAll(() => site.close());

  it.each(checkedAddresses)(
    "the documentation's page %s requests nothing from other origins, logs no errors, and is accessible in light and dark",
    async (address) => {
      strangers.length = complaints.length = 0;
      await page.goto(address);
      await waitUntilHydrated(page);
      // Between two colours of a transition the contrast is lower than at its end.
      await page.addStyleTag({ content: "* { transition: none !important }" });
      for (const [theme, rules] of themesWithRules) {
        await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
        expect([theme, await findAccessibilityViolations(page, rules)]).toEqual([theme, []]);
      }
      await page.waitForLoadState("networkidle");
      expect(strangers).toEqual([]);
      const isMissing = address === "/unknown";
      expect(complaints.filter((text) => !(isMissing && text.includes("404")))).toEqual([]);
      await page.setViewportSize(phoneViewport);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phoneViewport.width);
      await page.setViewportSize(desktopViewport);
    },
  );

  it.each(
    checkedAddresses.filter((address) => address.startsWith("/docs/") || address === "/" || address === "/openapi/"),
  )("the documentation's page %s has the meta tags for previews of links", async (address) => {
    // The page as it is sent, which is what programs read.
    const { head, title } = await headOf(address);
    expect(head('meta[name="description"]', "content")?.length).toBeGreaterThan(20);
    expect(head('meta[property="og:title"]', "content")).toContain(" | ");
    expect(new URL(head('link[rel="canonical"]', "href") ?? "").pathname).toBe(address);
    if (address.startsWith("/docs/next/")) return;
    const picture = head('meta[property="og:image"]', "content");
    const drawn = await fetch(site.url + new URL(picture ?? "").pathname);
    const { width, height } = PNG.sync.read(Buffer.from(await drawn.arrayBuffer()));
    expect([width, height]).toEqual([1200, 630]);
    const twin = head('link[rel="alternate"][type="text/markdown"]', "href");
    const markdown = await (await fetch(`${site.url}${twin}`)).text();
    expect(markdown).toContain(`# ${title}`);
  });

  // Hundreds of pages are read and thousands of addresses asked for: minutes on a busy machine.
  it("every address of the documentation that one of its pages links to exists", async () => {
    const named = new Map<string, string>();
    for (const address of routes) {
      const document = await documentOf(address);
      for (const element of document.querySelectorAll("[href], [src]")) {
        const to = element.getAttribute("href") ?? element.getAttribute("src") ?? "";
        if (/^\/(?!\/)/.test(to)) named.set(to.replace(/#.*/, ""), address);
      }
    }
    const gone: string[] = [];
    for (const [to, address] of named) {
      const { status } = await fetch(site.url + to);
      if (status !== 200) gone.push(`${to} on ${address}: ${status}`);
    }
    expect(gone).toEqual([]);
    expect(named.size).toBeGreaterThan(routes.length);
  }, 600_000);

  async function documentOf(address: string) {
    return new reader.DOMParser().parseFromString(await (await fetch(site.url + address)).text(), "text/html");
  }

  async function headOf(address: string) {
    const document = await documentOf(address);
    return {
      head: (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? undefined,
      title: document.querySelector("h1")?.textContent,
    };
  }
});
