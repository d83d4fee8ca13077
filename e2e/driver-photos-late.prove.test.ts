import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roadsideCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { type SignedInColleague, expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { takePicture } from "./driver/camera";
import {
  openDriverPhone,
  beginShiftOnScreen,
  chooseOption,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
} from "./driver/driver-testkit";
import { imagesOfCase } from "./driver/scenes/failing-photos";
import { FaultyPhotoUploadProxy } from "./driver/photo-proxy";
import { linkStateOf } from "./tours-testkit";

describe.skipIf(!hasChromium)("photos of a breakdown (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let proxy: FaultyPhotoUploadProxy;
  beforeAll(async () => {
    product = await openConsole();
    proxy = await new FaultyPhotoUploadProxy(product.url).listen();
  });
  afterAll(async () => {
    await proxy.close();
    await product.close();
  });

  const commentsOf = async ({ api }: SignedInColleague, id: string) =>
    (await api.getCaseComments({ id })).comments.map(({ text }) => text);

  it("the driver app does not say that everything was sent before late and refused photos of a breakdown have arrived", async () => {
    const { api: office } = await product.signIn("pannenhilfe", "admin");
    for (const { id, lock_version } of await office.getTenants())
      await office.patchTenant({ id, settings: { photos_before_tow: 4, photos_at_finish: 4 }, lock_version });
    const phone = await openDriverPhone(product, "pannenhilfe", { base: proxy.url });
    const { page, context } = phone;
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("pannenhilfe"), phone, [
      roadsideCaseRequest({ display_name: "G 123 AB" }),
      roadsideCaseRequest({ display_name: "G 456 CD" }),
    ]);
    const [first = "", second = ""] = ids;
    await signInOnPhone(product, "pannenhilfe", phone);
    await beginShiftOnScreen(page);
    for (const name of ["G 123 AB", "G 456 CD"])
      await page.getByRole("alertdialog", { name }).getByRole("button", { name: "Annehmen" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Zurück" }).click();
    for (const step of ["Losfahren", "Angekommen"]) await pressPrimaryButton(page, step);

    // The third corner is taken in a cellar, and the server does not accept it as a picture.
    let refuses = true;
    proxy.faultOf = ({ name }) => (refuses && name === "RL.jpg" ? "unreadable" : undefined);
    await page.getByRole("button", { name: "vorne links fotografieren" }).waitFor();
    await takePicture(page, "corner-FL", 20);
    await page.getByRole("button", { name: "vorne rechts fotografieren" }).waitFor();
    await takePicture(page, "corner-FR", 30);
    await context.setOffline(true);
    await takePicture(page, "corner-RL", 40);
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
    await takePicture(page, "retake", 60);
    await page.getByText(/ist angekommen/).waitFor();
    await page.getByRole("button", { name: "Zurück" }).click();
    await page.getByText("Alles gesendet.").waitFor();
    await page.getByRole("button", { name: "Zurück" }).click();

    // The last photo comes only after the end of the case.
    proxy.faultOf = () => "busy";
    await takePicture(page, "corner-RR", 70);
    await chooseOption(page.getByRole("group", { name: "Befund" }).getByLabel("Batterie"));
    await chooseOption(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Nein"));
    await chooseOption(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Ja"));
    await page.getByLabel("Kilometerstand").fill("142 300");
    await page.getByLabel("Notiz zum Befund").fill("Batterie 12,6 V");
    await pressPrimaryButton(page, "Abschließen");
    await page.getByLabel("Was wurde gemacht?").fill("Batterie getauscht");
    await pressPrimaryButton(page, "Abschließen");
    await expectEventually(() => linkStateOf(dispatcher, first, tour.id)).toBe("finished");
    expect(await imagesOfCase(dispatcher, first)).toHaveLength(3);
    const { rsa_data } = await dispatcher.api.getCase({ id: first });
    expect(rsa_data).toMatchObject({
      damage: { cause: "Batterie", accident: false, driveable: true },
      vehicle_data: { mileage_km: 142_300 },
    });
    expect(await commentsOf(dispatcher, first)).toContain("Batterie 12,6 V");
    proxy.faultOf = () => undefined;
    await expectEventually(async () => (await imagesOfCase(dispatcher, first)).length).toBe(4);

    // At the second breakdown the customer is missing, and its photo is too large for the server.
    proxy.faultOf = () => "too large";
    await pressPrimaryButton(page, "Losfahren");
    await page.getByRole("button", { name: "Niemand da" }).click();
    await page.getByRole("button", { name: "Leeren Platz fotografieren" }).waitFor();
    await takePicture(page, "empty-place", 80);
    await page.getByRole("button", { name: "Ein Foto wurde abgelehnt" }).waitFor();
    await page.getByRole("button", { name: "Foto nicht möglich" }).click();
    await page.getByLabel("Zu dunkel").click();
    await pressPrimaryButton(page, "Ohne Foto weiter");
    await page.getByText("Ohne Foto: Zu dunkel").waitFor();
    await pressPrimaryButton(page, "Abschließen");
    await expectEventually(() => linkStateOf(dispatcher, second, tour.id)).toBe("backoffice");

    // The shift ends when the driver has decided about it.
    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByRole("button", { name: "Schicht beenden" }).click();
    await page.getByText("1 Eintrag abgelehnt, bitte entscheiden").waitFor();
    await pressPrimaryButton(page, "Senden und beenden");
    await page.getByRole("button", { name: "Ein Foto wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    // The tour is off duty, although the shift waits for the photo.
    await expectEventually(() => dispatcher.api.getTour({ id: tour.id })).toMatchObject({
      status: "STARTED",
      started_sub_state: "OFF_DUTY",
    });
    await page.getByRole("button", { name: "Aufgeben" }).click();
    await page.getByLabel("Grund").fill("zu groß");
    await pressPrimaryButton(page, "Aufgeben");
    await expectEventually(() => commentsOf(dispatcher, second)).toContain("Foto „Leerer Platz“ fehlt: zu groß");
    await expectEventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("FINISHED");
    await context.close();
  });
});
