import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { sql } from "../apps/api/src/platform/database/sql";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { takePicture } from "./driver/camera";
import {
  openDriverPhone,
  assignNewCaseTo,
  beginShiftOnScreen,
  chooseOption,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
} from "./driver/driver-testkit";
import { holdBackFirstAnswer } from "./driver/held-answer";
import { readPhoneTableRows } from "./driver/phone-rows";
import { isoFromNow, linkStateOf } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const HOUR_MS = 3_600_000;
/** Vehicles on one page of the list. */
const VEHICLES_PER_PAGE = 50;

/** Opens a browser with hardly any storage left, which records what is requested of it. */
const fillStorage = (page: Page) =>
  page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ usage: 81, quota: 100 });
    navigator.storage.persist = async () => {
      Object.assign(window, { wasPersisted: true });
      return true;
    };
  });

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

describe.skipIf(!hasChromium)("the screens of a shift (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const openSheet = (page: Page) => page.getByRole("button", { name: /Verbunden|Offline|gesendet/ }).click();

  it("every screen of a driver's shift offers the sheet, and shows no data of other days", async () => {
    const phone = await openDriverPhone(product, "bestattung", { place: 1 });
    const { page, context } = phone;
    const dispatcher = await product.signIn("bestattung");
    const { tour, ids } = await planDriverTour(dispatcher, phone, [
      funeralCaseRequest({ display_name: "Fuchs, Alois" }),
    ]);
    const [id = ""] = ids;
    const tomorrow = await dispatcher.api.createScheduledTour({
      name: "Frühdienst morgen",
      branch_id: tour.branch?.id ?? null,
      user_ids: [phone.user_id],
      scheduled_start_at: isoFromNow(product.clock, 26 * HOUR_MS),
      scheduled_end_at: isoFromNow(product.clock, 34 * HOUR_MS),
    });
    const ofTomorrow = await assignNewCaseTo(
      dispatcher,
      tomorrow,
      funeralCaseRequest({ display_name: "Lang, Theresia" }),
    );
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    await page.getByRole("alertdialog").waitFor();
    await pressPrimaryButton(page, "Annehmen");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("ACCEPTED");
    const kept = [...(await readPhoneTableRows(page, "tours")), ...(await readPhoneTableRows(page, "cases"))].join(
      "\n",
    );
    expect(kept).toContain(id);
    for (const other of [tomorrow.id, ofTomorrow]) expect(kept).not.toContain(other);

    // A step that cannot be stored has not happened, and the screen says that.
    const mend = await breakStorage(page);
    await pressPrimaryButton(page, "Losfahren");
    await page.getByRole("alert").filter({ hasText: "ist nicht geschehen" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await mend();
    await pressPrimaryButton(page, "Losfahren");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("STARTED");
    await page.getByText("ist nicht geschehen").waitFor({ state: "detached" });

    await openSheet(page);
    await page.getByRole("dialog").getByRole("link", { name: "Leitstelle anrufen" }).waitFor();
    await page.getByRole("button", { name: /Notiz schreiben.*Fuchs, Alois/ }).click();
    await page.getByLabel("Notiz an die Leitstelle").fill("Hintereingang");
    await pressPrimaryButton(page, "Speichern");
    await expectEventually(async () =>
      (await dispatcher.api.getCaseComments({ id })).comments.map(({ text }) => text),
    ).toContain("Hintereingang");

    await dispatcher.api.createCriticalMessage({ tour_id: tour.id, title: "A9 bei Gratkorn gesperrt" });
    await page.getByRole("heading", { name: "A9 bei Gratkorn gesperrt" }).waitFor();
    await openSheet(page);
    await page.getByRole("button", { name: /Meldungen.*1 ungelesen/ }).click();
    await page.getByRole("heading", { name: "Meldungen" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
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
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await context.close();
  });

  it("a driver begins a shift with another vehicle than planned, and reports its defect", async () => {
    const phone = await openDriverPhone(product, "bestattung", { place: 0, prepare: fillStorage });
    const { page, context } = phone;
    const { dispatcher, tour } = await planDriverTour(await product.signIn("bestattung"), phone, []);
    const { vehicles } = await dispatcher.api.getVehicles({
      branch_ids: [tour.branch?.id ?? ""],
      currently_on_tour: false,
    });
    const other = vehicles.find(({ id }) => id !== phone.vehicle_id);
    if (other === undefined) throw new Error("The branch has one vehicle alone.");
    const { api: fleet } = await product.signIn("bestattung", "admin");
    const lent = Array.from({ length: VEHICLES_PER_PAGE }, (_, index) =>
      fleet.createVehicle({
        license_plate: `ZZ ${index + 1} LS`,
        description: "Leihwagen",
        branch_id: tour.branch?.id ?? null,
        active: true,
        capacity: 1,
      }),
    );
    await Promise.all(lent);
    const [first, second] = await dispatcher.api.getTodoTemplates({ type: "VEHICLE_TEMPLATE" });
    const templates = await holdBackFirstAnswer(page, /\/todo_templates\?/);
    await signInOnPhone(product, "bestattung", phone);
    await page.getByText("Der Speicher dieses Telefons ist fast voll").waitFor();
    // The templates of the check are still loading: the shift does not begin without them.
    await pressPrimaryButton(page, "Schicht beginnen");
    await templates.isThere;
    await page.locator("button.primary[aria-busy=true]").waitFor();
    await templates.letThrough();
    await page.getByRole("button", { name: "Wechseln" }).click();
    await page.getByText(new RegExp(`^${VEHICLES_PER_PAGE} von \\d+ freien Fahrzeugen$`)).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Weitere anzeigen" }).click();
    await page.getByText(/^\d+ freie Fahrzeuge$/).waitFor();
    await page.getByRole("radio", { name: `ZZ ${VEHICLES_PER_PAGE} LS` }).waitFor();
    await page.getByLabel("Kennzeichen oder Beschreibung").fill(other.license_plate);
    await page.getByText("Ein freies Fahrzeug").waitFor();
    await page.getByRole("radio", { name: other.license_plate }).check();
    await pressPrimaryButton(page, "Dieses Fahrzeug nehmen");
    await page.getByRole("heading", { name: other.license_plate }).waitFor();

    for (const fine of await page.getByRole("radio", { name: "OK" }).all()) await chooseOption(fine);
    const answer = (title: string, result: string) =>
      chooseOption(page.getByRole("group", { name: title }).getByLabel(result).first());
    await answer(second?.title ?? "", "Mangel");
    await takePicture(page, `photo ${second?.id}`, 30);
    await page.getByRole("img", { name: "Mangel fotografieren" }).waitFor();
    await answer(second?.title ?? "", "OK");
    await answer(first?.title ?? "", "Mangel");
    await page.getByLabel("Was ist los?").fill("Kratzer an der Heckklappe");
    await takePicture(page, `photo ${first?.id}`, 60);
    await page.getByRole("img", { name: "Mangel fotografieren" }).waitFor();
    await page.getByLabel("Kilometerstand").fill("128 412");
    await pressPrimaryButton(page, "Schicht beginnen");

    await expectEventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("STARTED");
    const { vehicle_device_associations } = await dispatcher.api.getTour({ id: tour.id });
    expect(vehicle_device_associations.map(({ vehicle, device }) => [vehicle.id, device?.id])).toEqual([
      [other.id, phone.device_id],
    ]);
    const { api: office } = await product.signIn("bestattung", "admin");
    const checkedPhotos = async () => {
      const [check] = await office.getVehicleChecks({ id: other.id });
      return check?.items.map(({ title, result, note, photos }) => ({
        title,
        result,
        note,
        photos: photos.filter(({ asset_id }) => asset_id !== null).length,
      }));
    };
    await expectEventually(checkedPhotos).toEqual(
      expect.arrayContaining([
        { title: first?.title, result: "DEFECT", note: "Kratzer an der Heckklappe", photos: 1 },
        { title: second?.title, result: "OK", note: "", photos: 0 },
      ]),
    );
    // The photo of a defect that is withdrawn is deleted.
    await expectEventually(async () => (await readPhoneTableRows(page, "photos")).length).toBeLessThan(2);
    await page.getByText("Verbunden").waitFor();
    expect(await page.evaluate(() => "wasPersisted" in window)).toBe(true);

    // At its end the shift shows its duration and kilometres.
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Weiterarbeiten" }).click();
    await openSheet(page);
    await page.getByRole("button", { name: "Schicht beenden" }).click();
    await page.getByText(/^0 Fälle erledigt, \d+ min$/).waitFor();
    await page.getByText("128.412 km").waitFor();
    await page.getByRole("button", { name: "Fahrzeug prüfen" }).click();
    for (const fine of await page.getByRole("radio", { name: "OK" }).all()) await chooseOption(fine);
    await page.getByLabel("Kilometerstand").fill("128 549");
    await pressPrimaryButton(page, "Prüfung speichern");
    await page.getByText("128.549 km").waitFor();
    await page.getByText("137 km", { exact: true }).waitFor();
    await context.close();
  }, 120_000);

  it("the positions of a shift that was begun and ended without network are all kept once there is network", async () => {
    const phone = await openDriverPhone(product, "bestattung", {
      place: 2,
      position: { latitude: 47.07, longitude: 15.43 },
    });
    const { page, context, goOffline } = phone;
    const { dispatcher, tour } = await planDriverTour(await product.signIn("bestattung"), phone, []);
    await signInOnPhone(product, "bestattung", phone);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.getByRole("button", { name: "Schicht beginnen" }).waitFor();
    await goOffline();
    await beginShiftOnScreen(page);
    let latitude = 47.07;
    const readKept = () => readPhoneTableRows(page, "positions");
    await expectEventually(async () => {
      await context.setGeolocation({ latitude: (latitude += 0.001), longitude: 15.43 });
      return (await readKept()).length;
    }).toBeGreaterThan(0);
    await page.getByRole("button", { name: /Offline/ }).click();
    await page.getByRole("button", { name: "Schicht beenden" }).click();
    await pressPrimaryButton(page, "Senden und beenden");
    await expectEventually(() => readPhoneTableRows(page, "outbox")).toHaveLength(4);
    const fixes = (await readKept()).length;
    await context.setOffline(false);
    await expectEventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("FINISHED");
    expect(await product.db.system.many(sql`select fixed_at from positions where tour_id = ${tour.id}`)).toHaveLength(
      fixes,
    );
    await context.close();
  });
});
