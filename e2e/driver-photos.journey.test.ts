import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aFuneralCase, aRoadsideCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, type OpenedConsole, openConsole } from "./console-testkit";
import { CANARY, photograph } from "./driver/camera";
import { aPhone, beginShift, choose, planTour, press, signInOn, tickTodos } from "./driver/driver-testkit";
import { findPhotoFaults, imagesOf } from "./driver/scenes/failing-photos";
import { PhotoProxy } from "./driver/photo-proxy";

describe.skipIf(!hasBrowser)("what a crew records on site (needs /usr/bin/chromium)", () => {
  let desk: OpenedConsole;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    desk = await openConsole();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  afterAll(() => desk.close());

  async function aProxy() {
    const proxy = await new PhotoProxy(desk.url).listen();
    ends.push(() => proxy.close());
    return proxy;
  }

  async function change(company: Colleague["company"], settings: object) {
    const { api } = await desk.signIn(company, "admin");
    for (const { id, lock_version } of await api.getTenants()) await api.patchTenant({ id, settings, lock_version });
  }

  const stateOf = async ({ api }: Colleague, id: string, tour_id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id)?.state;
  const identityOf = async ({ api }: Colleague, id: string) =>
    (await api.getCaseStateHistory({ id })).find(({ transition }) => transition === "LOAD")?.identity;
  const commentsOf = async ({ api }: Colleague, id: string) =>
    (await api.getCaseComments({ id })).comments.map(({ text }) => text);

  it.each([1, 2, 3, 4])(
    "on a network that fails each photo arrives once, two at a time, whatever is cut off (seed %i)",
    async (seed) => {
      expect(await findPhotoFaults(desk, { seed, ends })).toEqual([]);
    },
  );

  it("belongings, identity and handover are at the desk as they were tapped, and the papers follow by themselves", async () => {
    await change("bestattung", { driver_undo_seconds: 3 });
    const proxy = await aProxy();
    const phone = await aPhone(desk, "bestattung", { base: proxy.url });
    const { page, context } = phone;
    const { dispatcher, tour, ids } = await planTour(await desk.signIn("bestattung"), phone, [
      aFuneralCase({ display_name: "Fuchs, Alois" }),
    ]);
    const [id = ""] = ids;
    await signInOn(desk, "bestattung", phone);
    await beginShift(page);
    for (const step of ["Annehmen", "Losfahren", "Angekommen"]) await press(page, step);
    await tickTodos(page);

    await press(page, "Identität prüfen");
    await page.getByRole("heading", { name: "Laut vorlesen und vergleichen" }).waitFor();
    await page.getByLabel("Code vom Fußzettel").fill("F-2026-17");
    await press(page, "Stimmt überein");

    await press(page, "Wertgegenstände aufnehmen");
    const keep = (item: string, state: string) => choose(page.getByRole("group", { name: item }).getByLabel(state));
    await page.getByRole("button", { name: "Noch offen: Uhr" }).waitFor();
    for (const item of ["Uhr", "Schmuck", "Kette"]) await keep(item, "Nicht gesehen");
    await keep("Geld", "Übergeben");
    await keep("Ring", "Bleibt");
    await page.getByRole("button", { name: "An wen übergeben?" }).waitFor();
    await page.getByLabel("Geld übergeben an").fill("Sohn, Martin Fuchs");
    await page.getByLabel("Beschreibung").fill("Ehering Gold, Gravur 1962");
    await page.getByRole("button", { name: "Fotografieren, was bleibt" }).waitFor();
    await photograph(page, "belongings-camera");
    await page.getByRole("button", { name: "Bestätigen" }).waitFor();
    await press(page, "Bestätigen");
    await press(page, "Geladen");
    await press(page, "Am Ziel");
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("LOADED");
    const before = (await dispatcher.api.getCase({ id })).funeral_data?.cargo_deceased;
    expect(before).toMatchObject({
      identity_confirmed: true,
      belongings: {
        watch: "UNKNOWN",
        money: "RELOCATED",
        jewelery: "UNKNOWN",
        ring: "STAYS",
        necklace: "UNKNOWN",
        location: "Sohn, Martin Fuchs",
        description: "Ehering Gold, Gravur 1962",
        confirmation: true,
      },
    });
    await eventually(async () => (await imagesOf(dispatcher, id)).map(({ width, height }) => [width, height])).toEqual([
      [1600, 1200],
    ]);
    expect(Buffer.concat(proxy.bodies).includes(CANARY)).toBe(false);
    expect(await identityOf(dispatcher, id)).toEqual({ method: "CODE", code: "F-2026-17" });

    await tickTodos(page);
    await press(page, "Wertgegenstände prüfen");
    await page.getByText("So war es beim Laden").waitFor();
    await page.getByRole("button", { name: "Etwas ist anders" }).click();
    await keep("Ring", "Übergeben");
    await page.getByRole("button", { name: "Warum anders?" }).waitFor();
    await page.getByLabel("Was hat sich geändert, und warum?").fill("Ring an die Tochter, auf ihren Wunsch");
    await press(page, "Bestätigen");
    await press(page, "Übergabe");
    await page.getByLabel("Wer übernimmt?").fill("Maria Hofer");
    await choose(page.getByLabel("Nicht möglich"));
    await page.getByLabel("Warum ohne Unterschrift?").fill("Hand verletzt");
    await press(page, "Übergeben");
    await eventually(() => stateOf(dispatcher, id, tour.id)).toBe("DONE");
    const { funeral_data } = await dispatcher.api.getCase({ id });
    expect(funeral_data?.handover).toMatchObject({
      received_by: "Maria Hofer",
      signature_state: "UNABLE",
      refusal_reason: "Hand verletzt",
    });
    expect(funeral_data?.cargo_deceased?.belongings).toMatchObject({ ring: "RELOCATED", money: "RELOCATED" });
    expect(await commentsOf(dispatcher, id)).toContain("Ring an die Tochter, auf ihren Wunsch");
    await context.close();
  });

  it("photos of a breakdown arrive late and after refusals, and nothing says before that all was sent", async () => {
    await change("pannenhilfe", { photos_before_tow: 4, photos_at_finish: 4 });
    const proxy = await aProxy();
    const phone = await aPhone(desk, "pannenhilfe", { base: proxy.url });
    const { page, context } = phone;
    const { dispatcher, tour, ids } = await planTour(await desk.signIn("pannenhilfe"), phone, [
      aRoadsideCase({ display_name: "G 123 AB" }),
      aRoadsideCase({ display_name: "G 456 CD" }),
    ]);
    const [first = "", second = ""] = ids;
    await signInOn(desk, "pannenhilfe", phone);
    await beginShift(page);
    for (const name of ["G 123 AB", "G 456 CD"])
      await page.getByRole("alertdialog", { name }).getByRole("button", { name: "Annehmen" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Zurück" }).click();
    for (const step of ["Losfahren", "Angekommen"]) await press(page, step);

    // The third corner is taken in a cellar, and is no picture to the server when it comes.
    let refuses = true;
    proxy.faultOf = ({ name }) => (refuses && name === "RL.jpg" ? "unreadable" : undefined);
    await page.getByRole("button", { name: "vorne links fotografieren" }).waitFor();
    await photograph(page, "corner-FL", 20);
    await page.getByRole("button", { name: "vorne rechts fotografieren" }).waitFor();
    await photograph(page, "corner-FR", 30);
    await context.setOffline(true);
    await photograph(page, "corner-RL", 40);
    await page.getByRole("button", { name: "hinten rechts fotografieren" }).waitFor();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Ein Foto wurde abgelehnt" }).click();
    await page.getByText("Foto „hinten links“ abgelehnt").waitFor();
    expect(await page.locator("main").innerText()).not.toContain("Alles gesendet");
    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByText("1 Eintrag abgelehnt, bitte entscheiden").waitFor();
    expect(await page.getByRole("dialog").innerText()).not.toContain("Alles gesendet");
    await page.getByRole("button", { name: "Schließen" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await page.getByText("Es lässt sich nicht lesen.").waitFor();
    refuses = false;
    await photograph(page, "retake", 60);
    await page.getByText(/ist angekommen/).waitFor();
    await page.getByRole("button", { name: "Zurück" }).click();
    await page.getByText("Alles gesendet.").waitFor();
    await page.getByRole("button", { name: "Zurück" }).click();

    // The last one comes only after the end of the case.
    proxy.faultOf = () => "busy";
    await photograph(page, "corner-RR", 70);
    await choose(page.getByRole("group", { name: "Befund" }).getByLabel("Batterie"));
    await choose(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Nein"));
    await choose(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Ja"));
    await page.getByLabel("Kilometerstand").fill("142 300");
    await page.getByLabel("Notiz zum Befund").fill("Batterie 12,6 V");
    await press(page, "Abschließen");
    await page.getByLabel("Was wurde gemacht?").fill("Batterie getauscht");
    await press(page, "Abschließen");
    await eventually(() => stateOf(dispatcher, first, tour.id)).toBe("finished");
    expect(await imagesOf(dispatcher, first)).toHaveLength(3);
    const { rsa_data } = await dispatcher.api.getCase({ id: first });
    expect(rsa_data).toMatchObject({
      damage: { cause: "Batterie", accident: false, driveable: true },
      vehicle_data: { mileage_km: 142_300 },
    });
    expect(await commentsOf(dispatcher, first)).toContain("Batterie 12,6 V");
    proxy.faultOf = () => undefined;
    await eventually(async () => (await imagesOf(dispatcher, first)).length).toBe(4);

    // Of the second one nobody is there, and its photo is too large for the server.
    proxy.faultOf = () => "too large";
    await press(page, "Losfahren");
    await page.getByRole("button", { name: "Niemand da" }).click();
    await page.getByRole("button", { name: "Leeren Platz fotografieren" }).waitFor();
    await photograph(page, "empty-place", 80);
    await page.getByRole("button", { name: "Ein Foto wurde abgelehnt" }).waitFor();
    await page.getByRole("button", { name: "Foto nicht möglich" }).click();
    await page.getByLabel("Zu dunkel").click();
    await press(page, "Ohne Foto weiter");
    await page.getByText("Ohne Foto: Zu dunkel").waitFor();
    await press(page, "Abschließen");
    await eventually(() => stateOf(dispatcher, second, tour.id)).toBe("backoffice");

    // The shift ends when the driver has decided about it.
    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByRole("button", { name: "Schicht beenden" }).click();
    await page.getByText("1 Eintrag abgelehnt, bitte entscheiden").waitFor();
    await press(page, "Senden und beenden");
    await page.getByRole("button", { name: "Ein Foto wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    // Nobody works any more, although the shift waits for the photo.
    await eventually(() => dispatcher.api.getTour({ id: tour.id })).toMatchObject({
      status: "STARTED",
      started_sub_state: "OFF_DUTY",
    });
    await page.getByRole("button", { name: "Aufgeben" }).click();
    await page.getByLabel("Grund").fill("zu groß");
    await press(page, "Aufgeben");
    await eventually(() => commentsOf(dispatcher, second)).toContain("Foto „Leerer Platz“ fehlt: zu groß");
    await eventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("FINISHED");
    await context.close();
  });
});
