import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../apps/api/src/platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { type SignedInColleague, expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  assignNewCaseTo,
  beginShiftOnScreen,
  chooseOption,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  tickTodos,
  typePin,
  unassignCase,
} from "./driver/driver-testkit";
import { createDisabledPhone } from "./driver/scenes/disabled-phone";
import { recordBelongings } from "./driver/driver-steps";
import { linkStateOf, fetchPhoneTransitionsOfCase } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("a driver's day (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  /** Sends the confirmation to the family by the menu of the case; returns the mails in the outbox. */
  async function mailConfirmation(dispatcher: SignedInColleague, id: string) {
    const page = await product.look(dispatcher, { path: `/?case=${id}` });
    await page.getByRole("complementary", { name: "Einzelheiten" }).getByRole("button", { name: "Menü" }).click();
    await page.getByRole("menuitem", { name: "Übergabebestätigung senden" }).click();
    const dialog = page.getByRole("dialog", { name: /^Übergabebestätigung/ });
    await dialog.getByLabel("An", { exact: true }).fill("familie@example.org");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Senden" }).click();
    await page.getByText("Die Bestätigung ist unterwegs an familie@example.org.").waitFor();
    await page.close();
    return product.db.system.many(sql`
      select channel, recipient, purpose from outbox_messages where case_id = ${id} and channel = 'EMAIL'`);
  }

  it("a driver carries out a transport from the first start to the end of the shift, with and without network", async () => {
    const phone = await openDriverPhone(product, "bestattung");
    const { page, context } = phone;
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, [
      funeralCaseRequest({ display_name: "Fuchs, Alois" }),
    ]);
    const [first = ""] = ids;
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await signInOnPhone(product, "bestattung", phone);
    await page.getByText("Frühdienst Graz").waitFor();
    await beginShiftOnScreen(page);
    await expectEventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("STARTED");
    // A case that is assigned before the shift begins rings first.
    await page.getByRole("alertdialog").waitFor();
    await pressPrimaryButton(page, "Annehmen");
    await expectEventually(() => linkStateOf(dispatcher, first, tour.id)).toBe("ACCEPTED");
    await page.getByRole("button", { name: "Zurück" }).click();
    await page.getByRole("heading", { name: "Meine Tour" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await dispatcher.api.createCriticalMessage({ tour_id: tour.id, title: "A9 bei Gratkorn gesperrt" });
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByRole("button", { name: "Gelesen" }).click();
    const [message] = await dispatcher.api.getCriticalMessages({ sent: true });
    expect(message?.title).toBe("A9 bei Gratkorn gesperrt");
    await expectEventually(
      async () => (await dispatcher.api.getCriticalMessages({ sent: true }))[0]?.acknowledged,
    ).toBe(true);

    await pressPrimaryButton(page, "Losfahren");
    await pressPrimaryButton(page, "Angekommen");
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await expectEventually(() => linkStateOf(dispatcher, first, tour.id)).toBe("ARRIVED");

    await page.getByText(/^seit \d\d:\d\d · \d+ min$/).waitFor();

    // The phone has no network, like in a cellar.
    await context.setOffline(true);
    await tickTodos(page);
    await pressPrimaryButton(page, "Identität prüfen");
    await pressPrimaryButton(page, "Stimmt überein");
    await pressPrimaryButton(page, "Wertgegenstände aufnehmen");
    await recordBelongings(page);
    await pressPrimaryButton(page, "Geladen");
    await page.getByText(/Offline · \d+ gespeichert/).waitFor();
    expect(await linkStateOf(dispatcher, first, tour.id)).toBe("ARRIVED");
    // A phone that was shut down starts without network, asks for the PIN, and still has everything.
    await page.reload();
    await typePin(page);
    await page.getByText("Fuchs, Alois").first().click();
    await page.getByText("Transport", { exact: true }).waitFor();
    await pressPrimaryButton(page, "Am Ziel");
    await context.setOffline(false);
    await expectEventually(() => linkStateOf(dispatcher, first, tour.id)).toBe("LOADED");

    await tickTodos(page);
    await pressPrimaryButton(page, "Wertgegenstände prüfen");
    await pressPrimaryButton(page, "Stimmt noch");
    await pressPrimaryButton(page, "Übergabe");
    await page.getByLabel("Wer übernimmt?").fill("M. Huber");
    await chooseOption(page.getByLabel("Verweigert"));
    await page.getByLabel("Warum ohne Unterschrift?").fill("will nicht unterschreiben");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await pressPrimaryButton(page, "Übergeben");
    await page.getByRole("status").filter({ hasText: "Übergeben" }).waitFor();
    await expectEventually(() => linkStateOf(dispatcher, first, tour.id)).toBe("DELIVERED");
    expect(await fetchPhoneTransitionsOfCase(dispatcher, first)).toEqual([
      "ACCEPT",
      "START",
      "ARRIVE",
      "LOAD",
      "ARRIVE",
      "DELIVER",
    ]);
    expect((await dispatcher.api.getCase({ id: first })).funeral_data?.handover).toMatchObject({
      received_by: "M. Huber",
      signature_state: "DECLINED",
      refusal_reason: "will nicht unterschreiben",
    });
    expect(await mailConfirmation(dispatcher, first)).toEqual([
      { channel: "EMAIL", recipient: "familie@example.org", purpose: "HANDOVER_CONFIRMATION" },
    ]);

    // In the second case the first tap was a mistake: rejecting asks for a confirmation.
    const second = await assignNewCaseTo(dispatcher, tour, funeralCaseRequest({ display_name: "Lang, Theresia" }));
    await page.getByRole("alertdialog").waitFor();
    await pressPrimaryButton(page, "Annehmen");
    await page.getByRole("status").filter({ hasText: "Angenommen" }).waitFor();
    await page.locator(".toast").getByRole("button", { name: "Rückgängig" }).click();
    await page.getByRole("alertdialog").waitFor();
    await pressPrimaryButton(page, "Annehmen");
    await expectEventually(() => linkStateOf(dispatcher, second, tour.id)).toBe("ACCEPTED");

    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Schicht beenden" }).click();
    await pressPrimaryButton(page, "Senden und beenden");
    await expectEventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("FINISHED");
    await context.close();
  });

  it("a driver serves a breakdown, and is told which case the dispatcher has unassigned meanwhile", async () => {
    const phone = await openDriverPhone(product, "pannenhilfe");
    const { page, context } = phone;
    const target_address = { name: "Werkstatt West", zip_code: "8020", city: "Graz", lat: 47.06, lon: 15.4 };
    const tow = roadsideCaseRequest({ display_name: "G 123 AB" });
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("pannenhilfe"), phone, [
      { ...tow, rsa_data: { ...tow.rsa_data, service: { key: "PH_Standard" }, target_address } },
    ]);
    const [first = ""] = ids;
    await signInOnPhone(product, "pannenhilfe", phone);
    await beginShiftOnScreen(page);
    // A case that was reserved for the shift rings when it begins.
    await page.getByRole("alertdialog").waitFor();
    await pressPrimaryButton(page, "Annehmen");
    await pressPrimaryButton(page, "Losfahren");
    await pressPrimaryButton(page, "Angekommen");
    await chooseOption(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Nein"));
    await expectEventually(() => linkStateOf(dispatcher, first, tour.id)).toBe("arrived");

    // The phone has no network, like in a tunnel: the driver accepts the second case while the dispatcher takes it
    // back.
    const second = await assignNewCaseTo(dispatcher, tour, roadsideCaseRequest({ display_name: "G 456 CD" }));
    await page.getByRole("alertdialog").waitFor();
    await context.setOffline(true);
    await pressPrimaryButton(page, "Annehmen");
    await page.getByRole("button", { name: "Notiz" }).click();
    await page.getByLabel("Notiz an die Leitstelle").fill("Schlüssel liegt beim Portier");
    await pressPrimaryButton(page, "Speichern");
    await unassignCase({ api: dispatcher.api, tour }, second);
    await context.setOffline(false);
    await page.getByRole("button", { name: "2 Einträge wurden abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).first().click();
    await page.getByRole("heading", { name: /Von der Leitstelle um \d\d:\d\d zurückgenommen/ }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const told = await page.locator("main").innerText();
    expect(told).not.toContain("G 456 CD");
    expect(told).toMatch(/Zugewiesen[\s\S]*Angenommen[\s\S]*Zurückgenommen/);
    await pressPrimaryButton(page, "Verstanden");
    await expectEventually(async () =>
      (await dispatcher.api.getCaseComments({ id: second })).comments.map(({ kind, action }) => [kind, action]),
    ).toEqual([["LATE_ENTRY", "ACCEPT"]]);
    // A note does not depend on the case, and must not be lost with it.
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await page.getByRole("heading", { name: "So geht es nicht weiter" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await pressPrimaryButton(page, "Verstanden");
    await expectEventually(async () =>
      (await dispatcher.api.getCaseComments({ id: second })).comments.map(({ text }) => text),
    ).toContain("Schlüssel liegt beim Portier");
    expect(await linkStateOf(dispatcher, first, tour.id)).toBe("arrived");
    await context.close();
  });

  it("the driver app uses the language that the driver has chosen, else the browser's, else the company's", async () => {
    const { page, context } = await openDriverPhone(product, "bestattung", { place: 2, locale: "en-GB" });
    await page.getByLabel("Your company").fill("bestattung");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: "Sign in this phone" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Sign in this phone" }).waitFor();
    await page.evaluate(() => localStorage.setItem("leitstand-driver.language", "de"));
    await page.reload();
    await page.getByRole("heading", { name: "Dieses Telefon anmelden" }).waitFor();
    await context.close();
  });

  it("a disabled phone deletes all of its data", async () => {
    const { page, context } = await createDisabledPhone(product, 1);
    await page.getByLabel("Ihre Firma").waitFor();
    const left = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opened = indexedDB.open("leitstand-driver");
          opened.onsuccess = () => {
            const { result } = opened;
            const names = [...result.objectStoreNames];
            const transaction = result.transaction(names);
            const counts = names.map((name) => transaction.objectStore(name).count());
            transaction.oncomplete = () => resolve(counts.reduce((sum, { result: count }) => sum + count, 0));
          };
        }),
    );
    expect(left).toBe(0);
    await context.close();
  });
});
