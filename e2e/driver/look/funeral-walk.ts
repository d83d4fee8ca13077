import type { Page } from "playwright-core";
import type { SignedInColleague } from "../../console-testkit";
import { expectEventually } from "../../console-testkit";
import { takePicture } from "../camera";
import {
  assignNewCaseTo,
  beginShiftOnScreen,
  chooseOption,
  type DriverPhone,
  pressPrimaryButton,
  tickTodos,
  unassignCase,
} from "../driver-testkit";
import { infectiousTransportRequest, transportRequestBetween } from "./cases";
import type { AppearanceChecker } from "./looks";

interface FuneralWalk {
  readonly dispatcher: SignedInColleague;
  readonly phone: DriverPhone;
  readonly looks: AppearanceChecker;
  readonly tour: { readonly id: string; readonly branch: { readonly id: string } | null };
}

/** A shift of transports, from the vehicle check to its end. */
export async function walkThroughTransports(walk: FuneralWalk) {
  await checkTheVehicle(walk);
  const ids = await answerAlarms(walk);
  await driveToSource(walk);
  await loadTheDeceased(walk);
  await handOver(walk);
  await takeABreak(walk);
  await loseTheNetwork(walk, ids);
  await endTheShift(walk);
}

const openMenuSheet = (page: Page) => page.getByRole("button", { name: /Verbunden|Offline|gesendet/ }).click();
const goBackOneScreen = (page: Page) => page.getByRole("button", { name: "Zurück" }).click();

async function checkTheVehicle({ phone: { page }, looks }: FuneralWalk) {
  await looks.at("shift-start");
  await pressPrimaryButton(page, "Schicht beginnen");
  await page.getByRole("heading", { name: "Fahrzeugprüfung" }).waitFor();
  await looks.at("vehicle-check");
  for (const fine of await page.getByRole("radio", { name: "OK" }).all()) await chooseOption(fine);
  await chooseOption(page.getByRole("radio", { name: "Mangel" }).last());
  await pressPrimaryButton(page, "Schicht beginnen");
  await page.getByRole("alert").first().waitFor();
  await looks.at("vehicle-check-defect");
  await goBackOneScreen(page);
  await beginShiftOnScreen(page);
  await page.getByText("Gerade kein Fall.").waitFor();
  await looks.at("list-empty");
}

async function answerAlarms({ dispatcher, phone: { page }, looks, tour }: FuneralWalk): Promise<string[]> {
  const alarm = page.getByRole("alertdialog");
  const ids = [await assignNewCaseTo(dispatcher, tour, infectiousTransportRequest())];
  await alarm.waitFor();
  await looks.at("alarm-soft");
  await alarm.getByRole("button", { name: "Ablehnen …" }).click();
  await pressPrimaryButton(page, "Ablehnen");
  await page.getByRole("alert").waitFor();
  await looks.at("reject");
  await goBackOneScreen(page);
  await pressPrimaryButton(page, "Annehmen");
  await alarm.waitFor({ state: "detached" });
  await page.locator(".toast").waitFor();
  await looks.at("accepted");
  for (const [name, ...ends] of [
    ["Lang, Theresia", "LKH Graz II, Pathologie", "Feuerhalle"],
    ["Kränze, 3 Stück", "Gärtnerei", "Kalsdorf"],
  ] as const) {
    ids.push(await assignNewCaseTo(dispatcher, tour, transportRequestBetween(name, ends)));
    await alarm.getByRole("heading", { name }).waitFor();
    await pressPrimaryButton(page, "Annehmen");
    await alarm.waitFor({ state: "detached" });
  }
  await page.getByRole("heading", { name: "Kränze, 3 Stück" }).waitFor();
  for (const name of ["Lang, Theresia", "Fuchs, Alois", "Meine Tour"]) {
    await goBackOneScreen(page);
    await page.getByRole("heading", { name }).waitFor();
  }
  await looks.at("list");
  await dispatcher.api.createCriticalMessage({
    tour_id: tour.id,
    title: "A9 bei Gratkorn gesperrt",
    body: "Bitte bis auf Weiteres über die B67 fahren. Etwa 12 Minuten länger.",
  });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "Gelesen" }).waitFor();
  await looks.at("message");
  await page.getByRole("button", { name: "Gelesen" }).click();
  return ids;
}

async function driveToSource({ phone: { page }, looks }: FuneralWalk) {
  await pressPrimaryButton(page, "Losfahren");
  await page.getByText("Unterwegs").waitFor();
  await looks.at("under-way");
  for (const [name, button] of [
    ["postpone", "Verschieben"],
    ["without-pickup", "Ohne Abholung"],
    ["note", "Notiz"],
    ["forward", "Weitergeben"],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("textbox").waitFor();
    await page.locator("button.primary").click();
    await page.getByRole("alert").waitFor();
    await looks.at(name);
    await goBackOneScreen(page);
  }
  await pressPrimaryButton(page, "Angekommen");
  await page.getByText("Vor Ort").waitFor();
}

async function loadTheDeceased({ phone: { page }, looks }: FuneralWalk) {
  await looks.at("on-site");
  await tickTodos(page);
  await pressPrimaryButton(page, "Identität prüfen");
  await looks.at("identity");
  await page.getByRole("button", { name: "Stimmt nicht" }).click();
  await page.getByRole("alert").waitFor();
  await looks.at("identity-differs");
  await page.getByRole("button", { name: "Stimmt überein" }).click();
  await pressPrimaryButton(page, "Wertgegenstände aufnehmen");
  await looks.at("belongings-open");
  const keep = (item: string, state: string) => chooseOption(page.getByRole("group", { name: item }).getByLabel(state));
  for (const item of ["Uhr", "Schmuck", "Kette"]) await keep(item, "Nicht gesehen");
  await keep("Geld", "Übergeben");
  await keep("Ring", "Bleibt");
  await page.getByLabel("Geld übergeben an").fill("Martin Fuchs");
  await page.getByLabel("Beschreibung").fill("Gravur 1962");
  await page.getByRole("button", { name: "Foto nicht möglich" }).click();
  await pressPrimaryButton(page, "Ohne Foto weiter");
  await page.getByRole("alert").waitFor();
  await looks.at("no-photo");
  await goBackOneScreen(page);
  await takePicture(page, "belongings-camera", 30);
  await page.getByRole("button", { name: "Bestätigen" }).waitFor();
  await looks.at("belongings");
  await pressPrimaryButton(page, "Bestätigen");
  await page.locator("button.slider").waitFor();
  await looks.at("load");
  await pressPrimaryButton(page, "Geladen");
  await page.getByText("Transport", { exact: true }).waitFor();
  await looks.at("loaded");
  await page.getByRole("button", { name: "Zwischenlagern" }).click();
  await page.getByRole("group", { name: "Kühlraum" }).waitFor();
  await pressPrimaryButton(page, "Zwischenlagern");
  await page.getByRole("alert").waitFor();
  await looks.at("interim");
  await goBackOneScreen(page);
}

async function handOver({ phone: { page }, looks }: FuneralWalk) {
  await pressPrimaryButton(page, "Am Ziel");
  await tickTodos(page);
  await page.getByRole("button", { name: "Wertgegenstände prüfen" }).last().waitFor();
  await looks.at("at-target");
  await pressPrimaryButton(page, "Wertgegenstände prüfen");
  await looks.at("belongings-compared");
  await page.getByRole("button", { name: "Etwas ist anders" }).click();
  await chooseOption(page.getByRole("group", { name: "Ring" }).getByLabel("Übergeben"));
  await page.getByRole("button", { name: "Warum anders?" }).waitFor();
  await looks.at("belongings-differ");
  await page.getByLabel("Was hat sich geändert, und warum?").fill("Tochter Maria");
  await pressPrimaryButton(page, "Bestätigen");
  await pressPrimaryButton(page, "Übergabe");
  await pressPrimaryButton(page, "Wer übernimmt?");
  await page.getByRole("alert").waitFor();
  await looks.at("handover-open");
  await chooseOption(page.getByLabel("Verweigert"));
  await looks.at("handover-declined");
  await chooseOption(page.getByLabel("Unterschrift", { exact: true }));
  await page.getByLabel("Wer übernimmt?").fill("Maria Hofer");
  await drawSignature(page);
  await page.locator("button.slider").waitFor();
  await looks.at("handover");
  await pressPrimaryButton(page, "Übergeben");
  await page.locator(".toast").filter({ hasText: "Übergeben" }).waitFor();
  await looks.at("undo");
}

/** Draws a signature on the pad. */
async function drawSignature(page: Page) {
  const box = await page.locator(".signature svg").boundingBox();
  if (box === null) throw new Error("There is nowhere to sign.");
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.8));
  await page.mouse.down();
  for (const [x, y] of [
    [0.25, 0.2],
    [0.3, 0.7],
    [0.36, 0.2],
    [0.4, 0.8],
    [0.5, 0.5],
    [0.6, 0.75],
    [0.8, 0.6],
  ] as const)
    await page.mouse.move(...at(x, y));
  await page.mouse.up();
}

async function takeABreak({ phone: { page }, looks }: FuneralWalk) {
  await openMenuSheet(page);
  await page.getByRole("button", { name: "Pause beginnen" }).waitFor();
  await looks.at("sheet");
  await page.getByRole("button", { name: "Pause beginnen" }).click();
  await page.getByRole("button", { name: "Weiterarbeiten" }).waitFor();
  await looks.at("break");
  await page.getByRole("button", { name: "Weiterarbeiten" }).click();
}

/** Works in a cellar without network while the dispatcher takes the case back. */
async function loseTheNetwork(
  { dispatcher, phone: { page, context }, looks, tour }: FuneralWalk,
  ids: readonly string[],
) {
  const [, taken = ""] = ids;
  await context.setOffline(true);
  await pressPrimaryButton(page, "Losfahren");
  await pressPrimaryButton(page, "Angekommen");
  await page.getByText(/Offline · \d+ gespeichert/).waitFor();
  await tickTodos(page);
  await looks.at("on-site-offline");
  await openMenuSheet(page);
  await looks.at("sheet-offline");
  await page.getByRole("button", { name: "Gespeichert ansehen" }).click();
  await page.getByRole("heading", { name: /Kein Netz seit/ }).waitFor();
  await looks.at("outbox-offline");
  await goBackOneScreen(page);
  await unassignCase({ api: dispatcher.api, tour }, taken);
  await context.setOffline(false);
  await page.getByRole("button", { name: /wurden? abgelehnt/ }).waitFor();
  await looks.at("refused");
  await page.getByRole("button", { name: /wurden? abgelehnt/ }).click();
  await looks.at("outbox-refused");
  await page.getByRole("button", { name: "Ansehen" }).first().click();
  await page.getByRole("heading", { name: /zurückgenommen/ }).waitFor();
  await looks.at("conflict");
  await pressPrimaryButton(page, "Verstanden");
}

async function endTheShift({ dispatcher, phone: { page }, looks, tour }: FuneralWalk) {
  await page.getByRole("heading", { name: "Meine Tour" }).waitFor();
  await openMenuSheet(page);
  await page.getByRole("button", { name: "Schicht beenden" }).click();
  await page.getByRole("button", { name: "Senden und beenden" }).waitFor();
  await looks.at("shift-end");
  await page.getByRole("button", { name: "Fahrzeug prüfen" }).click();
  await page.getByRole("button", { name: "Prüfung speichern" }).waitFor();
  await looks.at("vehicle-check-end");
  await goBackOneScreen(page);
  await pressPrimaryButton(page, "Senden und beenden");
  await expectEventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("FINISHED");
}
