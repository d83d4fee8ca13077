import { afterAll, beforeAll, describe, it } from "vitest";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { eventually, type OpenedConsole, openConsole } from "./console-testkit";
import { aPhone, beginShift, goAway, planTour, press, signInOn } from "./driver/driver-testkit";
import { rowsOf } from "./driver/phone-rows";
import { fromNow, stateOf } from "./tours-testkit";

const HOUR_MS = 3_600_000;
describe.skipIf(!hasBrowser)("a shift (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("a case stays on the phone for a day after its end, even without the server", async () => {
    const phone = await aPhone(product, "bestattung", { place: 2 });
    const { page, context, goOffline } = phone;
    const { dispatcher, tour, ids } = await planTour(await product.signIn("bestattung"), phone, [
      aFuneralCase({ display_name: "Fuchs, Alois" }),
    ]);
    const [id = ""] = ids;
    await signInOn(product, "bestattung", phone);
    await beginShift(page);
    await page.getByRole("alertdialog").waitFor();
    for (const step of ["Annehmen", "Losfahren"]) await press(page, step);
    await page.getByRole("button", { name: "Ohne Abholung" }).click();
    await page.getByLabel("Warum ohne Abholung?").fill("Niemand öffnet");
    await press(page, "Abschließen");
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("FINISHED");
    await eventually(() => rowsOf(page, "outbox")).toEqual([]);
    await eventually(() => rowsOf(page, "cases")).toHaveLength(1);
    // An answer that came after the clock is moved would tell the app that its clock is a day fast.
    await goOffline();
    const comeBack = await goAway(page);
    await page.clock.setSystemTime(fromNow(product.clock, 25 * HOUR_MS));
    await comeBack();
    for (const table of ["cases", "drafts"]) await eventually(() => rowsOf(page, table)).toEqual([]);
    await context.close();
  });
});
