import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roadsideCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { type SignedInColleague, expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  beginShiftOnScreen,
  chooseOption,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
} from "./driver/driver-testkit";
import { linkStateOf } from "./tours-testkit";

describe.skipIf(!hasChromium)("a case that goes elsewhere (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const commentsOf = async ({ api }: SignedInColleague, id: string) =>
    (await api.getCaseComments({ id })).comments.map(({ text }) => text);

  it("a vehicle is towed to the place that the crew enters, and elsewhere when that changes on the way", async () => {
    const phone = await openDriverPhone(product, "pannenhilfe", { place: 2 });
    const { page, context } = phone;
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("pannenhilfe"), phone, [
      roadsideCaseRequest({ display_name: "G 789 EF" }),
    ]);
    const [id = ""] = ids;
    const targetOf = async () => (await dispatcher.api.getCase({ id })).rsa_data?.target_address;
    await signInOnPhone(product, "pannenhilfe", phone);
    await beginShiftOnScreen(page);
    await page.locator(".case-card").getByText("Zugewiesen").waitFor();
    for (const step of ["Annehmen", "Losfahren", "Angekommen"]) await pressPrimaryButton(page, step);
    await page.getByRole("button", { name: "Foto nicht möglich" }).click();
    await page.getByLabel("Zu gefährlich").click();
    await pressPrimaryButton(page, "Ohne Foto weiter");
    await chooseOption(page.getByRole("group", { name: "Fährt weiter?" }).getByLabel("Nein"));
    await pressPrimaryButton(page, "Wohin abschleppen?");
    await page.getByLabel("Name").fill("Werkstatt West");
    await page.getByLabel("Ort").fill("Graz");
    await pressPrimaryButton(page, "Abschleppen");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("toDestination");
    await expectEventually(targetOf).toMatchObject({ name: "Werkstatt West", city: "Graz" });
    await expectEventually(() => commentsOf(dispatcher, id)).toContain("Zu gefährlich");
    await page.getByRole("button", { name: "Ziel ändern" }).click();
    await page.getByLabel("Name").fill("Werkstatt Ost");
    await page.getByLabel("Ort").fill("Graz");
    await page.getByLabel("Grund").fill("West hat geschlossen");
    await pressPrimaryButton(page, "Ziel ändern");
    await expectEventually(async () => (await targetOf())?.name).toBe("Werkstatt Ost");
    const history = await dispatcher.api.getCaseStateHistory({ id });
    expect(history.map(({ reason }) => reason)).toContain("West hat geschlossen");
    await context.close();
  });
});
