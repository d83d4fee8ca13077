import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { axeColorRules, type DocsSite, startDocs } from "./docs-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("the home page of the documentation", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  it("the home page of the documentation is accessible in both schemes, and does not scroll sideways at 1440, 1024 and 390 pixels", async () => {
    for (const width of [1440, 1024, 390]) {
      const page = await site.look("/", { viewport: { width, height: 900 }, reducedMotion: "reduce" });
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
      expect(await findAccessibilityViolations(page, axeColorRules)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.close();
    }
  });
});
