import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, findAxeFaults, type OpenedConsole, openConsole } from "./console-testkit";
import { photograph } from "./driver/camera";
import { aPhone, beginShift, choose, goAway, planTour, press, signInOn } from "./driver/driver-testkit";
import { holdAnswer } from "./driver/held-answer";
import { rowsOf } from "./driver/phone-rows";
import { fromNow } from "./tours-testkit";

const HOUR_MS = 3_600_000;
/** Vehicles on one page of the list. */
const PAGE_OF_VEHICLES = 50;

/** Opens a browser with hardly any storage left, which records what is requested of it. */
const fillStorage = (page: Page) =>
  page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ usage: 81, quota: 100 });
    navigator.storage.persist = async () => {
      Object.assign(window, { wasPersisted: true });
      return true;
    };
  });

describe.skipIf(!hasBrowser)("a shift (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const stateOf = async ({ api }: Colleague, id: string, tour_id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id)?.state;
  const openSheet = (page: Page) => page.getByRole("button", { name: /Verbunden|Offline|gesendet/ }).click();

  it("a shift begins with another vehicle than planned, and with its defect", async () => {
    const phone = await aPhone(product, "bestattung", { place: 0, prepare: fillStorage });
    const { page, context } = phone;
    const { dispatcher, tour } = await planTour(await product.signIn("bestattung"), phone, []);
    const { vehicles } = await dispatcher.api.getVehicles({
      branch_ids: [tour.branch?.id ?? ""],
      currently_on_tour: false,
    });
    const other = vehicles.find(({ id }) => id !== phone.vehicle_id);
    if (other === undefined) throw new Error("The branch has one vehicle alone.");
    const { api: fleet } = await product.signIn("bestattung", "admin");
    const lent = Array.from({ length: PAGE_OF_VEHICLES }, (_, index) =>
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
    const templates = await holdAnswer(page, /\/todo_templates\?/);
    await signInOn(product, "bestattung", phone);
    await page.getByText("Der Speicher dieses Telefons ist fast voll").waitFor();
    // The templates of the check are still loading: the shift does not begin without them.
    await press(page, "Schicht beginnen");
    await templates.isThere;
    await page.locator("button.primary[aria-busy=true]").waitFor();
    await templates.letThrough();
    await page.getByRole("button", { name: "Wechseln" }).click();
    await page.getByText(new RegExp(`^${PAGE_OF_VEHICLES} von \\d+ freien Fahrzeugen$`)).waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Weitere anzeigen" }).click();
    await page.getByText(/^\d+ freie Fahrzeuge$/).waitFor();
    await page.getByRole("radio", { name: `ZZ ${PAGE_OF_VEHICLES} LS` }).waitFor();
    await page.getByLabel("Kennzeichen oder Beschreibung").fill(other.license_plate);
    await page.getByText("Ein freies Fahrzeug").waitFor();
    await page.getByRole("radio", { name: other.license_plate }).check();
    await press(page, "Dieses Fahrzeug nehmen");
    await page.getByRole("heading", { name: other.license_plate }).waitFor();

    for (const fine of await page.getByRole("radio", { name: "OK" }).all()) await choose(fine);
    const answer = (title: string, result: string) =>
      choose(page.getByRole("group", { name: title }).getByLabel(result).first());
    await answer(second?.title ?? "", "Mangel");
    await photograph(page, `photo ${second?.id}`, 30);
    await page.getByRole("img", { name: "Mangel fotografieren" }).waitFor();
    await answer(second?.title ?? "", "OK");
    await answer(first?.title ?? "", "Mangel");
    await page.getByLabel("Was ist los?").fill("Kratzer an der Heckklappe");
    await photograph(page, `photo ${first?.id}`, 60);
    await page.getByRole("img", { name: "Mangel fotografieren" }).waitFor();
    await page.getByLabel("Kilometerstand").fill("128 412");
    await press(page, "Schicht beginnen");

    await eventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("STARTED");
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
    await eventually(checkedPhotos).toEqual(
      expect.arrayContaining([
        { title: first?.title, result: "DEFECT", note: "Kratzer an der Heckklappe", photos: 1 },
        { title: second?.title, result: "OK", note: "", photos: 0 },
      ]),
    );
    // A photo of a withdrawn defect is deleted.
    await eventually(async () => (await rowsOf(page, "photos")).length).toBeLessThan(2);
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
    for (const fine of await page.getByRole("radio", { name: "OK" }).all()) await choose(fine);
    await page.getByLabel("Kilometerstand").fill("128 549");
    await press(page, "Prüfung speichern");
    await page.getByText("128.549 km").waitFor();
    await page.getByText("137 km", { exact: true }).waitFor();
    await context.close();
  }, 120_000);

  it("a case stays on the phone for a day after its end, even without the server", async () => {
    const phone = await aPhone(product, "bestattung", { place: 2 });
    const { page, context } = phone;
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
    await context.setOffline(true);
    const comeBack = await goAway(page);
    await page.clock.setSystemTime(fromNow(product.clock, 25 * HOUR_MS));
    await comeBack();
    for (const table of ["cases", "drafts"]) await eventually(() => rowsOf(page, table)).toEqual([]);
    await context.close();
  });
});
