import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatingCompany } from "../apps/docs/company";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs, waitUntilHydrated } from "./docs-testkit";

/** Behaviours of the specification's sections 2 and 8; apps/docs/behaviours.test.ts lists their titles. */
describe.skipIf(!hasChromium)("what the documentation site does when something is wrong", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  /** Changes the script of a page like a fault in its source; fails when there is nothing to change. */
  async function breakScript(page: Page, fault: { readonly of: string; readonly by: (script: string) => string }) {
    await page.route("**/assets/js/*.js", async (route) => {
      const answer = await route.fetch();
      const script = await answer.text();
      if (!script.includes(fault.of)) return route.fulfill({ response: answer });
      const broken = fault.by(script);
      expect(broken).not.toBe(script);
      await route.fulfill({ response: answer, body: broken });
    });
  }
  const crashed = `This page crashed. | ${operatingCompany.siteTitle}`;
  const openReference = (page: Page) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API reference" }).click();
  const consoleOf = (page: Page) => {
    const lines: string[] = [];
    page.on("console", (line) => lines.push(`${line.type()}: ${line.text()}`));
    return lines;
  };

  it("a page of the documentation that crashes is titled 'This page crashed.', with the chain of errors and a 'Try again' button", async () => {
    const page = await site.newPage();
    await breakScript(page, {
      of: '"ref-menu-toggle"',
      by: (script) =>
        script.replace(
          'className:"ref-menu-toggle"',
          'className:(()=>{if(!window.isMended)throw new Error("The list broke",{cause:new Error("it was not written")});return"ref-menu-toggle"})()',
        ),
    });
    await page.goto("/");
    await waitUntilHydrated(page);
    await openReference(page);
    await page.getByRole("heading", { name: "This page crashed.", level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe(crashed);
    await expect.poll(() => page.locator("main").innerText()).toContain("The list broke\n\nCause:\nit was not written");
    // The links to other pages still work.
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The list broke").waitFor();
    await page.evaluate(() => Object.assign(window, { isMended: true }));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Find an operation").waitFor();
  });

  it("a page of the documentation without a default export shows an error", async () => {
    const page = await site.newPage();
    await breakScript(page, {
      of: '"ref-menu-toggle"',
      by: (script) => script.replace(/default:(\(\)=>|function\(\)\{return )/, "another:$1"),
    });
    await page.goto("/");
    await waitUntilHydrated(page);
    await openReference(page);
    await page.getByText(/The page component at \/openapi\/? doesn't have a default export\./).waitFor();
    await page.getByRole("heading", { name: "This page crashed.", level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe(crashed);
  });

  it("the documentation logs recoverable hydration errors to the browser's console", async () => {
    const page = await site.newPage();
    const lines = consoleOf(page);
    await page.route("**/docs/intro", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace("</h1>", " of yesterday</h1>") });
    });
    await page.goto("/docs/intro");
    await waitUntilHydrated(page);
    await expect.poll(() => lines.filter((line) => line.startsWith("error:")).join("\n")).toMatch(/onRecoverableError/);
    await expect.poll(() => page.locator("h1").innerText()).toBe("Introduction");
  });

  it("the documentation shows a banner with a suggested baseUrl when its base URL is wrong", async () => {
    const page = await site.newPage();
    // As on a host that serves the site below another path: the page loads, and none of its files does.
    await page.route("**/handbook/", async (route) =>
      route.fulfill({ response: await route.fetch({ url: site.url }) }),
    );
    await page.route("**/assets/**", (route) => route.fulfill({ status: 404 }));
    await page.goto("/handbook/");
    const banner = page.getByRole("alert");
    await banner.waitFor();
    const text = await banner.innerText();
    expect(text).toContain("The documentation site did not load properly.");
    expect(text).toContain("Configured is baseUrl = /");
    expect(text).toContain("We suggest trying baseUrl = /handbook/");
    expect(text).not.toContain("Docusaurus");
  });

  it("the documentation shows no base-URL banner when its base URL is correct", async () => {
    const page = await site.look("/");
    expect(await page.getByText("did not load properly").count()).toBe(0);
  });

  it("the documentation logs warnings when the browser's storage is unavailable", async () => {
    const page = await site.newPage();
    const lines = consoleOf(page);
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    });
    await page.goto("/docs/intro");
    await waitUntilHydrated(page);
    await expect.poll(() => lines.join("\n")).toMatch(/warning: .*browser storage is not available/);
    // The page still works.
    await page.getByRole("button", { name: /Switch between dark and light mode/ }).click();
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  });
});
