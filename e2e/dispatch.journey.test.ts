import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { carryOutAction, anOpenCase, aRunningTour, changeCaseFields } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("a dispatcher's work on the board (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    product = await openConsole();
    colleague = await product.signIn("bestattung", "dispo2");
  });
  afterAll(() => product.close());

  const statesOf = async (id: string) => (await colleague.api.getCase({ id })).state.current;

  it("a dispatcher takes a case from the phone call to its delivery with the keyboard alone", async () => {
    const tour = await aRunningTour(colleague, 2);
    const page = await product.look(await product.signIn("bestattung"));
    await page.getByText("Live", { exact: true }).waitFor();
    await page.keyboard.press("c");
    await page.getByRole("heading", { name: "Neuer Fall" }).waitFor();
    await typeByKeyboard(page, "Telefon", "+43 664 123 45 67");
    await typeByKeyboard(page, "Straße", "Auenbruggerplatz");
    await typeByKeyboard(page, "PLZ", "8036");
    await typeByKeyboard(page, "Ort", "Graz");
    await typeByKeyboard(page, "Nachname", "Tastatur");
    await typeByKeyboard(page, "Vorname", "Theresia");
    await typeByKeyboard(page, "Sterbedatum", "gestern");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: /Tastatur/ }).waitFor();
    const id = new URL(page.url()).searchParams.get("case") ?? "";
    await pressByKeyboard(page, `${tour.plate} zuweisen`, { read: () => statesOf(id), state: "ASSIGNED" });
    const read = () => statesOf(id);
    await pressByKeyboard(page, "Annehmen", { read, state: "ASSIGNED" });
    await pressByKeyboard(page, "Starten", { read, state: "STARTED" });
    await pressByKeyboard(page, "Angekommen", { read, state: "STARTED" });
    // Confirmations that the law requires are asked for in place.
    await openFormWithQuestions(page, "Geladen");
    for (const name of ["Identität bestätigt", "Wertgegenstände bestätigt"]) await tickByKeyboard(page, name);
    await pressByKeyboard(page, "Geladen", { read, state: "LOADED" });
    await pressByKeyboard(page, "Angekommen", { read, state: "LOADED" });
    await openFormWithQuestions(page, "Übergeben");
    await typeByKeyboard(page, "Übernommen von", "M. Huber");
    await typeByKeyboard(page, "Ohne Unterschrift, weil", "am Telefon bestätigt");
    await tickByKeyboard(page, "Wertgegenstände bestätigt");
    await pressByKeyboard(page, "Übergeben", { read, state: "DELIVERED" });
    await page.close();
  });

  it("a dispatcher drags a case from the queue to a tour, and undoes the assignment", async () => {
    const tour = await aRunningTour(colleague, 3);
    const dispatchCase = await anOpenCase(colleague, "Wird gezogen", { dueInMinutes: 5 });
    const page = await product.look(await product.signIn("bestattung"));
    const card = page.getByRole("option").filter({ hasText: "Wird gezogen" });
    const row = page.getByRole("row").filter({ hasText: tour.plate });
    await row.scrollIntoViewIfNeeded();
    const place = await row.boundingBox();
    if (!place) throw new Error("The row of the tour is not on the screen.");
    await card.dragTo(row, { targetPosition: { x: 600, y: place.height / 2 } });
    await expectEventually(() => statesOf(dispatchCase.id)).toBe("ASSIGNED");
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expectEventually(() => statesOf(dispatchCase.id)).toBe("OPEN");
    await page.close();
  });

  it("the console shows which rule a tour would break, and assigns the case when the dispatcher confirms it", async () => {
    const tour = await aRunningTour(colleague, 4);
    const against = { dueInMinutes: 5, excludes: [tour.vehicle_type_id] };
    const dragged = await anOpenCase(colleague, "Gegen die Regel gezogen", against);
    const typed = await anOpenCase(colleague, "Gegen die Regel getippt", against);
    const page = await product.look(await product.signIn("bestattung"), { path: "/?q=Gegen+die+Regel" });
    const row = page.getByRole("row").filter({ hasText: tour.plate });
    await row.scrollIntoViewIfNeeded();
    const place = await row.boundingBox();
    if (!place) throw new Error("The row of the tour is not on the screen.");
    const drop = () =>
      page
        .getByRole("option")
        .filter({ hasText: "gezogen" })
        .dragTo(row, { targetPosition: { x: 600, y: place.height / 2 } });
    const question = page.getByRole("alertdialog", { name: /trotzdem .* zuweisen/ });

    // Escape cancels the assignment.
    await drop();
    await question.waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    expect(await statesOf(dragged.id)).toBe("OPEN");

    await drop();
    await question.getByRole("button", { name: "Trotzdem zuweisen" }).click();
    await expectEventually(() => statesOf(dragged.id)).toBe("ASSIGNED");
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expectEventually(() => statesOf(dragged.id)).toBe("OPEN");

    // Assigns it again, with the keyboard alone.
    await page.getByRole("listbox", { name: "Liste der Fälle" }).focus();
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-activedescendant"));
    for (let step = 0; step < 3 && !(await isCursorOnCase(page, "getippt")); step++) await page.keyboard.press("j");
    await page.keyboard.press("a");
    await page.getByRole("combobox", { name: "Tour" }).waitFor();
    await page.keyboard.type(tour.plate);
    await page.keyboard.press("Enter");
    await page.getByText("0 erledigt, 1 fehlgeschlagen").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectEventually(() => statesOf(typed.id)).toBe("ASSIGNED");
    await page.close();
  });

  it("changes of the board leave an open list of tours, and the text typed in it, unchanged", async () => {
    const [first, second] = [await aRunningTour(colleague, 5), await aRunningTour(colleague, 6)];
    const dispatchCase = await anOpenCase(colleague, "Steht in der Wahl");
    const other = await anOpenCase(colleague, "Kommt dazwischen");
    const page = await product.look(await product.signIn("bestattung"), { path: "/?q=Steht+in+der+Wahl" });
    await page.getByRole("option").filter({ hasText: "Steht in der Wahl" }).waitFor();
    await page.getByRole("listbox", { name: "Liste der Fälle" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("a");
    const field = page.getByRole("combobox", { name: "Tour" });
    await field.waitFor();
    const common = commonPrefixLength(first.plate, second.plate);
    await page.keyboard.type(common);
    const options = page.getByRole("listbox").filter({ hasText: first.plate }).getByRole("option");
    const marked = async () => (await page.locator("[data-combobox-selected]").allTextContents())[0] ?? "";
    // The list has followed the typed text once the mark is on one of the two tours.
    const isListed = async () => {
      const [texts, mark] = [await options.allTextContents(), await marked()];
      return mark !== "" && texts.includes(mark) && texts.every((text) => text.includes(common));
    };
    await expectEventually(isListed).toBe(true);
    const before = await options.allTextContents();

    // A colleague assigns the first picked case; a reloaded list would show it after the others.
    const top = (await marked()).includes(first.plate) ? first : second;
    await carryOutAction(colleague, other.id, { action: "ASSIGN", tour_id: top.id });
    await page.getByRole("row").filter({ hasText: top.plate }).getByText("Kommt dazwischen").waitFor();
    expect(await field.inputValue()).toBe(common);
    expect(await options.allTextContents()).toEqual(before);
    await page.keyboard.press("Enter");
    await expectEventually(() => statesOf(dispatchCase.id)).toBe("ASSIGNED");
    const { tour_case_states } = await colleague.api.getCase({ id: dispatchCase.id });
    expect(tour_case_states?.map(({ tour_id }) => tour_id)).toEqual([top.id]);
    await page.close();
  });

  it("two dispatchers' changes to different fields of a case are merged, and those to the same field need a decision", async () => {
    const dispatchCase = await anOpenCase(colleague, "Zwei am Werk");
    const page = await product.look(await product.signIn("bestattung"), { path: `/?form=${dispatchCase.id}` });
    await fillByLabel(page, "Notizen für die Besatzung", "Von mir");
    await changeCaseFields(colleague, dispatchCase.id, { display_name: "Zwei am Werk, geändert" });
    await page.keyboard.press("Control+Enter");
    await expectEventually(async () => (await colleague.api.getCase({ id: dispatchCase.id })).description).toBe(
      "Von mir",
    );
    expect((await colleague.api.getCase({ id: dispatchCase.id })).display_name).toBe("Zwei am Werk, geändert");

    await page.goto(`${product.url}/?form=${dispatchCase.id}`);
    await fillByLabel(page, "Notizen für die Besatzung", "Noch einmal von mir");
    await changeCaseFields(colleague, dispatchCase.id, { description: "Von jemand anderem" });
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: "Inzwischen geändert" });
    await dialog.getByText("Von jemand anderem").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Alle Ihren" }).click();
    await dialog.getByRole("button", { name: "So speichern" }).click();
    await expectEventually(async () => (await colleague.api.getCase({ id: dispatchCase.id })).description).toBe(
      "Noch einmal von mir",
    );
    await page.close();
  });

  it("the draft of a case form is restored, and discarded by a button that the keyboard reaches", async () => {
    const page = await product.look(await product.signIn("bestattung"), { path: "/?form=new" });
    await fillByLabel(page, "Nachname", "Nur ein Entwurf");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Entwurf behalten" }).click();
    await page.goto(`${product.url}/?form=new`);
    await page.getByText(/^Entwurf von .* wiederhergestellt$/).waitFor();
    await expectEventually(() => page.getByLabel("Nachname").first().inputValue()).toBe("Nur ein Entwurf");
    // The button stands before the first field, which has the focus.
    await page.keyboard.press("Shift+Tab");
    const discard = page.getByRole("button", { name: "Entwurf verwerfen" });
    await expectEventually(() => discard.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await discard.waitFor({ state: "hidden" });
    await expectEventually(() => page.getByLabel("Nachname").first().inputValue()).toBe("");
    await page.close();
  });

  it("text typed into a case form is kept when the session ends", async () => {
    const third = await product.signIn("bestattung", "dispo3");
    const page = await product.look(third, { path: "/?form=new" });
    await fillByLabel(page, "Nachname", "Unterbrochen");
    await third.api.changeOwnPassword({
      old_password: DEMONSTRATION_PASSWORD,
      new_password: `${DEMONSTRATION_PASSWORD}!`,
    });
    const again = page.getByRole("dialog", { name: "Die Sitzung ist beendet" });
    await again.getByLabel("Passwort", { exact: false }).first().fill(`${DEMONSTRATION_PASSWORD}!`);
    await again.getByRole("button", { name: "Anmelden" }).click();
    await again.waitFor({ state: "hidden" });
    expect(await page.getByLabel("Nachname").first().inputValue()).toBe("Unterbrochen");
    await page.close();
  });
});

/** Types into a field without the way to it; tests of the keyboard use `typeByKeyboard`. */
async function fillByLabel(page: Page, label: string, text: string) {
  await page.getByLabel(label).first().fill(text);
}

function commonPrefixLength(one: string, other: string) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

/** Whether the cursor of the list is on the row of a case. */
const isCursorOnCase = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const list = document.activeElement?.getAttribute("aria-activedescendant");
    return list !== null && list !== undefined && document.getElementById(list)?.textContent?.includes(wanted) === true;
  }, name);

const TAB_STEPS_MAX = 120;

/** Presses a button that asks in place, and waits until the first answer has the focus. */
async function openFormWithQuestions(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).first().waitFor();
  await pressTabUntil(page, (found) => found === name, name);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
}

async function tickByKeyboard(page: Page, label: string) {
  await pressTabUntil(page, (name) => name.replace(/ ?\*$/, "") === label, label);
  await page.keyboard.press("Space");
}

/** Moves by Tab to the next field of a name, as without a mouse, and types. */
async function typeByKeyboard(page: Page, label: string, text: string) {
  await pressTabUntil(page, (name) => name.replace(/ ?\*$/, "") === label, label);
  await page.keyboard.type(text);
}

/** Moves to a button, presses it, and waits until the case has the state and the screen no longer offers the step. */
async function pressByKeyboard(
  page: Page,
  name: string,
  { read, state }: { read: () => Promise<string>; state: string },
) {
  const button = page.getByRole("button", { name, exact: true });
  await button.first().waitFor();
  await pressTabUntil(page, (found) => found === name, name);
  await page.keyboard.press("Enter");
  await expectEventually(read).toBe(state);
  // An arrival leaves the state unchanged: the next step could be pressed on the old version of the case.
  await expectEventually(() => button.count()).toBe(0);
}

async function pressTabUntil(page: Page, isWanted: (name: string) => boolean, wanted: string) {
  for (let step = 0; step < TAB_STEPS_MAX; step++) {
    const name = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const labels = [...(element?.labels ?? [])].map(({ textContent }) => textContent?.trim() ?? "");
      return element?.getAttribute("aria-label") ?? labels[0] ?? element?.textContent?.trim() ?? "";
    });
    if (isWanted(name)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${wanted} is not reached by the keyboard.`);
}
