import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findHits } from "../apps/docs/src/search/find";
import { parseSearchIndex } from "../apps/docs/src/search/search-index";
import { hasChromium } from "./browser";
import { type DocsSite, docsBuild, startDocs, waitUntilHydrated } from "./docs-testkit";

const searchIndex = parseSearchIndex(readFileSync(`${docsBuild}search-index.json`, "utf8"));

/** Search texts, and the address that the first result has to lead to. */
const searchQueries: readonly (readonly [string, string])[] = [
  ["conflict", "/docs/guides/handle-conflicts"],
  ["sandbox", "/docs/guides/sandbox"],
  ["sdk", "/docs/api/clients"],
  ["typescript", "/docs/api/clients"],
  ["driver app", "/docs/guides/driver-app"],
  ["offline", "/docs/concepts/offline"],
  ["webhok", "/docs/webhooks"],
  ["idempotancy", "/docs/api/basics#idempotency"],
  ["pagniation", "/docs/api/pagination_sorting_filtering"],
  ["pagination size", "/docs/api/pagination_sorting_filtering"],
  ["rate limit", "/docs/api/rate_limiting"],
  ["429", "/docs/api/rate_limiting"],
  ["retry", "/docs/api/clients#repeating"],
  ["login", "/docs/api/authentication"],
  ["authentification", "/docs/api/authentication"],
  ["token expired", "/docs/api/errors/error-types#AUTH_TOKEN_EXPIRED"],
  ["LOCK_VERSION_CONFLICT", "/docs/api/errors/error-types#LOCK_VERSION_CONFLICT"],
  ["409", "/docs/guides/handle-conflicts"],
  ["createCase", "/openapi/createCase"],
  ["/cases/{id}", "/openapi/getCase"],
  ["PUT /cases/{id}", "/openapi/updateCase"],
  ["POST /api/v1/cases", "/openapi/createCase"],
  ["https://api.example.com/api/v1/tours", "/openapi/getTours"],
  ["cancel an order", "/docs/concepts/case"],
  ["undo", "/docs/concepts/case#undo"],
  ["gps", "/docs/concepts/location"],
  ["telematics", "/docs/guides/telematics"],
  ["nearest vehicle", "/openapi/getNearestActiveVehicles"],
  ["sse", "/docs/api/server_side_events"],
  ["upload photo", "/openapi/uploadCaseAssets"],
  ["what changed", "/docs/release_history"],
  ["license_plate", "/openapi/createVehicle"],
];
const doesPageExist = (path: string) =>
  path.startsWith("/openapi/") || existsSync(`${docsBuild}${path.replace(/#.*/, "")}`);

describe("the search of the documentation site", () => {
  it.for(searchQueries)("the documentation's search for %s finds %s first", ([query, wanted], { skip }) => {
    skip(!doesPageExist(wanted), `${wanted} is not written yet`);
    const { to = "" } = findHits(searchIndex, query).hits[0] ?? {};
    expect(wanted.includes("#") ? to : to.replace(/#.*/, "")).toBe(wanted);
  });

  it("the documentation's search says which related words it has included", () => {
    expect(findHits(searchIndex, "conflict").also).toEqual(["409", "lock_version", "stale", "concurrent", "etag"]);
    expect(findHits(searchIndex, "webhooks of a tenant").also).not.toContain("conflict");
  });

  it("the documentation's search without results suggests the three most similar words", () => {
    const { hits, nearest } = findHits(searchIndex, "xylophonebook");
    expect([hits.length, nearest.length]).toEqual([0, 3]);
    for (const word of nearest) expect(findHits(searchIndex, word).hits.length).toBeGreaterThan(0);
  });

  it("the documentation's search finds nothing for blanks", () => {
    expect(findHits(searchIndex, "  ")).toEqual({ hits: [], also: [], nearest: [] });
  });
});

describe.skipIf(!hasChromium)("the dialog of the search", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  const field = (page: Page) => page.getByRole("button", { name: "Search" });
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Search" });
  const selected = (page: Page) => page.getByRole("option", { selected: true });
  const write = (page: Page, text: string) => page.getByRole("combobox").fill(text);

  /** Presses the key until the search is open, in case the page was not ready yet. */
  const open = (page: Page, key: string) =>
    expect
      .poll(
        async () => {
          if ((await dialog(page).count()) === 0) await page.keyboard.press(key);
          return dialog(page).isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);

  it.each(["Control+k", "/"])(
    "the documentation's search dialog opens by %s, selects results by arrows and Enter, and closes by Escape",
    async (key) => {
      const page = await site.look("/docs/intro");
      await open(page, key);
      await page.keyboard.type("idempotency");
      await selected(page).waitFor();
      const first = await selected(page).getAttribute("href");
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => selected(page).getAttribute("href")).not.toBe(first);
      await page.keyboard.press("ArrowUp");
      await expect.poll(() => selected(page).getAttribute("href")).toBe(first);
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await open(page, key);
      await page.keyboard.type("createVehicle");
      await expect.poll(() => selected(page).getAttribute("href")).toBe("/openapi/createVehicle");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/openapi/createVehicle");
      await dialog(page).waitFor({ state: "detached" });
    },
  );

  it("Tab in the documentation's search dialog moves from group to group, and leaves the results after the last one", async () => {
    const page = await site.look("/docs/intro");
    await open(page, "/");
    await write(page, "conflict");
    await selected(page).waitFor();
    const pressed = () => dialog(page).locator("button[aria-pressed=true]").innerText();
    for (const group of ["All", "Guides", "Operations", "Errors"]) {
      await expect.poll(async () => (await pressed()).replace(/\s*\d+$/, "")).toBe(group);
      await page.keyboard.press("Tab");
    }
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).not.toBe("combobox");
  });

  it("the documentation loads its search index when the search field gets the focus, and not before", async () => {
    const page = await site.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/docs/intro");
    await waitUntilHydrated(page);
    await page.waitForLoadState("networkidle");
    expect(asked).not.toContain("/search-index.json");
    await Promise.all([page.waitForRequest("**/search-index.json"), field(page).focus()]);
  });

  it("the documentation's search dialog says when it could not be loaded, and loads again by Retry", async () => {
    const page = await site.newPage();
    await page.route("**/search-index.json", (route) => route.abort());
    await page.goto("/docs/intro");
    await waitUntilHydrated(page);
    await field(page).click();
    await page.getByText("The search could not be loaded.").waitFor();
    await page.unroute("**/search-index.json");
    await page.getByRole("button", { name: "Retry" }).click();
    await write(page, "conflict");
    await selected(page).waitFor();
  });

  it("the documentation's search dialog offers the three most similar words, and searches for the chosen one", async () => {
    const page = await site.look("/docs/intro");
    await field(page).click();
    await write(page, "xylophonebook");
    const words = dialog(page).getByRole("status").getByRole("button");
    await expect.poll(() => words.count()).toBe(3);
    await words.first().click();
    await selected(page).waitFor();
  });

  it("the documentation's search dialog opens a page with all results", async () => {
    const page = await site.look("/docs/intro");
    await field(page).click();
    await write(page, "conflict");
    await dialog(page)
      .getByRole("link", { name: /Show all \d+ results/ })
      .click();
    await page.waitForURL("**/search?q=conflict");
    await page.getByText(/^\d+ results, also for 409/).waitFor();
    await expect
      .poll(() => page.getByRole("main").getByRole("listitem").count())
      .toBe(findHits(searchIndex, "conflict").hits.length);
    await page.getByLabel("Search guides, operations and errors").fill("xylophonebook");
    await page.getByText("Nothing is found").waitFor();
  });

  it("the documentation's search page keeps the caret where one types, and the text that a keyboard composes", async () => {
    const page = await site.look("/search?q=webook");
    const input = page.getByLabel("Search guides, operations and errors");
    await expect.poll(() => input.inputValue()).toBe("webook");
    await input.evaluate((element) => (element as HTMLInputElement).setSelectionRange(3, 3));
    await input.focus();
    await page.keyboard.type("h");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("x");
    expect(await input.inputValue()).toBe("webhoxok");
    await page.waitForURL("**/search?q=webhoxok");
    await input.fill("");
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ["w", "we", "web"])
      await keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await keyboard.send("Input.insertText", { text: "web" });
    expect(await input.inputValue()).toBe("web");
    await page.waitForURL("**/search?q=web");
  });

  it("the documentation's search page follows the history of the browser", async () => {
    const page = await site.look("/search?q=webhook");
    const input = page.getByLabel("Search guides, operations and errors");
    await expect.poll(() => input.inputValue()).toBe("webhook");
    await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
    await page.waitForURL((url) => url.pathname !== "/search");
    await page.goBack();
    await expect.poll(() => input.inputValue()).toBe("webhook");
    await input.fill("conflict");
    await page.waitForURL("**/search?q=conflict");
    await page.reload();
    await expect.poll(() => input.inputValue()).toBe("conflict");
  });
});
