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
