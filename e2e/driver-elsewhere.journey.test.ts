import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aFuneralCase, aRoadsideCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, findAxeFaults, type OpenedConsole, openConsole } from "./console-testkit";
import { aPhone, beginShift, choose, goAway, planTour, press, signInOn, tickTodos } from "./driver/driver-testkit";
import { holdAnswer } from "./driver/held-answer";

describe.skipIf(!hasBrowser)("a case that goes elsewhere (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const linkOf = async ({ api }: Colleague, id: string, tour_id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id);
  const stateOf = async (colleague: Colleague, id: string, tour_id: string) =>
    (await linkOf(colleague, id, tour_id))?.state;
  const bucketOf = async (colleague: Colleague, id: string, tour_id: string) =>
    (await linkOf(colleague, id, tour_id))?.bucket;
  const commentsOf = async ({ api }: Colleague, id: string) =>
    (await api.getCaseComments({ id })).comments.map(({ text }) => text);

  it("a case is forwarded to the branch and taken back, and its deceased stays in the nearest cold place", async () => {
    const { api: office } = await product.signIn("bestattung", "admin");
    const cold = { cold_storage: true, city: "Graz" } as const;
    await office.createAddress({ ...cold, name: "Kühlraum weit", lat: 47.4, lon: 15.9 });
    await office.createAddress({ ...cold, name: "Kühlraum nah", lat: 47.08, lon: 15.47 });
    await office.createAddress({ ...cold, cold_storage: false, name: "Kapelle", lat: 47.08, lon: 15.47 });
    const phone = await aPhone(product, "bestattung", { place: 2 });
    const { page, context } = phone;
    const draft = aFuneralCase({ display_name: "Lang, Theresia" });
    const source_address = { ...draft.funeral_data?.source_address, lat: 47.081, lon: 15.466 };
    const funeral_data = { cargo_type: "ITEM", transport_type: "Transportauftrag", source_address } as const;
    const { dispatcher, tour, ids } = await planTour(await product.signIn("bestattung"), phone, [
      { ...draft, funeral_data: { ...funeral_data, cargo_item: { description: "Urne" } } },
    ]);
    const [id = ""] = ids;
    await signInOn(product, "bestattung", phone);
    await beginShift(page);
    for (const step of ["Annehmen", "Losfahren"]) await press(page, step);
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("STARTED");
    const letAnswer = await askForMessages(page);
    await context.setOffline(true);
    await page.getByText(/Offline/).waitFor();
    await page.getByRole("button", { name: "Weitergeben" }).waitFor({ state: "detached" });
    // An answer that arrives after the network went says nothing about the connection.
    await letAnswer();
    expect(await page.locator(".pill.offline").count()).toBe(1);
    await context.setOffline(false);
    await page.getByText(/Offline/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Weitergeben" }).click();
    await page.getByRole("radio", { name: tour.branch?.name ?? "" }).waitFor();
    await eventually(() => page.getByRole("radio", { name: tour.branch?.name ?? "" }).isChecked()).toBe(true);
    await page.getByLabel("Grund").fill("Fahrzeug zu klein");
    await press(page, "Weitergeben");
    await eventually(() => bucketOf(dispatcher, id, tour.id)).toBe("forwarded");
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await eventually(() => bucketOf(dispatcher, id, tour.id)).toBe("open");

    // After the toast is gone it is taken back from the list, which contains no name.
    await page.getByText("Lang, Theresia").first().click();
    await page.getByRole("button", { name: "Weitergeben" }).click();
    await page.getByLabel("Grund").fill("doch zu klein");
    await press(page, "Weitergeben");
    await eventually(() => bucketOf(dispatcher, id, tour.id)).toBe("forwarded");
    const { natural_id } = await dispatcher.api.getCase({ id });
    const passedOn = page.getByRole("listitem").filter({ hasText: natural_id });
    await passedOn.waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
    await passedOn.getByRole("button", { name: "Zurückholen" }).click();
    await eventually(() => bucketOf(dispatcher, id, tour.id)).toBe("open");
    await passedOn.waitFor({ state: "detached" });

    // It is the next case again, and stays in place.
    await page.locator("button.primary").filter({ hasText: "Angekommen" }).waitFor();
    await page.getByText("Lang, Theresia").first().click();
    await page.getByRole("button", { name: "Weitergeben" }).waitFor();
    await press(page, "Angekommen");
    await tickTodos(page);
    await press(page, "Geladen");
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("LOADED");
    await page.getByRole("button", { name: "Zwischenlagern" }).click();
    const places = page.getByRole("group", { name: "Kühlraum" });
    await places.getByText("Kühlraum nah").waitFor();
    expect(await places.locator("label").allInnerTexts()).toEqual([
      expect.stringContaining("Kühlraum nah"),
      expect.stringContaining("Kühlraum weit"),
    ]);
    await places.getByLabel("Kühlraum nah").check();
    await page.getByLabel("Grund").fill("Friedhof geschlossen");
    await press(page, "Zwischenlagern");
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("FINISHED");
    expect((await dispatcher.api.getCase({ id })).funeral_data?.source_address?.name).toBe("Kühlraum nah");
    await context.close();
  });

  /** Makes the app send a request whose answer is held back; returns the function that lets it through. */
  async function askForMessages(page: Page) {
    const held = await holdAnswer(page, /\/critical_messages\?/);
    await goAway(page).then((comeBack) => comeBack());
    await held.isThere;
    return held.letThrough;
  }

  it("a vehicle is towed to the place that the crew enters, and elsewhere when that changes on the way", async () => {
    const phone = await aPhone(product, "pannenhilfe", { place: 2 });
    const { page, context } = phone;
    const { dispatcher, tour, ids } = await planTour(await product.signIn("pannenhilfe"), phone, [
      aRoadsideCase({ display_name: "G 789 EF" }),
    ]);
    const [id = ""] = ids;
    const targetOf = async () => (await dispatcher.api.getCase({ id })).rsa_data?.target_address;
    await signInOn(product, "pannenhilfe", phone);
    await beginShift(page);
    await page.locator(".case-card").getByText("Zugewiesen").waitFor();
    for (const step of ["Annehmen", "Losfahren", "Angekommen"]) await press(page, step);
    await page.getByRole("button", { name: "Foto nicht möglich" }).click();
    await page.getByLabel("Zu gefährlich").click();
    await press(page, "Ohne Foto weiter");
    await choose(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Nein"));
    await press(page, "Wohin abschleppen?");
    await page.getByLabel("Name").fill("Werkstatt West");
    await page.getByLabel("Ort").fill("Graz");
    await press(page, "Abschleppen");
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("toDestination");
    await eventually(targetOf).toMatchObject({ name: "Werkstatt West", city: "Graz" });
    await eventually(() => commentsOf(dispatcher, id)).toContain("Zu gefährlich");
    await page.getByRole("button", { name: "Ziel ändern" }).click();
    await page.getByLabel("Name").fill("Werkstatt Ost");
    await page.getByLabel("Ort").fill("Graz");
    await page.getByLabel("Grund").fill("West hat geschlossen");
    await press(page, "Ziel ändern");
    await eventually(async () => (await targetOf())?.name).toBe("Werkstatt Ost");
    const history = await dispatcher.api.getCaseStateHistory({ id });
    expect(history.map(({ reason }) => reason)).toContain("West hat geschlossen");
    await context.close();
  });
});
