import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, findAxeFaults, type OpenedConsole, openConsole } from "./console-testkit";
import { aPhone, assignTo, beginShift, planTour, press, signInOn } from "./driver/driver-testkit";
import { rowsOf } from "./driver/phone-rows";
import { fromNow } from "./tours-testkit";

const HOUR_MS = 3_600_000;

/** Makes the browser's storage fail until the returned function is called. */
async function breakStorage(page: Page) {
  await page.evaluate(() => {
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...row) {
      if (this.name === "outbox") throw new DOMException("full", "QuotaExceededError");
      return add.apply(this, row);
    };
    Object.assign(window, {
      mendStorage: () => {
        IDBObjectStore.prototype.add = add;
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { mendStorage: () => void }).mendStorage());
}

describe.skipIf(!hasBrowser)("the screens of a shift (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const stateOf = async ({ api }: Colleague, id: string, tour_id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id)?.state;
  const openSheet = (page: Page) => page.getByRole("button", { name: /Verbunden|Offline|gesendet/ }).click();

  it("every screen of a shift has the sheet, and shows no data of other days", async () => {
    const phone = await aPhone(product, "bestattung", { place: 1 });
    const { page, context } = phone;
    const dispatcher = await product.signIn("bestattung");
    const { tour, ids } = await planTour(dispatcher, phone, [aFuneralCase({ display_name: "Fuchs, Alois" })]);
    const [id = ""] = ids;
    const tomorrow = await dispatcher.api.createScheduledTour({
      name: "Frühdienst morgen",
      branch_id: tour.branch?.id ?? null,
      user_ids: [phone.user_id],
      scheduled_start_at: fromNow(product.clock, 26 * HOUR_MS),
      scheduled_end_at: fromNow(product.clock, 34 * HOUR_MS),
    });
    const ofTomorrow = await assignTo(dispatcher, tomorrow, aFuneralCase({ display_name: "Lang, Theresia" }));
    await signInOn(product, "bestattung", phone);
    await beginShift(page);
    await page.getByRole("alertdialog").waitFor();
    await press(page, "Annehmen");
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("ACCEPTED");
    const kept = [...(await rowsOf(page, "tours")), ...(await rowsOf(page, "cases"))].join("\n");
    expect(kept).toContain(id);
    for (const other of [tomorrow.id, ofTomorrow]) expect(kept).not.toContain(other);

    // A step that cannot be stored has not happened, and the screen says so.
    const mend = await breakStorage(page);
    await press(page, "Losfahren");
    await page.getByRole("alert").filter({ hasText: "ist nicht geschehen" }).waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
    await mend();
    await press(page, "Losfahren");
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("STARTED");
    await page.getByText("ist nicht geschehen").waitFor({ state: "detached" });

    await openSheet(page);
    await page.getByRole("dialog").getByRole("link", { name: "Leitstelle anrufen" }).waitFor();
    await page.getByRole("button", { name: /Notiz schreiben.*Fuchs, Alois/ }).click();
    await page.getByLabel("Notiz an die Leitstelle").fill("Hintereingang");
    await press(page, "Speichern");
    await eventually(async () =>
      (await dispatcher.api.getCaseComments({ id })).comments.map(({ text }) => text),
    ).toContain("Hintereingang");

    await dispatcher.api.createCriticalMessage({ tour_id: tour.id, title: "A9 bei Gratkorn gesperrt" });
    await page.getByRole("heading", { name: "A9 bei Gratkorn gesperrt" }).waitFor();
    await openSheet(page);
    await page.getByRole("button", { name: /Meldungen.*1 ungelesen/ }).click();
    await page.getByRole("heading", { name: "Meldungen" }).waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Gelesen" }).click();
    await page.getByText("Alle Meldungen sind gelesen.").waitFor();
    await page.getByRole("listitem").filter({ hasText: "A9 bei Gratkorn gesperrt" }).waitFor();

    await openSheet(page);
    await page.getByRole("button", { name: "Gespeichert ansehen" }).click();
    await page.getByRole("button", { name: "Technisches Protokoll" }).click();
    const log = page.locator("pre.log");
    await log.getByText("POST /cases/:id/send_action 200").first().waitFor();
    await log.getByText("not written").first().waitFor();
    for (const personal of ["Fuchs", "Hintereingang", id]) expect(await log.innerText()).not.toContain(personal);
    expect(await findAxeFaults(page)).toEqual([]);

    await context.close();
  });
});
