import type { SignedInColleague } from "../../console-testkit";
import { takePicture } from "../camera";
import {
  assignNewCaseTo,
  beginShiftOnScreen,
  chooseOption,
  type DriverPhone,
  pressPrimaryButton,
} from "../driver-testkit";
import { homeBreakdownRequest, motorwayBreakdownRequest } from "./cases";
import type { AppearanceChecker } from "./looks";

interface RoadsideWalk {
  readonly dispatcher: SignedInColleague;
  readonly phone: DriverPhone;
  readonly looks: AppearanceChecker;
  readonly tour: { readonly id: string; readonly branch: { readonly id: string } | null };
}

const breakdownPosition = { latitude: 47.06, longitude: 15.42 };

/** Walks through two breakdowns: one vehicle is towed, and at the other the customer is missing. */
export async function walkThroughBreakdowns(walk: RoadsideWalk) {
  await answerTheAlarm(walk);
  await recordTheVehicle(walk);
  await towTheVehicle(walk);
  await finishDriveInVain(walk);
}

async function answerTheAlarm({ dispatcher, phone: { page, context }, looks, tour }: RoadsideWalk) {
  await beginShiftOnScreen(page);
  await page.getByText("Gerade kein Fall.").waitFor();
  await context.setGeolocation(breakdownPosition);
  await assignNewCaseTo(dispatcher, tour, motorwayBreakdownRequest());
  await page.getByRole("alertdialog").waitFor();
  await looks.at("alarm");
  await pressPrimaryButton(page, "Annehmen");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await looks.at("roadside-accepted");
  await pressPrimaryButton(page, "Losfahren");
  await page.getByText("Unterwegs").waitFor();
  await looks.at("roadside-under-way");
  await pressPrimaryButton(page, "Angekommen");
  await page.getByText("Vor Ort").waitFor();
}

async function recordTheVehicle({ phone: { page }, looks }: RoadsideWalk) {
  await looks.at("roadside-open");
  for (const [corner, shade] of [
    ["FL", 20],
    ["FR", 30],
    ["RL", 40],
  ] as const) {
    await takePicture(page, `corner-${corner}`, shade);
    await page
      .locator(".photo.taken")
      .filter({ has: page.locator(`#corner-${corner}`) })
      .waitFor();
  }
  await chooseOption(page.getByRole("group", { name: "Befund" }).getByLabel("Starter"));
  await chooseOption(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Nein"));
  await page.getByLabel("Kilometerstand").fill("142 300");
  await page.getByLabel("Notiz zum Befund").fill("Batterie 12,6 V");
  await looks.at("roadside");
  await page.getByLabel("Kilometerstand").fill("viele");
  await takePicture(page, "corner-RR", 50);
  await page.getByRole("button", { name: "Abschleppen" }).waitFor();
  await looks.at("roadside-mileage");
  await page.getByLabel("Kilometerstand").fill("142 300");
  await chooseOption(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Ja"));
  await pressPrimaryButton(page, "Abschließen");
  await pressPrimaryButton(page, "Abschließen");
  await page.getByRole("alert").waitFor();
  await looks.at("repaired");
  await page.getByRole("button", { name: "Zurück" }).click();
  await chooseOption(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Nein"));
}

async function towTheVehicle({ phone: { page }, looks }: RoadsideWalk) {
  await pressPrimaryButton(page, "Abschleppen");
  await page.getByText("Transport", { exact: true }).waitFor();
  await looks.at("towing");
  await page.locator(".photo.taken").first().click();
  await page.getByText(/Aufgenommen um/).waitFor();
  await looks.at("photo");
  await page.getByRole("button", { name: "Zurück" }).click();
  await page.getByRole("button", { name: "Ziel ändern" }).click();
  await pressPrimaryButton(page, "Ziel ändern");
  await page.getByRole("alert").waitFor();
  await looks.at("destination");
  await page.getByRole("button", { name: "Zurück" }).click();
  await pressPrimaryButton(page, "Am Ziel");
  await pressPrimaryButton(page, /Übergabe|Übergeben/);
  await looks.at("roadside-handover");
  await page.getByRole("button", { name: "Zurück" }).click();
}

async function finishDriveInVain({ dispatcher, phone: { page }, looks, tour }: RoadsideWalk) {
  await assignNewCaseTo(dispatcher, tour, homeBreakdownRequest());
  await page.getByRole("alertdialog").waitFor();
  await pressPrimaryButton(page, "Annehmen");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "G 456 CD" }).waitFor();
  await pressPrimaryButton(page, "Losfahren");
  await page.getByRole("button", { name: "Niemand da" }).click();
  await page.getByRole("button", { name: "Leeren Platz fotografieren" }).waitFor();
  await looks.at("nobody");
  await page.route("**/api/v1/cases/*/assets", (route) =>
    route.fulfill({
      status: 413,
      json: { code: "PAYLOAD_TOO_LARGE", title: "", message: "", args: [], trace_id: "0" },
    }),
  );
  await takePicture(page, "empty-place", 60);
  await page.getByRole("button", { name: "Ein Foto wurde abgelehnt" }).waitFor();
  await looks.at("nobody-refused");
  await page.getByRole("button", { name: "Ein Foto wurde abgelehnt" }).click();
  await page.getByRole("button", { name: "Ansehen" }).click();
  await page.getByText("Es ist zu groß.").waitFor();
  await looks.at("photo-refused");
  await page.getByRole("button", { name: "Aufgeben" }).click();
  await pressPrimaryButton(page, "Aufgeben");
  await page.getByRole("alert").waitFor();
  await looks.at("photo-given-up");
}
