import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { saveFileBy } from "./saved-file";
import { anOpenCase } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("exports without network and on narrow screens (needs /usr/bin/chromium)", () => {
  let opened: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    opened = await openConsole();
    colleague = await opened.signIn("bestattung");
  });
  afterAll(() => opened.close());

  const inspector = (page: Page) => page.getByRole("complementary", { name: "Einzelheiten" });

  it("an export without network says so, and is saved as soon as the network is back, even as the first export", async () => {
    const dispatchCase = await anOpenCase(colleague, "Wird ohne Netz ausgedruckt");
    const page = await opened.look(colleague, { path: `/?case=${dispatchCase.id}` });
    await inspector(page).getByRole("button", { name: "Menü" }).click();
    // Notices are loaded ahead, a few seconds after the first screen is there.
    await page.locator(".mantine-Notifications-root").first().waitFor({ state: "attached" });
    await page.context().setOffline(true);
    await page.getByRole("menuitem", { name: "Als PDF exportieren" }).click();
    await page.getByText("Kein Netz. Der Export beginnt, sobald es wieder da ist.").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.context().setOffline(false)]);
    expect(download.suggestedFilename()).toContain(dispatchCase.natural_id);
    await page.close();
  });

  it("a dispatcher exports the working times of chosen days, also on a narrow screen in dark colours", async () => {
    const page = await opened.look(colleague, { scheme: "dark" });
    await page.getByRole("button", { name: "Arbeitszeiten exportieren" }).click();
    const dialog = page.getByRole("dialog", { name: "Arbeitszeiten exportieren" });
    await dialog.getByLabel("Letzter Tag").fill("2026-09-30");
    await dialog.getByText("Der letzte Tag liegt vor dem ersten. Bitte einen späteren wählen.").waitFor();
    await page.setViewportSize({ width: 400, height: 800 });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel("Letzter Tag").fill("2026-11-17");
    const { name, bytes } = await saveFileBy(page, dialog.getByRole("button", { name: "Exportieren" }));
    expect(name).toMatch(/2026-10-01 2026-11-17\.xlsx$/);
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    await page.close();
  });
});
