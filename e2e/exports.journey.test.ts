import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { saveFileBy } from "./saved-file";
import { anOpenCase, aRunningTour } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("files that a dispatcher takes along (needs /usr/bin/chromium)", () => {
  let opened: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    opened = await openConsole();
    colleague = await opened.signIn("bestattung");
  });
  afterAll(() => opened.close());

  const inspector = (page: Page) => page.getByRole("complementary", { name: "Einzelheiten" });
  async function savedByMenu(page: Page, entry: string) {
    await inspector(page).getByRole("button", { name: "Menü" }).click();
    return saveFileBy(page, page.getByRole("menuitem", { name: entry }));
  }

  it("a dispatcher exports a case as PDF, and a tour as PDF, workbook or CSV, by their menus", async () => {
    const printedCase = await anOpenCase(colleague, "Wird ausgedruckt");
    const page = await opened.look(colleague, { path: `/?case=${printedCase.id}` });
    const printed = await savedByMenu(page, "Als PDF exportieren");
    expect(printed.name).toMatch(/\.pdf$/);
    expect(printed.name).toContain(printedCase.natural_id);
    expect(printed.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    await page.getByText(`Gespeichert als ${printed.name}.`).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.close();

    const tour = await aRunningTour(colleague, 0);
    const other = await opened.look(colleague, { path: `/?tour=${tour.id}` });
    const beginnings = { PDF: "%PDF-", XLSX: "PK", CSV: "\uFEFF" };
    for (const [format, beginning] of Object.entries(beginnings)) {
      const { name, bytes } = await savedByMenu(other, `Als ${format} exportieren`);
      expect(name).toMatch(new RegExp(`\\.${format}$`, "i"));
      expect(bytes.toString("utf8").startsWith(beginning)).toBe(true);
    }
    await other.close();
  });
});
