import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { pressPrimaryButton, unassignCase } from "./driver/driver-testkit";
import { readPhoneTableRows } from "./driver/phone-rows";
import {
  openShiftWithThreeCases,
  driveOffline,
  goBackToList,
  CASE_GONE_TEXT,
  NOTE_TEXT,
  OTHER_CASE_NAMES,
  type ShiftWithThreeCases,
  TAKEN_CASE_NAME,
} from "./driver/scenes/taken-case";
import { linkStateOf, fetchPhoneTransitionsOfCase } from "./tours-testkit";

const CASE_STEPS = ["START", "ARRIVE"];

describe.skipIf(!hasChromium)("a case that the dispatcher takes back meanwhile (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  /** Time at which the dispatcher took it back, as the crew reads it on a clock. */
  async function takenAt({ api }: ShiftWithThreeCases, id: string): Promise<string> {
    const taken = (await api.getCaseStateHistory({ id })).find(({ transition }) => transition === "UNASSIGN");
    const clock = { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Vienna" } as const;
    return new Date(taken?.occurred_at ?? 0).toLocaleTimeString("de", clock);
  }

  it("a case that the dispatcher unassigns stops without affecting others, and keeps the crew's unsent steps as notes", async () => {
    const shift = await openShiftWithThreeCases(product, { place: 0 });
    const { page, api, ids } = shift;
    const [taken = "", ...others] = ids;
    await driveOffline(shift);
    for (const id of others) await expectEventually(() => linkStateOf(shift, id, shift.tour.id)).toBe("ARRIVED");
    for (const id of others) expect(await fetchPhoneTransitionsOfCase(shift, id)).toEqual(["ACCEPT", ...CASE_STEPS]);
    expect(await fetchPhoneTransitionsOfCase(shift, taken)).toEqual(["ACCEPT"]);

    await page.getByRole("button", { name: "2 Einträge wurden abgelehnt" }).click();
    await page.getByText(CASE_GONE_TEXT).first().waitFor();
    expect(await screenText(page)).not.toContain(TAKEN_CASE_NAME);
    await page.getByRole("button", { name: "Ansehen" }).first().click();
    await page
      .getByRole("heading", { name: `Von der Leitstelle um ${await takenAt(shift, taken)} zurückgenommen` })
      .waitFor();
    expect(await screenText(page)).not.toContain(TAKEN_CASE_NAME);
    const { natural_id } = await api.getCase({ id: taken });
    await page.getByRole("heading", { name: natural_id }).waitFor();
    await pressPrimaryButton(page, "Verstanden");
    await expectEventually(() => lateEntriesOf(shift, taken)).toEqual(CASE_STEPS);
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await pressPrimaryButton(page, "Verstanden");
    await expectEventually(async () =>
      (await api.getCaseComments({ id: taken })).comments.map(({ text }) => text),
    ).toContain(NOTE_TEXT);
    await page.getByRole("button", { name: /Eintrag|Einträge/ }).waitFor({ state: "detached" });
    expect(await screenText(page)).not.toContain(TAKEN_CASE_NAME);

    // The pressed case opens, although the one above it is taken back, with a notice, before the finger is lifted.
    const [above, pressed = ""] = OTHER_CASE_NAMES;
    await goBackToList(page);
    await page.locator(".case-card").filter({ hasText: above }).waitFor();
    await changeWhilePressed(shift, page.getByRole("button", { name: pressed }), {
      happens: () => unassignCase(shift, others[0]),
      isKnown: async () => {
        for (const table of ["cases", "messages"])
          await expectEventually(() => readPhoneTableRows(page, table)).toHaveLength(1);
      },
    });
    await page.getByRole("heading", { name: pressed }).waitFor();
    await goBackToList(page);
    await page.locator(".case-card").filter({ hasText: pressed }).waitFor();
  }, 120_000);

  it("a press on a step does not do the next one when the dispatcher completes the step during the press", async () => {
    const shift = await openShiftWithThreeCases(product, { place: 1 });
    const { page, api, tour, ids } = shift;
    const [id = ""] = ids;
    await goBackToList(page);
    await page.locator(".case-card").click();
    await page.getByRole("heading", { name: TAKEN_CASE_NAME }).waitFor();
    const { lock_version } = await api.getCase({ id });
    await changeWhilePressed(shift, page.locator("button.primary").filter({ hasText: "Losfahren" }), {
      happens: () => api.receiveAction({ id, tour_id: tour.id, action: "START", lock_version }),
      isKnown: () =>
        expectEventually(() => readPhoneTableRows(page, "cases")).toContainEqual(
          expect.stringContaining(`lock_version ${lock_version + 1}`),
        ),
    });
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).waitFor();
    expect(await linkStateOf(shift, id, shift.tour.id)).toBe("STARTED");
    expect((await api.getCase({ id })).tour_case_states?.map(({ arrived_at }) => arrived_at)).toEqual([null]);
  });

  /** Late notes in the order in which the steps were done; each was done at another time than it arrived. */
  async function lateEntriesOf({ api }: ShiftWithThreeCases, id: string) {
    const { comments } = await api.getCaseComments({ id });
    return comments
      .filter(({ kind, action }) => kind === "LATE_ENTRY" && action !== null)
      .toSorted((a, b) => String(a.occurred_at).localeCompare(String(b.occurred_at)))
      .map(({ action }) => action);
  }
});

interface ChangeWhilePressed {
  readonly happens: () => Promise<unknown>;
  /** Resolves when the phone has received the change. */
  readonly isKnown: () => Promise<unknown>;
}

/**
 * Lays a finger on an element, and lifts it once the phone knows of a change elsewhere. The phone polls at once, and
 * its clock stands until then: the press is no longer than any other, however slow the machine is.
 */
async function changeWhilePressed(
  { page, dispatcher }: ShiftWithThreeCases,
  target: Locator,
  { happens, isKnown }: ChangeWhilePressed,
) {
  await target.hover();
  await page.clock.pauseAt(dispatcher.clock.now().getTime() + STOPPED_CLOCK_AHEAD_MS);
  await page.mouse.down();
  await happens();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await isKnown();
  await page.mouse.up();
  await page.clock.resume();
}
/** A clock can only be stopped at a time in the future. */
const STOPPED_CLOCK_AHEAD_MS = 60_000;

const screenText = (page: Page) => page.locator("body").innerText();
