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
  ])(
    "%s of the documentation contains the address at which it is served, and not the one of its build",
    async (path) => {
      const text = await textAt(path);
      expect(text).toContain(siteOrigin);
      expect(text).not.toContain(operatingCompany.siteUrl);
    },
  );

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

  it("an operation's hash URL opens the page of that operation at the top", async () => {
    const page = await site.look("/openapi/#createCase");
    await page.getByRole("heading", { name: operations.createCase.summary, level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(0);
  });

  it.each([
    ["/docs", "text/html"],
    ["/robots.txt", "text/plain"],
    ["/favicon.ico", "image/"],
  ])("the documentation's path %s is served", async (path, type) => {
    const answer = await fetch(site.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain(type);
  });
});
