import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../apps/api/src/platform/database/sql";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  disablePhone,
  hideAppTemporarily,
  openDriverPhone,
  phoneNumberOf,
  planDriverTour,
  pressPrimaryButton,
  signInDriverByPhoneNumber,
  signInOnPhone,
  typePin,
} from "./driver/driver-testkit";
import {
  openPhoneAtWork,
  CANARY_WORDS,
  lockByMenu,
  findTablesOpenedByPhoneKey,
  PIN_SEALED_TABLES,
  unsentRowStatuses,
  workOffline,
  WRONG_PIN,
} from "./driver/scenes/locked-phone";
import { readPhoneTableRows } from "./driver/phone-rows";
import { linkStateOf } from "./tours-testkit";

const LOCK_AFTER_MS = 5 * 60_000;

describe.skipIf(!hasChromium)("a phone that lies on a table or changes hands (needs /usr/bin/chromium)", () => {
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

  it("the driver app hides its data in the app switcher, locks after five minutes in the background, and counts every wrong PIN", async () => {
    const { page } = await openPhoneAtWork(product, { place: place++ });
    await pressPrimaryButton(page, "Annehmen");
    const name = page.getByText("Kanari").first();
    await name.waitFor();
    // The clock stands, so that the phone was away for exactly that long, however long the test takes.
    const now = product.clock.now().getTime();
    await page.clock.setFixedTime(now);
    const comeBack = await hideAppTemporarily(page);
    await name.waitFor({ state: "hidden" });
    // A phone stops the timers of a hidden page; the time passes anyway.
    await page.clock.setFixedTime(now + LOCK_AFTER_MS - 1_000);
    await comeBack();
    await name.waitFor();
    const comeBackLate = await hideAppTemporarily(page);
    await page.clock.setFixedTime(now + 2 * LOCK_AFTER_MS);
    await comeBackLate();
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
    await name.waitFor({ state: "detached" });

    // Wrong PINs also count when they are typed fast.
    for (let wrong = 0; wrong < 4; wrong++) await typePin(page, WRONG_PIN);
    await expectEventually(async () => (await readPhoneTableRows(page, "meta")).join("\n")).toContain(
      "wrong pins value count 4",
    );
    await typePin(page);
    await name.waitFor();
    await expectEventually(async () => (await readPhoneTableRows(page, "meta")).join("\n")).toContain(
      "wrong pins value count 0",
    );
  });

  it("a driver whose session has ended types the PIN once, and is told when only a code by SMS can continue", async () => {
    const { page, user_id } = await openPhoneAtWork(product, { place: place++ });
    const name = page.getByText("Kanari").first();
    await pressPrimaryButton(page, "Annehmen");
    await name.waitFor();

    await endSessionOnPhone(page);
    const answered = page.waitForResponse(MESSAGES_ADDRESS);
    await typePin(page);
    expect((await answered).status()).toBe(200);
    await name.waitFor();

    // The answer to a sign-in by PIN was lost: its token is good only once.
    await product.db.system.run(
      sql`update challenges set voided_at = now() where user_id = ${user_id} and purpose = 'PIN_TOKEN'`,
    );
    await endSessionOnPhone(page);
    await typePin(page);
    await page.getByText("Die Anmeldung ist abgelaufen. Weiter mit SMS.").waitFor();
    await page.getByRole("heading", { name: "Wer fährt?" }).waitFor();
  });

  it("a second driver cannot sign in on a phone with unsent entries of the first", async () => {
    const { page } = await openPhoneAtWork(product, { place: place++ });
    await page.route("**/send_action", (route) => route.abort());
    await pressPrimaryButton(page, "Annehmen");
    await lockByMenu(page);
    await page.getByRole("button", { name: "Vergessen?" }).click();
    await signInDriverByPhoneNumber(product, page, phoneNumberOf("bestattung", place++));
    await page.getByText("Von diesem Telefon sind noch Einträge einer anderen Person zu senden.").waitFor();
    await expectEventually(() => unsentRowStatuses(page)).toEqual(["waiting"]);
  });

  it("the open page of a disabled phone shows the next driver no data of the previous driver", async () => {
    const phone = await openDriverPhone(product, "bestattung", { place: place++ });
    const { page, context } = phone;
    await planDriverTour(await product.signIn("bestattung"), phone, []);
    await signInOnPhone(product, "bestattung", phone);
    await pressPrimaryButton(page, "Schicht beginnen");
    const check = page.getByRole("heading", { name: "Fahrzeugprüfung" });
    await check.waitFor();
    await page.getByLabel("Kilometerstand").fill("128 412");
    await page.getByRole("button", { name: "Wechseln" }).click();
    await page.getByRole("group", { name: "Fahrzeug wählen" }).waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    await disablePhone(await product.signIn("bestattung", "admin"), phone.device_id);
    await signInOnPhone(product, "bestattung", { ...phone, number: phoneNumberOf("bestattung", place++) });
    const start = page.getByText("Für Sie ist keine Tour geplant.");
    await start.waitFor();
    // The browser's history still contains the screen of the vehicle check.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener("popstate", resolve, { once: true });
          history.back();
        }),
    );
    await start.or(check).waitFor();
    expect(await check.count()).toBe(0);
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    await context.close();
  });
});

const MESSAGES_ADDRESS = "**/critical_messages*";

/** Ends the session by an answer of the server, as five minutes after the end of a shift. */
async function endSessionOnPhone(page: Page) {
  await page.route(MESSAGES_ADDRESS, (route) =>
    route.fulfill({ status: 401, json: { status: 401, code: "AUTH_TOKEN_INVALID", title: "", message: "", args: [] } }),
  );
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
  await page.unroute(MESSAGES_ADDRESS);
}

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
