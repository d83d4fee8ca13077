import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { funeralCaseRequest } from "../../../apps/api/src/testing/cases";
import { expectEventually, type OpenedConsole } from "../../console-testkit";
import { phoneOptionsWithMutant } from "../driver-build";
import {
  openDriverPhone,
  beginShiftOnScreen,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  typePin,
} from "../driver-testkit";
import { readPhoneTableRows } from "../phone-rows";
import type { SourceMutant } from "../planted-page";
import { findWordsInProfile, createBrowserProfile } from "../profile";

/** Words of the test's cases: finding one on a locked phone means that its data is readable. */
export const CANARY_WORDS = ["Kanari", "Zeisiggasse", "Stieglitz", "Girlitz", "6649876543"];
/** Tables that open only by PIN and phone together. */
export const PIN_SEALED_TABLES = ["tours", "cases", "drafts"];
export const WRONG_PIN = "999999";
const WRONG_PIN_WAIT_MS = 16 * 60_000;

interface PhoneOptions {
  /** Number of the company's driver, from 0. */
  readonly place: number;
  readonly mutant?: SourceMutant | undefined;
  /** Folder in which the phone's browser keeps all data. */
  readonly profile?: string;
}

/** A phone on its tour, with a case on the screen. */
export async function openPhoneAtWork(product: OpenedConsole, { place, mutant, profile }: PhoneOptions) {
  const options = {
    place,
    ...(await phoneOptionsWithMutant(mutant)),
    ...(profile !== undefined && { profile }),
  };
  const phone = await openDriverPhone(product, "bestattung", options);
  const { funeral_data, ...draft } = funeralCaseRequest({ display_name: "Kanari, Alois" });
  const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, [
    {
      ...draft,
      contact: { name: "Kanari, Rosa", phone_number: "+436649876543" },
      ...(funeral_data && {
        funeral_data: { ...funeral_data, source_address: { ...funeral_data.source_address, street: "Zeisiggasse" } },
      }),
    },
  ]);
  await signInOnPhone(product, "bestattung", phone);
  await beginShiftOnScreen(phone.page);
  await phone.page.getByRole("alertdialog").getByText("Kanari").waitFor();
  await expectEventually(() => unsentRowStatuses(phone.page)).toEqual([]);
  return { ...phone, dispatcher, tour_id: tour.id, id: ids[0] ?? "" };
}
type PhoneAtWork = Awaited<ReturnType<typeof openPhoneAtWork>>;

/** Works without network: a case is accepted, a note written, another one begun. */
export async function workOffline({ page, context }: PhoneAtWork) {
  await context.setOffline(true);
  await pressPrimaryButton(page, "Annehmen");
  await page.getByRole("button", { name: "Notiz" }).click();
  await page.getByLabel("Notiz an die Leitstelle").fill("Stieglitz im Stiegenhaus");
  await pressPrimaryButton(page, "Speichern");
  await page.getByRole("button", { name: "Notiz" }).click();
  await page.getByLabel("Notiz an die Leitstelle").fill("Girlitz im Garten");
  await expectEventually(() => readPhoneTableRows(page, "drafts")).not.toEqual([]);
}

/** Locks the app by the sheet of the connection. */
export async function lockByMenu(page: Page) {
  await page.getByRole("button", { name: /Verbunden|Offline|gesendet/ }).click();
  await page.getByRole("button", { name: "Sperren" }).click();
  await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
}

/** Canary words in the files of the browser's folder, after a day's work and the lock. */
export async function findCanariesInProfile(product: OpenedConsole, options: PhoneOptions) {
  const profile = createBrowserProfile();
  onTestFinished(profile.remove);
  const phone = await openPhoneAtWork(product, { ...options, profile: profile.folder });
  await workOffline(phone);
  await lockByMenu(phone.page);
  await phone.context.close();
  return findWordsInProfile(profile, [...CANARY_WORDS, phone.number.slice(1)]);
}

/** Types ten wrong PINs without network: cases are deleted, and the outbox waits. */
export async function openPhoneEmptiedByWrongPins(product: OpenedConsole, options: PhoneOptions): Promise<PhoneAtWork> {
  const phone = await openPhoneAtWork(product, options);
  const { page, goOffline } = phone;
  await goOffline();
  await pressPrimaryButton(page, "Annehmen");
  await lockByMenu(page);
  for (let wrong = 0; wrong < 5; wrong++) await typePin(page, WRONG_PIN);
  // During the wait even the right PIN is not checked.
  await typePin(page);
  await page.getByText(/Zu oft falsch/).waitFor();
  await page.clock.setSystemTime(product.clock.now().getTime() + WRONG_PIN_WAIT_MS);
  for (let wrong = 0; wrong < 5; wrong++) await typePin(page, WRONG_PIN);
  await page.getByText(/Zehnmal falsch/).waitFor();
  return phone;
}

/** States of outbox rows that have not been sent. */
export const unsentRowStatuses = async (page: Page) =>
  (await readPhoneTableRows(page, "outbox"))
    .map((row) => /status (\w+)/.exec(row)?.[1])
    .filter((status) => status !== "sent");

/** Tables sealed by the PIN with a row that the phone's key alone opens. */
export const findTablesOpenedByPhoneKey = (page: Page) =>
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
  }, PIN_SEALED_TABLES);
