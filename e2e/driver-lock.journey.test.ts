import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, findAxeFaults, type OpenedConsole, openConsole } from "./console-testkit";
import { builtWith } from "./driver/driver-build";
import {
  aPhone,
  beginShift,
  goAway,
  numberOf,
  planTour,
  press,
  signInOn,
  signPersonIn,
  typePin,
} from "./driver/driver-testkit";
import { rowsOf } from "./driver/phone-rows";
import { aMutant, type Mutant } from "./driver/planted-page";
import { findWords, makeProfile } from "./driver/profile";
import { hasTime } from "./has-time";

/** Whoever finds a word of this on a locked phone has read what it knows. */
const CANARIES = ["Kanari", "Zeisiggasse", "Stieglitz", "Girlitz", "6649876543"];
/** Tables that open by the PIN and the phone together alone. */
const SEALED_BY_PIN = ["tours", "cases", "drafts"];
const WRONG_PIN = "999999";
const WAIT_MS = 16 * 60_000;
const AWAY_MS = 5 * 60_000;

const underDeviceKey = aMutant({
  file: "work/phone.ts",
  from: "cacheKey.set(key);\n}\n\nexport type Unlocking",
  to: "cacheKey.set(await deviceKey());\n}\n\nexport type Unlocking",
});
const withOutbox = aMutant({
  file: "work/phone.ts",
  from: "db.keys.delete(keyOfCases), forgetCached()]",
  to: "db.keys.delete(keyOfCases), forgetCached(), db.outbox.clear()]",
});
const besideInClear = aMutant({
  file: "vault/seal.ts",
  from: "return { iv, data:",
  to: "return { iv, clear: bytes, data:",
});

describe.skipIf(!hasBrowser)("a phone that lies on a table (needs /usr/bin/chromium)", { timeout: 120_000 }, () => {
  let desk: OpenedConsole;
  const ends: (() => unknown)[] = [];
  let place = 0;
  beforeAll(async () => {
    desk = await openConsole();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  afterAll(() => desk.close());

  /** On its tour, with a case on the screen. */
  async function aPhoneAtWork(mutant?: Mutant, profile?: string) {
    const options = {
      place: place++,
      ...(await builtWith(mutant, ends)),
      ...(profile !== undefined && { profile }),
    };
    const phone = await aPhone(desk, "bestattung", options);
    const { funeral_data, ...draft } = aFuneralCase({ display_name: "Kanari, Alois" });
    const { dispatcher, tour, ids } = await planTour(await desk.signIn("bestattung"), phone, [
      {
        ...draft,
        contact: { name: "Kanari, Rosa", phone_number: "+436649876543" },
        ...(funeral_data && {
          funeral_data: { ...funeral_data, source_address: { ...funeral_data.source_address, street: "Zeisiggasse" } },
        }),
      },
    ]);
    await signInOn(desk, "bestattung", phone);
    await beginShift(phone.page);
    await phone.page.getByRole("alertdialog").getByText("Kanari").waitFor();
    await eventually(() => statusesOf(phone.page)).toEqual([]);
    return { ...phone, dispatcher, tour_id: tour.id, id: ids[0] ?? "" };
  }
  type PhoneAtWork = Awaited<ReturnType<typeof aPhoneAtWork>>;

  /** Without network: the case is accepted, a note is written, another one begun. */
  async function workOffline({ page, context }: PhoneAtWork) {
    await context.setOffline(true);
    await press(page, "Annehmen");
    await page.getByRole("button", { name: "Notiz" }).click();
    await page.getByLabel("Notiz an die Leitstelle").fill("Stieglitz im Stiegenhaus");
    await press(page, "Speichern");
    await page.getByRole("button", { name: "Notiz" }).click();
    await page.getByLabel("Notiz an die Leitstelle").fill("Girlitz im Garten");
    await eventually(() => rowsOf(page, "drafts")).not.toEqual([]);
  }

  async function lockBySheet(page: Page) {
    await page.getByRole("button", { name: /Verbunden|Offline|gesendet/ }).click();
    await page.getByRole("button", { name: "Sperren" }).click();
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
  }

  const stateOf = async ({ api }: Colleague, id: string, tour_id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id)?.state;

  it("sends while it is locked, and shows and keeps nothing that anybody could read", async () => {
    const phone = await aPhoneAtWork();
    const { page, context, dispatcher, id, tour_id } = phone;
    await workOffline(phone);
    await lockBySheet(page);
    expect(await findAxeFaults(page)).toEqual([]);
    const kept = await everythingOn(page);
    expect(kept).toContain(id);
    for (const canary of CANARIES) expect(kept).not.toContain(canary);
    for (const table of SEALED_BY_PIN) expect(await rowsOf(page, table)).not.toEqual([]);
    expect(await openedByPhone(page)).toEqual([]);
    expect(await stateOf(dispatcher, id, tour_id)).toBe("ASSIGNED");
    await context.setOffline(false);
    await eventually(() => stateOf(dispatcher, id, tour_id)).toBe("ACCEPTED");
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
    const { comments } = await dispatcher.api.getCaseComments({ id });
    expect(comments.map(({ text }) => text)).toContain("Stieglitz im Stiegenhaus");
  });

  it.skipIf(!hasTime)("would be readable with cases under the key of the phone alone (not in CI)", async () => {
    const phone = await aPhoneAtWork(underDeviceKey);
    await workOffline(phone);
    await lockBySheet(phone.page);
    expect(await openedByPhone(phone.page)).toContain("cases");
  });

  it("leaves no name, address or number in any file of its browser", async () => {
    expect(await wordsInProfile()).toEqual([]);
  });

  it.skipIf(!hasTime)("would with what is sealed beside it in clear (not in CI)", async () => {
    expect((await wordsInProfile(besideInClear)).join()).toContain("Kanari");
  });

  /** Which canaries lie where in the folder that its browser has left, after a day's work and the lock. */
  async function wordsInProfile(mutant?: Mutant) {
    const profile = makeProfile();
    ends.push(profile.remove);
    const phone = await aPhoneAtWork(mutant, profile.folder);
    await workOffline(phone);
    await lockBySheet(phone.page);
    await phone.context.close();
    return findWords(profile, [...CANARIES, phone.number.slice(1)]);
  }

  it("covers itself where apps are switched, and is locked for whoever was away for five minutes", async () => {
    const { page } = await aPhoneAtWork();
    await press(page, "Annehmen");
    const name = page.getByText("Kanari").first();
    await name.waitFor();
    const comeBack = await goAway(page);
    expect(await name.isVisible()).toBe(false);
    // A phone stops the clock of what is hidden; the time passes anyway.
    await page.clock.setSystemTime(Date.now() + AWAY_MS - 10_000);
    await comeBack();
    await name.waitFor();
    const comeBackLate = await goAway(page);
    await page.clock.setSystemTime(Date.now() + 2 * AWAY_MS);
    await comeBackLate();
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
    expect(await name.count()).toBe(0);
  });

  it.skipIf(!hasTime)("lets nobody else sign in while there is something to send", async () => {
    const { page } = await aPhoneAtWork();
    await page.route("**/send_action", (route) => route.abort());
    await press(page, "Annehmen");
    await lockBySheet(page);
    await page.getByRole("button", { name: "Vergessen?" }).click();
    await signPersonIn(desk, page, numberOf("bestattung", place++));
    await page.getByText("Von diesem Telefon sind noch Einträge einer anderen Person zu senden.").waitFor();
    expect(await statusesOf(page)).toEqual(["waiting"]);
  });

  it.skipIf(!hasTime)("counts every wrong PIN, however fast they are typed", async () => {
    const { page } = await aPhoneAtWork();
    await press(page, "Annehmen");
    await lockBySheet(page);
    for (let wrong = 0; wrong < 4; wrong++) await typePin(page, WRONG_PIN);
    await eventually(async () => (await rowsOf(page, "meta")).join("\n")).toContain("wrong pins value count 4");
    await typePin(page);
    await page.getByText("Kanari").first().waitFor();
    expect((await rowsOf(page, "meta")).join("\n")).toContain("wrong pins value count 0");
  });

  it("waits after five wrong PINs, forgets its cases after ten, and still sends what was done", async () => {
    const { page, context, dispatcher, id, tour_id } = await emptiedByPins();
    expect(await findAxeFaults(page)).toEqual([]);
    for (const table of [...SEALED_BY_PIN, "messages"]) expect(await rowsOf(page, table)).toEqual([]);
    expect(await statusesOf(page)).toEqual(["waiting"]);
    await context.setOffline(false);
    await eventually(() => stateOf(dispatcher, id, tour_id)).toBe("ACCEPTED");
  });

  it.skipIf(!hasTime)("would not with an outbox that goes with the cases (not in CI)", async () => {
    const { page } = await emptiedByPins(withOutbox);
    expect(await statusesOf(page)).not.toEqual(["waiting"]);
  });

  async function emptiedByPins(mutant?: Mutant): Promise<PhoneAtWork> {
    const phone = await aPhoneAtWork(mutant);
    const { page, context } = phone;
    await context.setOffline(true);
    await press(page, "Annehmen");
    await lockBySheet(page);
    for (let wrong = 0; wrong < 5; wrong++) await typePin(page, WRONG_PIN);
    // Not even the right one is looked at now.
    await typePin(page);
    await page.getByText(/Zu oft falsch/).waitFor();
    await page.clock.setSystemTime(Date.now() + WAIT_MS);
    for (let wrong = 0; wrong < 5; wrong++) await typePin(page, WRONG_PIN);
    await page.getByText(/Zehnmal falsch/).waitFor();
    return phone;
  }
});

/** All that the browser keeps for the app, byte for byte, and what stands on the screen. */
async function everythingOn(page: Page): Promise<string> {
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
  return [...shown, ...(await Promise.all(tables.map((table) => rowsOf(page, table))))].flat().join("\n");
}

const statusesOf = async (page: Page) =>
  (await rowsOf(page, "outbox")).map((row) => /status (\w+)/.exec(row)?.[1]).filter((status) => status !== "sent");

/** Those of them with a row that the key of the phone opens by itself. */
const openedByPhone = (page: Page) =>
  page.evaluate(async (names) => {
    interface Row {
      readonly content: { readonly iv: BufferSource; readonly data: BufferSource };
    }
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const db = await answerOf(indexedDB.open("leitstand-driver"));
    const read = (name: string) => answerOf(db.transaction(name).objectStore(name).getAll());
    const [device] = ((await read("keys")) as { name: string; key: CryptoKey }[]).filter(
      ({ name }) => name === "device",
    );
    const opened: string[] = [];
    for (const name of names)
      for (const { content } of (await read(name)) as Row[]) {
        const open = device && crypto.subtle.decrypt({ name: "AES-GCM", iv: content.iv }, device.key, content.data);
        await open?.then(
          () => opened.push(name),
          () => undefined,
        );
      }
    db.close();
    return [...new Set(opened)];
  }, SEALED_BY_PIN);
