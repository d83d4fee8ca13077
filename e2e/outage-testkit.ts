import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { type FaultProxy, startFaultProxy } from "../apps/api/src/testing/fault-proxy";
import { type Colleague, type OpenedConsole, openConsole } from "./console-testkit";
import { act, anOpenCase, aRunningTour, changeCase, fromNow } from "./tours-testkit";

/** Reports a position of the driver, at the given speed. */
export async function drive(driver: Colleague, kmh: number) {
  const { accepted } = await driver.api.updateLocation({
    locations: [
      {
        lat: 47.07 + kmh / 10_000,
        lon: 15.44,
        time: fromNow(driver.clock),
        speed_meters_per_second: kmh / 3.6,
      },
    ],
  });
  if (accepted !== 1) throw new Error("The position was not taken.");
}

/** Creates tours and cases in several states, so that something of every kind can change. */
async function aDayBefore(by: Colleague, driver: Colleague) {
  const me = (await driver.api.getUserInfo()).user?.id ?? "";
  const [first, second] = [await aRunningTour(by, 0, { user_ids: [me] }), await aRunningTour(by, 1)];
  const names = ["Wird zugewiesen", "Geht weiter", "Wird zugestellt", "Wird storniert", "Wird entzogen", "Alter Name"];
  const cases: Record<string, string> = {};
  for (const [index, name] of names.entries())
    cases[name] = (await anOpenCase(by, name, { dueInMinutes: 60 + 10 * index })).id;
  for (const name of ["Geht weiter", "Wird zugestellt", "Wird entzogen"])
    await act(by, cases[name] ?? "", { action: "ASSIGN", tour_id: first.id });
  await drive(driver, 36);
  return { first, second, idOf: (name: string) => cases[name] ?? "" };
}

/** Changes of others in the meantime: cases come, move on, end; tours begin and end. */
async function aBusyMinute(by: Colleague, { first, second, idOf }: Awaited<ReturnType<typeof aDayBefore>>) {
  await anOpenCase(by, "Neu in der Störung", { dueInMinutes: 30 });
  await act(by, idOf("Wird zugewiesen"), { action: "ASSIGN", tour_id: first.id });
  for (const action of ["ACCEPT", "START", "ARRIVE"] as const)
    await act(by, idOf("Geht weiter"), { action, tour_id: first.id });
  const done = idOf("Wird zugestellt");
  const confirmed = { identity_confirmed: true, belongings_confirmed: true };
  await act(by, done, { action: "START", tour_id: first.id });
  const { todos } = await by.api.getCase({ id: done });
  const doneAt = (place: "pickup" | "delivery") => ({
    ...confirmed,
    todos: todos?.[place].map(({ id }) => id) ?? [],
  });
  await act(by, done, { action: "LOAD", tour_id: first.id, payload: doneAt("pickup") });
  const payload = { ...doneAt("delivery"), received_by: "M. Huber", signature: "M0 0L9 9" };
  await act(by, done, { action: "DELIVER", tour_id: first.id, payload });
  await act(by, idOf("Wird storniert"), { action: "CANCEL", reason: "Doppelt angelegt" });
  await act(by, idOf("Wird entzogen"), { action: "UNASSIGN", tour_id: first.id, reason: "Anderes Fahrzeug näher" });
  await changeCase(by, idOf("Alter Name"), { display_name: "Umbenannt in der Störung" });
  await by.api.finishTour({ id: second.id, lock_version: (await by.api.getTour({ id: second.id })).lock_version });
  const third = await aRunningTour(by, 2);
  await act(by, (await anOpenCase(by, "Für die neue Tour")).id, { action: "ASSIGN", tour_id: third.id });
  const { lock_version } = await by.api.getTour({ id: first.id });
  await by.api.updateTourStartedSubState({ id: first.id, lock_version, started_sub_state: "ON_A_BREAK" });
}

/** All texts on the screen about the state of the day. */
async function onScreen(page: Page) {
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
    queue: cards.map((text, index) => `${glyphs[index]}: ${wordsOf(text)}`).sort(),
    rows: (await texts("[data-head]", "name")).sort(),
    bars: (await texts("[data-bar]", "name")).sort(),
    figures: await texts("[class*=figures]", "text"),
    speed: /\d+ km\/h/.exec(await page.getByRole("complementary").first().innerText())?.[0],
  };
}

/** Text without the remaining time, which changes by the minute. */
const wordsOf = (text: string) => text.replaceAll(/\s+/g, " ").replaceAll(/ (in|seit) (\d+ (d|h|min) ?)+/g, " ");

/** A board behind a network that can be cut, another dispatcher, and a driver on the road. */
export interface Outage {
  readonly product: OpenedConsole;
  readonly proxy: FaultProxy;
  readonly colleague: Colleague;
  readonly driver: Colleague;
  close(): Promise<void>;
}

export async function openOutage(): Promise<Outage> {
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
export async function expectNothingMissed(
  { product, proxy, colleague, driver }: Outage,
  { pass, prepare, prepareLater }: PassingMinute,
) {
  const before = await aDayBefore(colleague, driver);
  const snapshots: string[] = [];
  const own = await product.signIn("bestattung");
  const options = { path: `/?tab=all&vehicle=${before.first.vehicle_id}`, viewport: { width: 1600, height: 2400 } };
  const page = await product.look(own, { ...options, base: proxy.url, ...(prepare && { prepare }) });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByText(/36 km\/h/).waitFor();
  const stale = await onScreen(page);

  proxy.down();
  await page.getByText(/^Verbindung verloren, Stand/).waitFor();
  page.on("request", (request) => {
    const isSnapshot = request.url().endsWith("/dashboard") && request.headers()["accept"] !== "text/event-stream";
    if (isSnapshot) snapshots.push(request.url());
  });
  await aBusyMinute(colleague, before);
  await drive(driver, 72);
  await pass(page);
  expect(await onScreen(page)).toEqual(stale);
  proxy.up();

  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: /neue/ }).click();
  const fresh = await product.look(own, { ...options, ...(prepareLater && { prepare: prepareLater }) });
  await fresh.getByText("Live", { exact: true }).waitFor();
  await fresh.getByText(/72 km\/h/).waitFor();
  // Both are read again each time, because some texts change by the minute.
  const areTheSame = async () => expect(await onScreen(page)).toEqual(await onScreen(fresh));
  await vi.waitFor(areTheSame, { timeout: 15_000, interval: 50 });
  const wanted = await onScreen(fresh);
  // Makes sure that the changes are visible, so that the comparison is meaningful.
  expect(wanted.queue.join("\n")).toMatch(/Neu in der Störung[^]*Umbenannt in der Störung/);
  expect(wanted).not.toEqual(stale);
  // The stream has brought the changes, and not a new read of the board.
  expect(snapshots).toEqual([]);
  await Promise.all([page.close(), fresh.close()]);
}

interface PassingMinute {
  /** Lets time pass for the page that is cut off. */
  readonly pass: (page: Page) => Promise<unknown>;
  /** Sets the clock of that page. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Sets the clock of the page that is opened afterwards. */
  readonly prepareLater?: (page: Page) => Promise<unknown>;
}
