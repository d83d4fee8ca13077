import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { eventually, findAxeFaults, type OpenedConsole, openConsole } from "./console-testkit";
import { builtWith } from "./driver/driver-build";
import { aPhone, beginShift, planTour, press, signInOn } from "./driver/driver-testkit";
import { readOutboxOf } from "./driver/outbox-truth";
import { type Mutant, theMutants } from "./driver/planted-page";
import { hasTime } from "./has-time";

/** Of the case that the desk takes back. */
const TAKEN = "Kanari, Alois";
const OTHERS = ["Fuchs, Anna", "Lang, Theresia"];
const NOTE = "Schlüssel beim Portier";
const ON_SCREEN_MS = 5_000;
const GONE = "Dieser Fall ist nicht mehr auf Ihrer Tour";
const STEPS = ["START", "ARRIVE"];

const mutants = theMutants({
  "a refused step that is thrown away": {
    file: "outbox/drain.ts",
    from: 'await db.outbox.update(row.seq, { status: "refused", refusal });',
    to: "await db.outbox.delete(row.seq);",
  },
  "a refusal that stops all cases": {
    file: "outbox/drain.ts",
    from: 'db.outbox.where("[chain+seq]").between([row.chain, row.seq + 1], [row.chain, Infinity]);',
    to: 'db.outbox.filter(({ status, seq }) => status === "waiting" && seq !== row.seq);',
  },
  "a case that stays readable after it was taken back": {
    file: "work/shift.ts",
    from: "isKnown: true, tours, cases, entries",
    to: "isKnown: true, tours, cases: [...cases, ...shift.get().cases.filter(({ id }) => !ids.includes(id))], entries",
  },
});

describe.skipIf(!hasBrowser)("a case that the desk takes back meanwhile (needs /usr/bin/chromium)", () => {
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

  /** A shift with three cases, all of them accepted. */
  async function aShift(mutant?: Mutant) {
    const phone = await aPhone(desk, "bestattung", { place: place++, ...(await builtWith(mutant, ends)) });
    const drafts = [TAKEN, ...OTHERS].map((display_name) => aFuneralCase({ display_name }));
    const planned = await planTour(await desk.signIn("bestattung"), phone, drafts);
    await signInOn(desk, "bestattung", phone);
    await beginShift(phone.page);
    for (const _draft of drafts) {
      const alarm = phone.page.getByRole("alertdialog");
      const name = await alarm.getByRole("heading").innerText();
      await press(phone.page, "Annehmen");
      await alarm.filter({ hasText: name }).waitFor({ state: "detached" });
    }
    return { ...phone, ...planned, api: planned.dispatcher.api };
  }
  type Shift = Awaited<ReturnType<typeof aShift>>;

  /** Each of the cases is driven to where it begins, and the first one gets a note; meanwhile the desk takes that one back. */
  async function driveWithoutNetwork({ page, context, api, ids, tour }: Shift) {
    await context.setOffline(true);
    for (const name of [TAKEN, ...OTHERS]) {
      await goToList(page);
      await page.getByText(name).first().click();
      await page.getByRole("heading", { name }).waitFor();
      await press(page, "Losfahren");
      await press(page, "Angekommen");
      if (name !== TAKEN) continue;
      await page.getByRole("button", { name: "Notiz" }).click();
      await page.getByLabel("Notiz an die Leitstelle").fill(NOTE);
      await press(page, "Speichern");
    }
    const [id = ""] = ids;
    const { lock_version } = await api.getCase({ id });
    await api.receiveAction({ id, tour_id: tour.id, action: "UNASSIGN", reason: "Storno", lock_version });
    await goToList(page);
    await context.setOffline(false);
  }

  const stateOf = async ({ api, tour }: Shift, id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour.id)?.state;

  async function drivenOf({ api }: Shift, id: string) {
    const history = await api.getCaseStateHistory({ id });
    return history.flatMap(({ actor_kind, transition }) => (actor_kind === "V" ? [transition] : []));
  }

  /** When the desk took it back, as the crew reads it on a clock. */
  async function takenAt({ api }: Shift, id: string): Promise<string> {
    const taken = (await api.getCaseStateHistory({ id })).find(({ transition }) => transition === "UNASSIGN");
    const clock = { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Vienna" } as const;
    return new Date(taken?.occurred_at ?? 0).toLocaleTimeString("de", clock);
  }

  it("stops that case alone, says when it was taken back without saying whose it was, and keeps what was done as notes", async () => {
    const shift = await aShift();
    const { page, api, ids } = shift;
    const [taken = "", ...others] = ids;
    await driveWithoutNetwork(shift);
    for (const id of others) await eventually(() => stateOf(shift, id)).toBe("ARRIVED");
    for (const id of others) expect(await drivenOf(shift, id)).toEqual(["ACCEPT", ...STEPS]);
    expect(await drivenOf(shift, taken)).toEqual(["ACCEPT"]);

    await page.getByRole("button", { name: "2 Einträge wurden abgelehnt" }).click();
    await page.getByText(GONE).first().waitFor();
    expect(await screenOf(page)).not.toContain(TAKEN);
    await page.getByRole("button", { name: "Ansehen" }).first().click();
    await page
      .getByRole("heading", { name: `Von der Leitstelle um ${await takenAt(shift, taken)} zurückgenommen` })
      .waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
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
  }, 120_000);

  /** The steps that came as notes, in the order in which they were done; each at another time than it arrived at. */
  async function lateEntriesOf({ api }: Shift, id: string) {
    const { comments } = await api.getCaseComments({ id });
    return comments
      .filter(({ kind, action }) => kind === "LATE_ENTRY" && action !== null)
      .toSorted((a, b) => String(a.occurred_at).localeCompare(String(b.occurred_at)))
      .map(({ action }) => action);
  }

  /** What would be wrong, in words; the network has come back, and the phone has sent what it could. */
  async function findFaults(mutant: Mutant): Promise<string[]> {
    const shift = await aShift(mutant);
    const { page, ids } = shift;
    await driveWithoutNetwork(shift);
    await eventually(() => countWaiting(page)).toBe(0);
    const states = await Promise.all(ids.slice(1).map((id) => stateOf(shift, id)));
    const notice = page.getByRole("button", { name: "2 Einträge wurden abgelehnt" });
    const isSaid = await isShown(notice);
    if (isSaid) await notice.click();
    const isNameless = !isSaid || (await isShown(page.getByText(GONE).first()));
    return [
      ...(states.every((state) => state === "ARRIVED") ? [] : ["another case has stopped"]),
      ...(isSaid ? [] : ["a refusal is not said"]),
      ...(isNameless ? [] : ["the name is still readable"]),
    ];
  }

  it.skipIf(!hasTime).each(Object.entries(mutants))(
    "would not with %s (not in CI)",
    async (_name, mutant) => {
      expect(await findFaults(mutant)).not.toEqual([]);
    },
    180_000,
  );
});

const isShown = (part: Locator) =>
  part.waitFor({ timeout: ON_SCREEN_MS }).then(
    () => true,
    () => false,
  );
const screenOf = (page: Page) => page.locator("body").innerText();

/** Back over all screens that were opened since. */
async function goToList(page: Page) {
  const title = page.locator("h1");
  for (let shown = await title.innerText(); !shown.startsWith("Meine Tour"); shown = await title.innerText()) {
    await page.getByRole("button", { name: "Zurück" }).click();
    await title.filter({ hasNotText: shown }).waitFor();
  }
}

/** What the phone still means to send. */
const countWaiting = async (page: Page) =>
  (await readOutboxOf(page)).steps.filter(({ status }) => status === "waiting").length;
