import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../packages/contract/src/operations";
import { operatingCompany } from "../apps/docs/company";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs } from "./docs-testkit";

const siteOrigin = "https://docs.customer.example";

/** The public address of the site is known to its server (DOCS_URL), and not to its build. */
describe.skipIf(!hasChromium)("addresses of the documentation site", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs({ siteOrigin });
  });
  afterAll(() => site.close());

  const textAt = async (path: string) => {
    const answer = await fetch(site.url + path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };

  it.each([
    "/llms.txt",
    "/robots.txt",
    "/sitemap.xml",
    "/feed.atom",
    "/docs/intro.md",
    "/openapi.md",
    "/docs/intro",
    "/",
  ])("%s names the address at which the documentation is served, and not the one of its build", async (path) => {
    const text = await textAt(path);
    expect(text).toContain(siteOrigin);
    expect(text).not.toContain(operatingCompany.siteUrl);
  });

  it("all links of the documentation's feed are absolute", async () => {
    const feed = await textAt("/feed.atom");
    const links = [...feed.matchAll(/href=(?:"|&quot;)(.*?)(?:"|&quot;)/g)].map(([, href]) => href as string);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((href) => !/^https?:\/\//.test(href))).toEqual([]);
  });

  it("canonical and og links of the documentation keep the server's address when the page changes in the browser", async () => {
    const page = await site.look("/docs/intro");
    await page.getByRole("navigation", { name: "Docs sidebar" }).getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
    const href = () => page.locator("link[rel=canonical]").getAttribute("href");
    await expect.poll(href).toBe(`${siteOrigin}/docs/webhooks`);
    for (const property of ["og:url", "og:image"]) {
      const content = await page.locator(`meta[property="${property}"]`).getAttribute("content");
      expect(new URL(content ?? "").origin).toBe(siteOrigin);
    }
  });

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

  it("an operation named after the # is shown from its top, wherever it stands in the overview", async () => {
    const page = await site.look("/openapi/#createCase");
    await shows(page, "createCase");
    await expect.poll(() => scrolled(page)).toBe(0);
  });

  it("an operation is shown from its top, and by the browser's back button at its former scroll position", async () => {
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

  it("an operation returns to its former scroll position, even after a typed address of one of its parts", async () => {
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

  it.each([
    ["/docs", "text/html"],
    ["/robots.txt", "text/plain"],
    ["/favicon.ico", "image/"],
  ])("the documentation's address %s answers", async (path, type) => {
    const answer = await fetch(site.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain(type);
  });
});
