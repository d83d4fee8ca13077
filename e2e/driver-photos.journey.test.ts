import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { type SignedInColleague, expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { METADATA_CANARY, takePicture } from "./driver/camera";
import {
  openDriverPhone,
  beginShiftOnScreen,
  chooseOption,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  tickTodos,
} from "./driver/driver-testkit";
import { findPhotoFaults, imagesOfCase } from "./driver/scenes/failing-photos";
import { FaultyPhotoUploadProxy } from "./driver/photo-proxy";
import { linkStateOf } from "./tours-testkit";

describe.skipIf(!hasChromium)("what a crew records on site (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  async function aProxy() {
    const proxy = await new FaultyPhotoUploadProxy(product.url).listen();
    onTestFinished(() => proxy.close());
    return proxy;
  }

  const identityOf = async ({ api }: SignedInColleague, id: string) =>
    (await api.getCaseStateHistory({ id })).find(({ transition }) => transition === "LOAD")?.identity;
  const commentsOf = async ({ api }: SignedInColleague, id: string) =>
    (await api.getCaseComments({ id })).comments.map(({ text }) => text);

  it("the phone uploads each photo once on a failing network, two at a time, wherever requests are cut off", async () => {
    expect(await findPhotoFaults(product, { seed: 1 })).toEqual([]);
  });

  it("belongings, identity and handover reach the dispatcher as the driver entered them, and DONE is sent automatically", async () => {
    const { api: office } = await product.signIn("bestattung", "admin");
    for (const { id: tenant, lock_version } of await office.getTenants())
      await office.patchTenant({ id: tenant, settings: { driver_undo_seconds: 3 }, lock_version });
    const proxy = await aProxy();
    const phone = await openDriverPhone(product, "bestattung", { base: proxy.url });
    const { page, context } = phone;
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, [
      funeralCaseRequest({ display_name: "Fuchs, Alois" }),
    ]);
    const [id = ""] = ids;
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    for (const step of ["Annehmen", "Losfahren", "Angekommen"]) await pressPrimaryButton(page, step);
    await tickTodos(page);

    await pressPrimaryButton(page, "Identität prüfen");
    await page.getByRole("heading", { name: "Laut vorlesen und vergleichen" }).waitFor();
    await page.getByLabel("Code vom Fußzettel").fill("F-2026-17");
    await pressPrimaryButton(page, "Stimmt überein");

    await pressPrimaryButton(page, "Wertgegenstände aufnehmen");
    const keep = (item: string, state: string) =>
      chooseOption(page.getByRole("group", { name: item }).getByLabel(state));
    await page.getByRole("button", { name: "Noch offen: Uhr" }).waitFor();
    for (const item of ["Uhr", "Schmuck", "Kette"]) await keep(item, "Nicht gesehen");
    await keep("Geld", "Übergeben");
    await keep("Ring", "Bleibt");
    await page.getByRole("button", { name: "An wen übergeben?" }).waitFor();
    await page.getByLabel("Geld übergeben an").fill("Sohn, Martin Fuchs");
    await page.getByLabel("Beschreibung").fill("Ehering Gold, Gravur 1962");
    await page.getByRole("button", { name: "Fotografieren, was bleibt" }).waitFor();
    await takePicture(page, "belongings-camera");
    await page.getByRole("button", { name: "Bestätigen" }).waitFor();
    await pressPrimaryButton(page, "Bestätigen");
    await pressPrimaryButton(page, "Geladen");
    await pressPrimaryButton(page, "Am Ziel");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("LOADED");
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
    await expectEventually(async () =>
      (await imagesOfCase(dispatcher, id)).map(({ width, height }) => [width, height]),
    ).toEqual([[1600, 1200]]);
    expect(Buffer.concat(proxy.bodies).includes(METADATA_CANARY)).toBe(false);
    expect(await identityOf(dispatcher, id)).toEqual({ method: "CODE", code: "F-2026-17" });

    await tickTodos(page);
    await pressPrimaryButton(page, "Wertgegenstände prüfen");
    await page.getByText("So war es beim Laden").waitFor();
    await page.getByRole("button", { name: "Etwas ist anders" }).click();
    await keep("Ring", "Übergeben");
    await page.getByRole("button", { name: "Warum anders?" }).waitFor();
    await page.getByLabel("Was hat sich geändert, und warum?").fill("Ring an die Tochter, auf ihren Wunsch");
    await pressPrimaryButton(page, "Bestätigen");
    await pressPrimaryButton(page, "Übergabe");
    await page.getByLabel("Wer übernimmt?").fill("Maria Hofer");
    await chooseOption(page.getByLabel("Nicht möglich"));
    await page.getByLabel("Warum ohne Unterschrift?").fill("Hand verletzt");
    await pressPrimaryButton(page, "Übergeben");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("DONE");
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
});
