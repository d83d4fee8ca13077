import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs } from "./docs-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("the look of the search dialog", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  it("the documentation's search has its designed widths and is accessible at 1440, 1024 and 390 pixels, light and dark", async () => {
    const page = await site.look("/docs/intro");
    const field = page.getByRole("button", { name: "Search" });
    const dialog = page.getByRole("dialog", { name: "Search" });
    // Between two colours of a transition the contrast is lower than at its end.
    await page.addStyleTag({ content: "* { transition: none !important }" });
    for (const [width, fieldWidth] of [
      [1440, 240],
      [1024, 160],
      [390, 44],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await field.boundingBox())?.width).toBe(fieldWidth);
      await field.click();
      await page.getByRole("combobox").fill("conflict");
      await page.getByRole("option", { selected: true }).waitFor();
      await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(Math.min(760, width - 32));
      for (const theme of ["light", "dark"]) {
        await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
        expect([width, theme, await findAccessibilityViolations(page)]).toEqual([width, theme, []]);
      }
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
  });
});
