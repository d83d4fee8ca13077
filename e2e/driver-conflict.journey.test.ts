import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { eventually, type OpenedConsole, openConsole } from "./console-testkit";
import { press } from "./driver/driver-testkit";
import { rowsOf } from "./driver/phone-rows";
import {
  aShiftOfThree,
  driveWithoutNetwork,
  goToList,
  GONE,
  NOTE,
  OTHERS,
  type ShiftOfThree,
  takeBack,
  TAKEN,
} from "./driver/scenes/taken-case";
import { stateOf, stepsOf } from "./tours-testkit";

const STEPS = ["START", "ARRIVE"];

describe.skipIf(!hasBrowser)("a case that the dispatcher takes back meanwhile (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  /** Time at which the dispatcher took it back, as the crew reads it on a clock. */
  async function takenAt({ api }: ShiftOfThree, id: string): Promise<string> {
    const taken = (await api.getCaseStateHistory({ id })).find(({ transition }) => transition === "UNASSIGN");
    const clock = { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Vienna" } as const;
    return new Date(taken?.occurred_at ?? 0).toLocaleTimeString("de", clock);
  }

  it("a case that the dispatcher takes back stops alone, is announced without personal data, and keeps the crew's steps as notes", async () => {
    const shift = await aShiftOfThree(product, { place: 0 });
    const { page, api, ids } = shift;
    const [taken = "", ...others] = ids;
    await driveWithoutNetwork(shift);
    for (const id of others) await eventually(() => stateOf(shift, id, shift.tour.id)).toBe("ARRIVED");
    for (const id of others) expect(await stepsOf(shift, id)).toEqual(["ACCEPT", ...STEPS]);
    expect(await stepsOf(shift, taken)).toEqual(["ACCEPT"]);

    await page.getByRole("button", { name: "2 Einträge wurden abgelehnt" }).click();
    await page.getByText(GONE).first().waitFor();
    expect(await screenOf(page)).not.toContain(TAKEN);
    await page.getByRole("button", { name: "Ansehen" }).first().click();
    await page
      .getByRole("heading", { name: `Von der Leitstelle um ${await takenAt(shift, taken)} zurückgenommen` })
      .waitFor();
    expect(await screenOf(page)).not.toContain(TAKEN);
    const { natural_id } = await api.getCase({ id: taken });
    await page.getByRole("heading", { name: natural_id }).waitFor();
    await press(page, "Verstanden");
    await eventually(() => lateEntriesOf(shift, taken)).toEqual(STEPS);
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await press(page, "Verstanden");
    await eventually(async () => (await api.getCaseComments({ id: taken })).comments.map(({ text }) => text)).toContain(
      NOTE,
    );
    await page.getByRole("button", { name: /Eintrag|Einträge/ }).waitFor({ state: "detached" });
    expect(await screenOf(page)).not.toContain(TAKEN);

    // The pressed case opens, although the one above it is taken back, with a notice, before the finger is lifted.
    const [above, pressed = ""] = OTHERS;
    await goToList(page);
    await page.locator(".case-card").filter({ hasText: above }).waitFor();
    await whilePressed(shift, page.getByRole("button", { name: pressed }), {
      happens: () => takeBack(shift, others[0]),
      isKnown: async () => {
        for (const table of ["cases", "messages"]) await eventually(() => rowsOf(page, table)).toHaveLength(1);
      },
    });
    await page.getByRole("heading", { name: pressed }).waitFor();
    await goToList(page);
    await page.locator(".case-card").filter({ hasText: pressed }).waitFor();
  }, 120_000);

  it("the step under the finger is done, and not the next one, when the dispatcher does it before the finger is lifted", async () => {
    const shift = await aShiftOfThree(product, { place: 1 });
    const { page, api, tour, ids } = shift;
    const [id = ""] = ids;
    await goToList(page);
    await page.locator(".case-card").click();
    await page.getByRole("heading", { name: TAKEN }).waitFor();
    const { lock_version } = await api.getCase({ id });
    await whilePressed(shift, page.locator("button.primary").filter({ hasText: "Losfahren" }), {
      happens: () => api.receiveAction({ id, tour_id: tour.id, action: "START", lock_version }),
      isKnown: () =>
        eventually(() => rowsOf(page, "cases")).toContainEqual(
          expect.stringContaining(`lock_version ${lock_version + 1}`),
        ),
    });
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).waitFor();
    expect(await stateOf(shift, id, shift.tour.id)).toBe("STARTED");
    expect((await api.getCase({ id })).tour_case_states?.map(({ arrived_at }) => arrived_at)).toEqual([null]);
  });

  /** Late notes in the order in which the steps were done; each was done at another time than it arrived. */
  async function lateEntriesOf({ api }: ShiftOfThree, id: string) {
    const { comments } = await api.getCaseComments({ id });
    return comments
      .filter(({ kind, action }) => kind === "LATE_ENTRY" && action !== null)
      .toSorted((a, b) => String(a.occurred_at).localeCompare(String(b.occurred_at)))
      .map(({ action }) => action);
  }
});

interface Meanwhile {
  readonly happens: () => Promise<unknown>;
  /** Resolves when the phone has received the change. */
  readonly isKnown: () => Promise<unknown>;
}

/**
 * Lays a finger on an element, and lifts it once the phone knows of a change elsewhere. The phone polls at once, and
 * its clock stands until then: the press is no longer than any other, however slow the machine is.
 */
async function whilePressed({ page, dispatcher }: ShiftOfThree, target: Locator, { happens, isKnown }: Meanwhile) {
  await target.hover();
  await page.clock.pauseAt(dispatcher.clock.now().getTime() + AHEAD_MS);
  await page.mouse.down();
  await happens();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await isKnown();
  await page.mouse.up();
  await page.clock.resume();
}
/** A clock can only be stopped at a time in the future. */
const AHEAD_MS = 60_000;

const screenOf = (page: Page) => page.locator("body").innerText();
