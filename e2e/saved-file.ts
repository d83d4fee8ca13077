import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";

/** Presses, and returns the file that the browser saves. */
export async function saveFileBy(page: Page, pressed: Locator) {
  const [download] = await Promise.all([page.waitForEvent("download"), pressed.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
