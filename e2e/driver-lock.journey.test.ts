import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openPhoneAtWork,
  CANARY_WORDS,
  lockByMenu,
  findTablesOpenedByPhoneKey,
  PIN_SEALED_TABLES,
  workOffline,
} from "./driver/scenes/locked-phone";
import { readPhoneTableRows } from "./driver/phone-rows";
import { linkStateOf } from "./tours-testkit";

describe.skipIf(!hasChromium)("a phone that lies on a table (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let place = 0;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("a locked phone sends its outbox, and neither shows nor stores unencrypted personal data", async () => {
    const phone = await openPhoneAtWork(product, { place: place++ });
    const { page, context, dispatcher, id, tour_id } = phone;
    await workOffline(phone);
    await lockByMenu(page);
    const kept = await allBrowserData(page);
    expect(kept).toContain(id);
    for (const canary of CANARY_WORDS) expect(kept).not.toContain(canary);
    for (const table of PIN_SEALED_TABLES) expect(await readPhoneTableRows(page, table)).not.toEqual([]);
    expect(await findTablesOpenedByPhoneKey(page)).toEqual([]);
    expect(await linkStateOf(dispatcher, id, tour_id)).toBe("ASSIGNED");
    await context.setOffline(false);
    await expectEventually(() => linkStateOf(dispatcher, id, tour_id)).toBe("ACCEPTED");
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
    const notes = async () => (await dispatcher.api.getCaseComments({ id })).comments.map(({ text }) => text);
    await expectEventually(notes).toContain("Stieglitz im Stiegenhaus");
  });
});

/** All data that the browser keeps for the app, byte for byte, and the text on the screen. */
async function allBrowserData(page: Page): Promise<string> {
  const shown = await page.evaluate(async () => {
    const parts = [document.documentElement.outerHTML, JSON.stringify([localStorage, sessionStorage])];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return parts;
  });
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases).toEqual(["leitstand-driver"]);
  const tables = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opened = indexedDB.open("leitstand-driver");
        opened.onsuccess = () => {
          resolve([...opened.result.objectStoreNames]);
          opened.result.close();
        };
      }),
  );
  return [...shown, ...(await Promise.all(tables.map((table) => readPhoneTableRows(page, table))))].flat().join("\n");
}
