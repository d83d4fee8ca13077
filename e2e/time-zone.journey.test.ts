import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { StoppedClock } from "./screens/stopped-clock";
import { carryOutAction, anOpenCase, aRunningTour } from "./tours-testkit";

/** A Tuesday, ten o'clock in Vienna and four in New York, whenever this runs: time stands, and no day ends. */
const NOW = Date.parse("2026-11-17T09:00:00Z");

/** An instant by the clock of the company's office. */
const formatInVienna = (instant: string | number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("de", { ...options, timeZone: "Europe/Vienna" }).format(new Date(instant));
const viennaClockOf = (instant: string | number) =>
  formatInVienna(instant, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const viennaDayOf = (instant: string | number) =>
  formatInVienna(instant, { year: "numeric", month: "2-digit", day: "2-digit" }).split(".").reverse().join("-");

describe.skipIf(!hasChromium)("a console in another time zone (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  const clock = new StoppedClock(new Date(NOW).toISOString());
  beforeAll(async () => {
    product = await openConsole({ clock, prepare: (url) => clock.rule(url), hasJobs: false });
    colleague = await product.signIn("bestattung");
  });
  afterAll(async () => {
    await clock.release();
    await product.close();
  });

  it("the console in a browser of another time zone shows and reads all times in the company's time zone", async () => {
    const tour = await aRunningTour(colleague);
    const dispatchCase = await anOpenCase(colleague, "Zeitzone", { dueInMinutes: 90 });
    const due = viennaClockOf(dispatchCase.due_at ?? "");
    await carryOutAction(colleague, dispatchCase.id, { action: "ASSIGN", tour_id: tour.id });
    const page = await product.look(colleague, {
      path: "/?tab=all",
      timezoneId: "America/New_York",
      prepare: (opened) => opened.clock.setFixedTime(NOW),
    });
    expect(await page.evaluate(() => new Date(0).getTimezoneOffset())).toBeGreaterThanOrEqual(240);

    await page.getByRole("option").filter({ hasText: "Zeitzone" }).getByText(due).waitFor();
    await page.getByRole("gridcell", { name: new RegExp(`Zeitzone.*${due}`) }).waitFor();
    await expectEventually(() => page.locator("time").first().innerText()).toBe(viennaClockOf(NOW));

    // Typed times mean the company's clock, too: in the form of a tour ...
    await page.getByRole("button", { name: "Tour planen" }).first().click();
    const panel = page.getByRole("dialog", { name: "Tour planen" });
    await panel.getByLabel("Name").fill("Frühdienst");
    const today = viennaDayOf(NOW);
    await expectEventually(() => panel.getByLabel(/^Beginn/).inputValue()).toBe(`${today}T07:00`);
    await panel.getByLabel(/^Beginn/).fill(`${today}T06:15`);
    await panel.getByRole("button", { name: "Tour planen" }).click();
    await panel.waitFor({ state: "hidden" });
    const { tours } = await colleague.api.getTours({ statuses: ["SCHEDULED"], size: 50 });
    const start = tours.find(({ name }) => name === "Frühdienst")?.scheduled_start_at ?? "";
    expect([viennaDayOf(start), viennaClockOf(start)]).toEqual([today, "06:15"]);

    // The form of a case also shows the typed time again.
    await page.goto(`${product.url}/?form=${dispatchCase.id}`);
    const until = page.getByRole("textbox", { name: /^Fällig/ }).first();
    await expectEventually(() => until.inputValue()).toContain(due);
    await until.fill("morgen 18:45");
    await page.keyboard.press("Control+Enter");
    await expectEventually(async () =>
      viennaClockOf((await colleague.api.getCase({ id: dispatchCase.id })).due_at ?? ""),
    ).toBe("18:45");
    await page.close();
  });
});
