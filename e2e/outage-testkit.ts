import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { type FaultProxy, startFaultProxy } from "../apps/api/src/testing/fault-proxy";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { carryOutAction, anOpenCase, aRunningTour, changeCaseFields, isoFromNow } from "./tours-testkit";

/** Reports a position of the driver, at the given speed. */
export async function reportPosition(driver: SignedInColleague, kmh: number) {
  const { accepted } = await driver.api.updateLocation({
    locations: [
      {
        lat: 47.07 + kmh / 10_000,
        lon: 15.44,
        time: isoFromNow(driver.clock),
        speed_meters_per_second: kmh / 3.6,
      },
    ],
  });
  if (accepted !== 1) throw new Error("The position was not taken.");
}

/** Creates tours and cases in several states, so that something of every kind can change. */
async function createDayBefore(by: SignedInColleague, driver: SignedInColleague) {
  const me = (await driver.api.getUserInfo()).user?.id ?? "";
  const [first, second] = [await aRunningTour(by, 0, { user_ids: [me] }), await aRunningTour(by, 1)];
  const names = ["Wird zugewiesen", "Geht weiter", "Wird zugestellt", "Wird storniert", "Wird entzogen", "Alter Name"];
  const cases: Record<string, string> = {};
  for (const [index, name] of names.entries())
    cases[name] = (await anOpenCase(by, name, { dueInMinutes: 60 + 10 * index })).id;
  for (const name of ["Geht weiter", "Wird zugestellt", "Wird entzogen"])
    await carryOutAction(by, cases[name] ?? "", { action: "ASSIGN", tour_id: first.id });
  await reportPosition(driver, 36);
  return { first, second, idOf: (name: string) => cases[name] ?? "" };
}

/** Changes of others in the meantime: cases come, move on, end; tours begin and end. */
async function makeBusyMinute(
  by: SignedInColleague,
  { first, second, idOf }: Awaited<ReturnType<typeof createDayBefore>>,
) {
  await anOpenCase(by, "Neu in der Störung", { dueInMinutes: 30 });
  await carryOutAction(by, idOf("Wird zugewiesen"), { action: "ASSIGN", tour_id: first.id });
  for (const action of ["ACCEPT", "START", "ARRIVE"] as const)
    await carryOutAction(by, idOf("Geht weiter"), { action, tour_id: first.id });
  const done = idOf("Wird zugestellt");
  const confirmed = { identity_confirmed: true, belongings_confirmed: true };
  await carryOutAction(by, done, { action: "START", tour_id: first.id });
  const { todos } = await by.api.getCase({ id: done });
  const doneAt = (place: "pickup" | "delivery") => ({
    ...confirmed,
    todos: todos?.[place].map(({ id }) => id) ?? [],
  });
  await carryOutAction(by, done, { action: "LOAD", tour_id: first.id, payload: doneAt("pickup") });
  const payload = { ...doneAt("delivery"), received_by: "M. Huber", signature: "M0 0L9 9" };
  await carryOutAction(by, done, { action: "DELIVER", tour_id: first.id, payload });
  await carryOutAction(by, idOf("Wird storniert"), { action: "CANCEL", reason: "Doppelt angelegt" });
  await carryOutAction(by, idOf("Wird entzogen"), {
    action: "UNASSIGN",
    tour_id: first.id,
    reason: "Anderes Fahrzeug näher",
  });
  await changeCaseFields(by, idOf("Alter Name"), { display_name: "Umbenannt in der Störung" });
  await by.api.finishTour({ id: second.id, lock_version: (await by.api.getTour({ id: second.id })).lock_version });
  const third = await aRunningTour(by, 2);
  await carryOutAction(by, (await anOpenCase(by, "Für die neue Tour")).id, { action: "ASSIGN", tour_id: third.id });
  const { lock_version } = await by.api.getTour({ id: first.id });
  await by.api.updateTourStartedSubState({ id: first.id, lock_version, started_sub_state: "ON_A_BREAK" });
}

/** All texts on the screen about the state of the day. */
async function screenTexts(page: Page) {
  const texts = (selector: string, how: "text" | "name") =>
    page
      .locator(selector)
      .evaluateAll(
        (found, by) =>
          found.map((one) => (by === "name" ? (one.getAttribute("aria-label") ?? "") : (one as HTMLElement).innerText)),
        how,
      );
  const glyphs = await page
    .getByRole("option")
    .evaluateAll((rows) => rows.map((row) => row.querySelector("[role=img]")?.getAttribute("aria-label") ?? ""));
  const cards = await page.getByRole("option").allInnerTexts();
  return {
    queue: cards.map((text, index) => `${glyphs[index]}: ${withoutRemainingTimes(text)}`).sort(),
    rows: (await texts("[data-head]", "name")).sort(),
    bars: (await texts("[data-bar]", "name")).sort(),
    figures: await texts("[class*=figures]", "text"),
    speed: /\d+ km\/h/.exec(await page.getByRole("complementary").first().innerText())?.[0],
  };
}

/** Text without the remaining time, which changes by the minute. */
const withoutRemainingTimes = (text: string) =>
  text.replaceAll(/\s+/g, " ").replaceAll(/ (in|seit) (\d+ (d|h|min) ?)+/g, " ");

/** A board behind a network that can be cut, another dispatcher, and a driver on the road. */
export interface OutageScene {
  readonly product: OpenedConsole;
  readonly proxy: FaultProxy;
  readonly colleague: SignedInColleague;
  readonly driver: SignedInColleague;
  close(): Promise<void>;
}

export async function openOutageScene(): Promise<OutageScene> {
  const product = await openConsole();
  const colleague = await product.signIn("bestattung", "dispo2");
  const driver = await product.signIn("bestattung", "fahrer01");
  const proxy = await startFaultProxy(product.port, {});
  const close = async () => {
    await proxy.close();
    await product.close();
  };
  return { product, proxy, colleague, driver, close };
}

/** Cuts a board off while others work, and expects it to show in the end what a newly opened board shows. */
export async function expectBoardMissedNothing(
  { product, proxy, colleague, driver }: OutageScene,
  { pass, prepare, prepareLater }: OutageMinute,
) {
  const before = await createDayBefore(colleague, driver);
  const snapshots: string[] = [];
  const own = await product.signIn("bestattung");
  const options = { path: `/?tab=all&vehicle=${before.first.vehicle_id}`, viewport: { width: 1600, height: 2400 } };
  const page = await product.look(own, { ...options, base: proxy.url, ...(prepare && { prepare }) });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByText(/36 km\/h/).waitFor();
  const stale = await screenTexts(page);

  proxy.down();
  await page.getByText(/^Verbindung verloren, Stand/).waitFor();
  page.on("request", (request) => {
    const isSnapshot = request.url().endsWith("/dashboard") && request.headers()["accept"] !== "text/event-stream";
    if (isSnapshot) snapshots.push(request.url());
  });
  await makeBusyMinute(colleague, before);
  await reportPosition(driver, 72);
  await pass(page);
  expect(await screenTexts(page)).toEqual(stale);
  proxy.up();

  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: /neue/ }).click();
  const fresh = await product.look(own, { ...options, ...(prepareLater && { prepare: prepareLater }) });
  await fresh.getByText("Live", { exact: true }).waitFor();
  await fresh.getByText(/72 km\/h/).waitFor();
  // Both texts are read again each time, because some of them change by the minute.
  const areTheSame = async () => expect(await screenTexts(page)).toEqual(await screenTexts(fresh));
  await vi.waitFor(areTheSame, { timeout: 15_000, interval: 50 });
  const wanted = await screenTexts(fresh);
  // Makes sure that the changes are visible, so that the comparison is meaningful.
  expect(wanted.queue.join("\n")).toMatch(/Neu in der Störung[^]*Umbenannt in der Störung/);
  expect(wanted).not.toEqual(stale);
  // The stream has brought the changes, and not a new read of the board.
  expect(snapshots).toEqual([]);
  await Promise.all([page.close(), fresh.close()]);
}

interface OutageMinute {
  /** Lets time pass for the page that is cut off. */
  readonly pass: (page: Page) => Promise<unknown>;
  /** Sets the clock of the page that is cut off. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Sets the clock of the page that is opened afterwards. */
  readonly prepareLater?: (page: Page) => Promise<unknown>;
}
