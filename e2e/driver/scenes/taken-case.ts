import type { Page } from "playwright-core";
import { funeralCaseRequest } from "../../../apps/api/src/testing/cases";
import type { OpenedConsole } from "../../console-testkit";
import { phoneOptionsWithMutant } from "../driver-build";
import {
  openDriverPhone,
  beginShiftOnScreen,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  unassignCase,
} from "../driver-testkit";
import type { SourceMutant } from "../planted-page";

/** Name of the case that the dispatcher takes back. */
export const TAKEN_CASE_NAME = "Kanari, Alois";
export const OTHER_CASE_NAMES = ["Fuchs, Anna", "Lang, Theresia"];
export const NOTE_TEXT = "Schlüssel beim Portier";
export const CASE_GONE_TEXT = "Dieser Fall ist nicht mehr auf Ihrer Tour";

interface ShiftOptions {
  /** Number of the company's driver, from 0. */
  readonly place: number;
  readonly mutant?: SourceMutant | undefined;
}

/** A shift with three cases, all of them accepted. */
export async function openShiftWithThreeCases(product: OpenedConsole, { place, mutant }: ShiftOptions) {
  const phone = await openDriverPhone(product, "bestattung", { place, ...(await phoneOptionsWithMutant(mutant)) });
  const drafts = [TAKEN_CASE_NAME, ...OTHER_CASE_NAMES].map((display_name) => funeralCaseRequest({ display_name }));
  const planned = await planDriverTour(await product.signIn("bestattung"), phone, drafts);
  await signInOnPhone(product, "bestattung", phone);
  await beginShiftOnScreen(phone.page);
  for (const _draft of drafts) {
    const alarm = phone.page.getByRole("alertdialog");
    const name = await alarm.getByRole("heading").innerText();
    await pressPrimaryButton(phone.page, "Annehmen");
    await alarm.filter({ hasText: name }).waitFor({ state: "detached" });
  }
  return { ...phone, ...planned, api: planned.dispatcher.api };
}
export type ShiftWithThreeCases = Awaited<ReturnType<typeof openShiftWithThreeCases>>;

/** Drives to the source of each case, with a note on the first; meanwhile the dispatcher takes that one back. */
export async function driveOffline({ page, context, api, ids, tour }: ShiftWithThreeCases) {
  await context.setOffline(true);
  for (const name of [TAKEN_CASE_NAME, ...OTHER_CASE_NAMES]) {
    await goBackToList(page);
    await page.getByText(name).first().click();
    await page.getByRole("heading", { name }).waitFor();
    await pressPrimaryButton(page, "Losfahren");
    await pressPrimaryButton(page, "Angekommen");
    if (name !== TAKEN_CASE_NAME) continue;
    await page.getByRole("button", { name: "Notiz" }).click();
    await page.getByLabel("Notiz an die Leitstelle").fill(NOTE_TEXT);
    await pressPrimaryButton(page, "Speichern");
  }
  await unassignCase({ api, tour }, ids[0]);
  await goBackToList(page);
  await context.setOffline(false);
}

/** Goes back over all screens that were opened since. */
export async function goBackToList(page: Page) {
  const title = page.locator("h1");
  for (let shown = await title.innerText(); !shown.startsWith("Meine Tour"); shown = await title.innerText()) {
    await page.getByRole("button", { name: "Zurück" }).click();
    await title.filter({ hasNotText: shown }).waitFor();
  }
}
