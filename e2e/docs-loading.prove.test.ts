import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs, waitUntilHydrated } from "./docs-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

/** Text that only the script of the webhooks page contains. */
const WEBHOOKS_SCRIPT_TEXT = '"permalink":"/docs/webhooks"';

/** The network is cut where pages load their parts, as by a tunnel or a proxy: requests are aborted. */
describe.skipIf(!hasChromium)("the documentation site on a bad network (needs /usr/bin/chromium)", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  /** Aborts each script that `isCut` matches, until it is repaired. */
  async function cut(page: Page, isCut: (script: { readonly url: string; readonly text: string }) => boolean) {
    let isMended = false;
    await page.route("**/assets/js/*.js", async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      if (!isMended && isCut({ url: route.request().url(), text })) await route.abort();
      else await route.fulfill({ response: answer, body: text });
    });
    return () => {
      isMended = true;
    };
  }
  const failure = (page: Page) => page.getByRole("alert").filter({ hasText: /Loading .+ failed/ });
  const webhooks = (page: Page) => page.getByRole("heading", { name: "Webhooks", level: 1 });

  async function retries(page: Page, mend: () => void) {
    await failure(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/docs/webhooks");
    // The HTML that was sent is readable meanwhile.
    expect(await webhooks(page).isVisible()).toBe(true);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    mend();
    await failure(page).getByRole("button", { name: "Retry" }).click();
    await waitUntilHydrated(page);
    await webhooks(page).waitFor();
    expect(await failure(page).count()).toBe(0);
  }

  it.each([
    ["the page's own script", ({ text }: { text: string }) => text.includes(WEBHOOKS_SCRIPT_TEXT)],
    ["the site's main script", ({ url }: { url: string }) => url.includes("/main.")],
    ["the very first script", ({ url }: { url: string }) => url.includes("/begin.")],
  ])(
    "a page of the documentation shows the error and a Retry button when its first load fails because %s is blocked",
    async (_, isCut) => {
      const page = await site.newPage();
      const mend = await cut(page, isCut);
      await page.goto("/docs/webhooks");
      await retries(page, mend);
    },
  );

  it("a page of the documentation shows the error and a Retry button when loading fails after a click on a link", async () => {
    const page = await site.newPage();
    const mend = await cut(page, ({ text }) => text.includes(WEBHOOKS_SCRIPT_TEXT));
    await page.goto("/docs/intro");
    await waitUntilHydrated(page);
    await page.getByRole("navigation", { name: "Docs sidebar" }).getByRole("link", { name: "Webhooks" }).click();
    await retries(page, mend);
  });

  it("a page of the documentation shows the error and a Retry button when loading fails after the back button", async () => {
    const page = await site.newPage();
    await page.goto("/docs/webhooks");
    await waitUntilHydrated(page);
    await page.getByRole("navigation", { name: "Docs sidebar" }).getByRole("link", { name: "Introduction" }).click();
    await page.getByRole("heading", { name: "Introduction", level: 1 }).waitFor();
    // After a reload the browser no longer holds the page, and requests its parts again.
    await page.reload();
    await waitUntilHydrated(page);
    const mend = await cut(page, ({ text }) => text.includes(WEBHOOKS_SCRIPT_TEXT));
    await page.goBack();
    await retries(page, mend);
  });

  it("navigation in the documentation shows a spinner after 200 ms", async () => {
    const page = await site.newPage();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/assets/js/*.js", async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      if (text.includes(WEBHOOKS_SCRIPT_TEXT)) await held;
      await route.fulfill({ response: answer, body: text });
    });
    await page.clock.install({ time: 0 });
    await page.goto("/docs/intro");
    await waitUntilHydrated(page);
    await page.clock.pauseAt(3_600_000);
    await page.getByRole("navigation", { name: "Docs sidebar" }).getByRole("link", { name: "Webhooks" }).click();
    await page.waitForURL("**/docs/webhooks");
    const spinner = page.getByRole("progressbar", { name: "Loading" });
    await page.clock.runFor(199);
    expect(await spinner.count()).toBe(0);
    await page.clock.runFor(1);
    await spinner.waitFor();
    await page.clock.resume();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    release();
    await webhooks(page).waitFor();
    expect(await spinner.count()).toBe(0);
  });

  it("a page of the documentation that loads within 200 ms shows no spinner", async () => {
    const page = await site.look("/docs/intro");
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector("[role=progressbar]") !== null) Object.assign(window, { wasSpinning: true });
      }).observe(document.body, { childList: true });
    });
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    await page.getByRole("navigation", { name: "Docs sidebar" }).getByRole("link", { name: "Webhooks" }).click();
    await webhooks(page).waitFor();
    await page.clock.runFor(1_000);
    expect(await page.evaluate(() => "wasSpinning" in window)).toBe(false);
  });
});
