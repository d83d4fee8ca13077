import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { docsFeedbackUrl, recordFeedbackRequests } from "./docs-feedback";
import {
  axeColorRules,
  type DocsSite,
  startDocs,
  desktopViewportOptions,
  phoneViewportOptions,
  waitUntilHydrated,
} from "./docs-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const GUIDE_PAGE = "/docs/guides/driver-app";
const hasGitHistory = (() => {
  try {
    return execFileSync("git", ["rev-parse", "--is-shallow-repository"], { encoding: "utf8" }).trim() === "false";
  } catch {
    return false;
  }
})();

describe.skipIf(!hasChromium)("what stands around a page of the documentation", () => {
  let site: DocsSite;
  let asking: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
    asking = await startDocs({ feedbackUrl: docsFeedbackUrl });
  });
  afterAll(async () => {
    await site.close();
    await asking.close();
  });

  it("the menu beside Copy as Markdown opens the Markdown version of the page and copies its address, also by keyboard", async () => {
    const page = await site.look(GUIDE_PAGE, {
      ...desktopViewportOptions,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const more = page.getByRole("button", { name: "More ways to Markdown" });
    await more.focus();
    await page.keyboard.press("Enter");
    expect(await page.getByRole("link", { name: "Open as Markdown" }).getAttribute("href")).toBe(`${GUIDE_PAGE}.md`);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy link to Markdown" }).press("Enter");
    await page.getByRole("button", { name: "Link copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}${GUIDE_PAGE}.md`);
    await more.press("Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Open as Markdown" }).waitFor({ state: "detached" });
  });

  it("a guide says how many of its samples were executed, and shows the response and the date of each", async () => {
    const page = await site.look(GUIDE_PAGE, desktopViewportOptions);
    expect(await page.getByText(/\d+ samples ran against v1/).count()).toBe(1);
    const answers = page.getByText(/Answer ran on \d+ \w+ \d{4}/);
    expect(await answers.count()).toBeGreaterThan(5);
    // Side by side on a wide screen, below each other on a phone.
    const tops = async (view: Page) => {
      const first = view.locator("article .theme-code-block");
      const [request, answer] = [await first.nth(0).boundingBox(), await first.nth(1).boundingBox()];
      return { request: Math.round(request?.x ?? 0), answer: Math.round(answer?.x ?? 0) };
    };
    const wide = await tops(page);
    expect(wide.answer).toBeGreaterThan(wide.request + 300);
    const narrow = await tops(await site.look(GUIDE_PAGE, phoneViewportOptions));
    expect(narrow.answer).toBe(narrow.request);
  });

  it.skipIf(!hasGitHistory)(
    "a page of the documentation says when it was changed last (needs the history of the repository)",
    async () => {
      const page = await site.look(GUIDE_PAGE, desktopViewportOptions);
      await page.getByText(/Last updated \d+ \w+ \d{4}/).waitFor();
    },
  );

  it("a documentation page without a feedback address offers to report mistakes by e-mail, with page and version", async () => {
    const page = await site.look(GUIDE_PAGE, desktopViewportOptions);
    const mail = await page.getByRole("link", { name: "Report a mistake" }).getAttribute("href");
    expect(decodeURIComponent(mail ?? "")).toMatch(/^mailto:.*subject=Mistake on \/docs\/guides\/driver-app \(v1\)$/);
    await page.waitForLoadState("networkidle");
    expect(await page.getByText("Did this page help?").count()).toBe(0);
  });

  it('answering yes to "Did this page help?" sends one request to the installation\'s address, without personal data', async () => {
    const page = await asking.newPage(desktopViewportOptions);
    const heard = await recordFeedbackRequests(page);
    const strangers: string[] = [];
    page.on("request", (request) => !request.url().startsWith(asking.url) && strangers.push(request.url()));
    await page.goto(GUIDE_PAGE);
    const question = page.getByRole("region", { name: "Did this page help?" });
    await question.getByRole("button", { name: "Yes" }).click();
    await question.getByText("Thank you.").waitFor();
    expect(heard).toEqual([{ body: { page: GUIDE_PAGE, version: "v1", answer: "yes" }, cookie: undefined }]);
    expect(new Set(strangers)).toEqual(new Set([docsFeedbackUrl]));
  });

  it("pages of the reference ask for feedback at their end, and load that form only when it is scrolled to", async () => {
    const page = await asking.newPage(desktopViewportOptions);
    const heard = await recordFeedbackRequests(page);
    await page.goto("/openapi/receiveAction", { waitUntil: "networkidle" });
    expect(await page.getByRole("link", { name: "Report a mistake" }).count()).toBe(0);
    await page.keyboard.press("End");
    const question = page.getByRole("region", { name: "Did this page help?" });
    await question.getByRole("button", { name: "Yes" }).click();
    await question.getByText("Thank you.").waitFor();
    await page.getByRole("navigation", { name: "Operations" }).getByRole("link").first().click();
    await page.keyboard.press("End");
    await question.getByRole("button", { name: "Yes" }).waitFor();
    expect(heard.map(({ body }) => body)).toEqual([{ page: "/openapi/receiveAction", version: "v1", answer: "yes" }]);
  });

  it.each([GUIDE_PAGE, "/docs/concepts/case", "/openapi/receiveAction"])(
    "the button Copy as Markdown on %s copies the Markdown version of the page",
    async (path) => {
      const page = await site.look(path, {
        ...desktopViewportOptions,
        permissions: ["clipboard-read", "clipboard-write"],
      });
      await page.getByRole("button", { name: "Copy as Markdown" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await (await fetch(`${site.url}${path}.md`)).text());
      expect(copied).toMatch(/^# /);
    },
  );

  it("the language chosen for code samples also applies to other pages and the reference", async () => {
    const page = await site.look(GUIDE_PAGE, desktopViewportOptions);
    await page.getByRole("tab", { name: "Python" }).first().click();
    await page.goto("/docs/api/basics");
    await waitUntilHydrated(page);
    await expect
      .poll(() => page.getByRole("tab", { name: "Python" }).first().getAttribute("aria-selected"))
      .toBe("true");
    await page.goto("/openapi/createCase");
    await expect.poll(() => page.getByRole("tab", { name: "Python" }).getAttribute("aria-selected")).toBe("true");
  });

  it('answering no to "Did this page help?" asks what is wrong, and keeps the text until it has been sent', async () => {
    const page = await asking.newPage({ ...phoneViewportOptions, reducedMotion: "reduce" });
    const heard = await recordFeedbackRequests(page, 503);
    await page.goto(GUIDE_PAGE);
    await waitUntilHydrated(page);
    const question = page.getByRole("region", { name: "Did this page help?" });
    await question.getByRole("button", { name: "No" }).click();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    expect(await findAccessibilityViolations(page, axeColorRules)).toEqual([]);
    await question.getByLabel("Unclear").check();
    await question.getByLabel("What should it say?").fill("x".repeat(600));
    await question.getByRole("button", { name: "Send" }).click();
    await question.getByText("It could not be sent.").waitFor();
    await page.unroute(`${docsFeedbackUrl}**`);
    const again = await recordFeedbackRequests(page);
    await question.getByRole("button", { name: "Send" }).click();
    await question.getByText("Thank you.").waitFor();
    const said = { page: GUIDE_PAGE, version: "v1", answer: "no", fault: "Unclear", text: "x".repeat(500) };
    expect([heard, again].map((sent) => sent.map(({ body }) => body))).toEqual([[said], [said]]);
  });
});
