/** Steps of a driver on the screens of the app, in German: used by journeys and by the simulated day. */
import { DEMONSTRATION_PIN } from "@leitstand/scenario/staff";
import type { Locator, Page } from "playwright-core";

const COVERED_TIMEOUT_MS = 10_000;

export interface PhoneNumberWithCode {
  /** Phone number of the device, or of the driver. */
  readonly number: string;
  /** Requests a code by the given function, and reads it. */
  readonly readCode: (sendIt: () => Promise<void>) => Promise<string>;
}
export interface FirstSignInInput extends PhoneNumberWithCode {
  /** Short code of the company. */
  readonly company: string;
}

/** First start: the company, the phone by SMS, the driver by SMS, the PIN; no permissions beyond those given before. */
export async function signInFirstTime(page: Page, start: FirstSignInInput) {
  await signInUpToFirstPermission(page, start);
  await skipPermissionQuestions(page);
}

/** First start as in `signInFirstTime`, up to the first permission that the phone is asked for. */
export async function signInUpToFirstPermission(page: Page, { company, ...person }: FirstSignInInput) {
  await page.getByLabel("Ihre Firma").fill(company);
  await page.getByRole("button", { name: "Weiter" }).click();
  await page.getByRole("heading", { name: "Dieses Telefon anmelden" }).waitFor();
  await enterNumberAndCode(page, person);
  await signInWithCodeAndPin(page, person);
}

/** Signs a driver in by a code, and the PIN that all drivers have. */
export async function signInWithCodeAndPin(page: Page, person: PhoneNumberWithCode) {
  await page.getByRole("heading", { name: "Wer fährt?" }).waitFor();
  await enterNumberAndCode(page, person);
  await page.getByRole("heading", { name: "PIN eingeben" }).waitFor();
  await typePin(page);
}

async function enterNumberAndCode(page: Page, { number, readCode }: PhoneNumberWithCode) {
  const code = await readCode(async () => {
    await page.getByLabel("Telefonnummer").fill(number);
    await page.getByRole("button", { name: "Code senden" }).click();
  });
  await page.getByLabel("Code aus der SMS").fill(code);
  await page.getByRole("button", { name: "Weiter" }).click();
}

/** Answers the permissions that a phone is asked for once: goes on without those that were not given before. */
export async function skipPermissionQuestions(page: Page) {
  const question = page.locator(".permission");
  const work = page.getByRole("button", { name: /^(Schicht beginnen|Fahrzeug wählen|Pause|Weiterarbeiten)$/ });
  await question.or(work).first().waitFor();
  const without = page.getByRole("button", {
    name: /^(Ohne (Benachrichtigungen|Standort|Kamera) weiter|Darf dunkel werden|Im Browser bleiben)$/,
  });
  while ((await question.count()) > 0) await without.click();
}

/** Begins the planned shift: the vehicle is checked without a defect. */
export async function beginShiftOnScreen(page: Page) {
  await pressPrimaryButton(page, "Schicht beginnen");
  await page.getByRole("heading", { name: "Fahrzeugprüfung" }).waitFor();
  for (const fine of await page.getByRole("radio", { name: "OK" }).all()) await chooseOption(fine);
  await page.getByLabel("Kilometerstand").fill("128 412");
  await pressPrimaryButton(page, "Schicht beginnen");
}

/** Types a PIN by the phone's own keys. */
export async function typePin(page: Page, pin = DEMONSTRATION_PIN) {
  for (const digit of pin) await page.getByRole("button", { name: digit, exact: true }).click();
}

/**
 * Presses the primary button of that name, and taps a second time where custody changes; of an alarm it is the button
 * in front.
 */
export async function pressPrimaryButton(page: Page, name: string | RegExp) {
  // An alarm may have covered the button meanwhile: it is looked for again.
  await pressPrimaryButtonOnce(page, name).catch(() => pressPrimaryButtonOnce(page, name));
}

/** Presses the primary button like `pressPrimaryButton`, but only once, for callers that look at the screen again themselves. */
export async function pressPrimaryButtonOnce(page: Page, name: string | RegExp) {
  const primary = page.locator("button.primary").filter({ hasText: name }).last();
  const isSlider = await primary.evaluate((button) => button.classList.contains("slider"));
  await primary.click({ timeout: COVERED_TIMEOUT_MS });
  if (isSlider) await primary.click({ timeout: COVERED_TIMEOUT_MS });
}

/**
 * Chooses by the label that covers a box or a round button: waits until it stands still, and ends when the choice
 * shows.
 */
export async function chooseOption(input: Locator) {
  await input.locator("xpath=ancestor::label").click();
  await input.and(input.page().locator(":checked")).waitFor({ state: "attached" });
}

/** Ticks all open todos, one after the other: a tick shows once it is stored. */
export async function tickTodos(page: Page) {
  const open = page.locator("[id^=todo-]:not(:checked)");
  // The list appears a moment after the step that it belongs to.
  await open.first().waitFor({ state: "attached" });
  while ((await open.count()) > 0) {
    const id = await open.first().getAttribute("id");
    await chooseOption(page.locator(`[id="${id}"]`));
  }
}

const BELONGING_LABELS = ["Uhr", "Geld", "Schmuck", "Ring", "Kette"];

/** Records the belongings of a deceased as all not seen. */
export async function recordBelongings(page: Page) {
  for (const item of BELONGING_LABELS)
    await chooseOption(page.getByRole("group", { name: item }).getByLabel("Nicht gesehen"));
  await pressPrimaryButton(page, "Bestätigen");
}

/** Signs with a finger, across the box. */
export async function drawSignature(page: Page) {
  const box = await page.getByRole("img", { name: "Hier unterschreiben" }).boundingBox();
  if (!box) throw new Error("There is nothing to sign on.");
  const { x, y, width, height } = box;
  await page.mouse.move(x + width * 0.2, y + height * 0.6);
  await page.mouse.down();
  for (const [across, down] of [
    [0.4, 0.3],
    [0.6, 0.7],
    [0.8, 0.4],
  ] as const)
    await page.mouse.move(x + width * across, y + height * down);
  await page.mouse.up();
}
