import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  beginShiftOnScreen,
  hideAppTemporarily,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  typePin,
} from "./driver/driver-testkit";
import { readPhoneTableRows } from "./driver/phone-rows";
import { fetchPhoneChangesOfCase, isoFromNow, linkStateOf } from "./tours-testkit";

const HOUR_MS = 3_600_000;
describe.skipIf(!hasChromium)("a shift (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("the phone keeps a case for a day after its end, even without the server", async () => {
    const phone = await openDriverPhone(product, "bestattung", { place: 2 });
    const { page, context, goOffline } = phone;
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, [
      funeralCaseRequest({ display_name: "Fuchs, Alois" }),
    ]);
    const [id = ""] = ids;
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    await page.getByRole("alertdialog").waitFor();
    for (const step of ["Annehmen", "Losfahren"]) await pressPrimaryButton(page, step);
    await page.getByRole("button", { name: "Ohne Abholung" }).click();
    await page.getByLabel("Warum ohne Abholung?").fill("Niemand öffnet");
    await pressPrimaryButton(page, "Abschließen");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("FINISHED");
    await expectEventually(() => readPhoneTableRows(page, "outbox")).toEqual([]);
    await expectEventually(() => readPhoneTableRows(page, "cases")).toHaveLength(1);
    // An answer that came after the clock is moved would tell the app that its clock is a day fast.
    await goOffline();
    const comeBack = await hideAppTemporarily(page);
    await page.clock.setSystemTime(isoFromNow(product.clock, 25 * HOUR_MS));
    await comeBack();
    for (const table of ["cases", "drafts"]) await expectEventually(() => readPhoneTableRows(page, table)).toEqual([]);
    await context.close();
  });

  it("a phone with a wrong clock that starts without network sends its steps with the right times", async () => {
    const phone = await openDriverPhone(product, "bestattung", { place: 3 });
    const { page, context, goOffline } = phone;
    await page.clock.setSystemTime(isoFromNow(product.clock, HOUR_MS));
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, [
      funeralCaseRequest({ display_name: "Fuchs, Alois" }),
    ]);
    const [id = ""] = ids;
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    await page.getByRole("alertdialog").waitFor();
    await pressPrimaryButton(page, "Annehmen");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("ACCEPTED");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await goOffline();
    await page.reload();
    await typePin(page);
    await pressPrimaryButton(page, "Losfahren");
    // Its time waits for an answer of the server: the phone's clock may have been set while the app was closed.
    await expectEventually(async () => (await readPhoneTableRows(page, "outbox")).at(-1)).toContain("offset null");
    await context.setOffline(false);
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("STARTED");
    const step = (await fetchPhoneChangesOfCase(dispatcher, id)).at(-1);
    const lateness = product.clock.now().getTime() - Date.parse(step?.occurred_at ?? "");
    expect(Math.abs(lateness)).toBeLessThan(HOUR_MS / 2);
    await context.close();
  });
});
