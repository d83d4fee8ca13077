import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs, desktopViewportOptions } from "./docs-testkit";

/** All tests work without a mouse. */
describe.skipIf(!hasChromium)("the documentation site by keyboard alone", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  it("the documentation's search is opened, used and followed by keyboard", async () => {
    const page = await site.look("/docs/intro", desktopViewportOptions);
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("handle conflicts");
    await page
      .getByRole("option", { name: /Handle conflicts/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Handle conflicts", level: 1 }).waitFor();
  });

  it.each(["/docs/guides/driver-app", "/openapi/createCase"])(
    "the language tabs on %s are changed by arrow keys",
    async (path) => {
      const page = await site.look(path, desktopViewportOptions);
      const tabs = page.getByRole("tablist").filter({ hasText: "Python" }).first();
      await tabs.locator("[aria-selected=true]").focus();
      const before = await tabs.locator("[aria-selected=true]").innerText();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await expect.poll(() => tabs.locator("[aria-selected=true]").innerText()).not.toBe(before);
      const focused = await page.evaluate(() => document.activeElement?.getAttribute("role"));
      expect(focused).toBe("tab");
    },
  );

  it("the actions of a state diagram are reached by Tab and chosen by Enter", async () => {
    const page = await site.look("/docs/concepts/case", desktopViewportOptions);
    const first = page.getByRole("button", { name: "ASSIGN", exact: true }).first();
    await first.focus();
    for (let step = 0; step < 20; step++) {
      if ((await page.evaluate(() => document.activeElement?.textContent)) === "LOAD") break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/action=LOAD/);
    expect(await page.locator("[data-edge][data-shown]").count()).toBe(2);
  });

  it('"Try it" is opened, filled in, sent and closed by keyboard', async () => {
    const page = await site.look("/openapi/getGrants", desktopViewportOptions);
    await page.getByRole("button", { name: "Try it" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("region", { name: "Try getGrants" });
    await form.getByLabel("Token", { exact: true }).focus();
    await form.getByLabel("Token", { exact: true }).selectOption("A token of my own");
    await page.keyboard.press("Tab");
    await page.keyboard.type("dsp_u_of_nobody");
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/grants"));
    await page.keyboard.press("Control+Enter");
    expect((await sent).headers()["authorization"]).toBe("Bearer dsp_u_of_nobody");
    await form.getByRole("button", { name: /Close/ }).focus();
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "detached" });
    // Closing the menu returns the focus to its button.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Try it");
  });
});
