import type { Route } from "playwright-core";
import { sql } from "../../../apps/api/src/platform/database/sql";
import type { OpenedConsole } from "../../console-testkit";
import {
  type DriverPhone,
  planDriverTour,
  pressPrimaryButton,
  requestAndReadSmsCode,
  typePin,
} from "../driver-testkit";
import type { AppearanceChecker } from "./looks";

const WRONG_PIN = "999999";

interface SignInWalk {
  readonly product: OpenedConsole;
  readonly phone: DriverPhone;
  readonly looks: AppearanceChecker;
}

/** Walks from a phone without a driver to the start of its first shift, and to the lock screen. */
export async function walkThroughSignIn(walk: SignInWalk) {
  await signThePhoneIn(walk);
  await chooseAPin(walk);
  await answerThePermissions(walk);
  await checkShiftScreens(walk);
  await lockThePhone(walk);
}

async function signThePhoneIn({ product, phone: { page, number }, looks }: SignInWalk) {
  const next = page.getByRole("button", { name: "Weiter" });
  await looks.at("company");
  await page.getByLabel("Ihre Firma").fill("nirgends");
  await next.click();
  await page.getByRole("alert").waitFor();
  await looks.at("company-unknown");
  await page.getByLabel("Ihre Firma").fill("bestattung");
  await next.click();
  for (const [name, heading] of [
    ["phone", "Dieses Telefon anmelden"],
    ["person", "Wer fährt?"],
  ] as const) {
    await page.getByRole("heading", { name: heading }).waitFor();
    await looks.at(name);
    const code = await requestAndReadSmsCode(product, number, async () => {
      await page.getByLabel("Telefonnummer").fill(number);
      await page.getByRole("button", { name: "Code senden" }).click();
    });
    await page.getByLabel("Code aus der SMS").waitFor();
    await looks.at(`${name}-code`);
    await page.getByLabel("Code aus der SMS").fill(code);
    // A driver without a PIN chooses one.
    await product.db.system.many(sql`update users set pin_hash = null where phone_number = ${number}`);
    await next.click();
  }
}

async function chooseAPin({ phone: { page }, looks }: SignInWalk) {
  const heading = (name: string) => page.getByRole("heading", { name }).waitFor();
  await heading("Neue PIN wählen");
  await looks.at("pin-new");
  await typePin(page);
  await heading("Neue PIN wiederholen");
  await typePin(page, WRONG_PIN);
  await page.getByRole("alert").waitFor();
  await typePin(page);
  await heading("Neue PIN wiederholen");
  await page.getByRole("button", { name: "4", exact: true }).click();
  await looks.at("pin-repeat");
  await page.keyboard.press("Backspace");
  // Puts the browser into the state of one that can install the app.
  await page.evaluate(() => {
    const offer = new Event("beforeinstallprompt");
    window.dispatchEvent(Object.assign(offer, { prompt: () => Promise.resolve() }));
  });
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/api/v1/tours?*", (route) => (isHeld ? void held.push(route) : route.continue()));
  await typePin(page);
  await page.locator(".looking").waitFor();
  await looks.at("loading");
  isHeld = false;
  for (const route of held) await route.continue();
}

/** Answers the permissions one after the other: each before it is asked for, and after the phone refuses. */
async function answerThePermissions({ phone: { page }, looks }: SignInWalk) {
  const heading = page.locator(".permission h1");
  const changes = (from: string) =>
    page.waitForFunction((before) => document.querySelector(".permission h1")?.textContent !== before, from);
  await heading.or(page.getByText("Für Sie ist keine Tour geplant.")).first().waitFor();
  for (let place = 1; (await heading.count()) > 0; place++) {
    const asked = await heading.innerText();
    await looks.at(`permission-${place}`);
    await page.locator(".permission .primary").click();
    await changes(asked);
    const refused = (await heading.count()) > 0 ? await heading.innerText() : "";
    if (!/So geh(t|en) /.test(refused)) continue;
    await looks.at(`permission-${place}-refused`);
    await page.locator(".permission .text-action").click();
    await changes(refused);
  }
}

async function checkShiftScreens({ product, phone, looks }: SignInWalk) {
  const { page } = phone;
  await page.getByText("Für Sie ist keine Tour geplant.").waitFor();
  await looks.at("shift-without-plan");
  await page.route("**/api/v1/vehicles?*", (route) => route.abort());
  await pressPrimaryButton(page, "Fahrzeug wählen");
  await page.getByRole("alert").waitFor();
  await looks.at("shift-vehicles-failed");
  await page.unrouteAll();
  await pressPrimaryButton(page, "Fahrzeug wählen");
  await page.getByRole("group", { name: "Fahrzeug wählen" }).waitFor();
  await looks.at("shift-vehicles");
  await planDriverTour(await product.signIn("bestattung"), phone, []);
  // The list of free vehicles does not depend on a plan: the tour's screen comes before it.
  await page.getByRole("button", { name: "Zurück" }).click();
  await page.getByText("Frühdienst Graz").waitFor();
  await looks.at("shift-planned");
}

async function lockThePhone({ phone: { page }, looks }: SignInWalk) {
  await page.getByRole("button", { name: /Verbunden/ }).click();
  await page.getByRole("button", { name: "Sperren" }).click();
  await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
  await looks.at("locked");
  await page.getByRole("button", { name: /Verbunden/ }).click();
  await page.getByRole("button", { name: "Schließen" }).waitFor();
  await looks.at("locked-sheet");
  await page.getByRole("button", { name: "Schließen" }).click();
  for (let wrong = 0; wrong < 5; wrong++) await typePin(page, WRONG_PIN);
  await page.getByText(/Zu oft falsch|stimmt nicht/).waitFor();
  await looks.at("locked-wrong");
  await page.getByRole("button", { name: "Vergessen?" }).click();
  await page.getByRole("heading", { name: "Wer fährt?" }).waitFor();
  await looks.at("locked-forgotten");
}
