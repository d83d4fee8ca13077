import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../apps/api/src/platform/database/sql";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import { AlarmScene, countWaitingPositions } from "./driver/scenes/alarm-scene";
import {
  openDriverPhone,
  chooseOption,
  type DriverPhone,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
} from "./driver/driver-testkit";

const depotPosition = { latitude: 47.07, longitude: 15.43 };

describe.skipIf(!hasChromium)("a phone on duty (needs /usr/bin/chromium)", { timeout: 120_000 }, () => {
  let alarms: AlarmScene;
  beforeAll(async () => {
    alarms = await AlarmScene.open();
  });
  afterAll(() => alarms.close());

  it("a phone records positions with their times during the shift, and none during a break or afterwards", async () => {
    const shift = await alarms.aShift("bestattung");
    const { page, phone, api, tour } = shift;
    const now = () => alarms.product.clock.now().getTime();
    // The clock of the phone, set from here, is behind the server's by the time that setting it took.
    const began = await page.evaluate<number>("Date.now()");
    await phone.context.setGeolocation(depotPosition);
    await expectEventually(() => countWaitingPositions(page)).toBe(1);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expectEventually(async () => (await positionsOf(phone)).length).toBe(1);
    const [first] = await positionsOf(phone);
    expect(first).toMatchObject({ lat: depotPosition.latitude, lon: depotPosition.longitude });
    expect(Date.parse(first?.fixed_at ?? "")).toBeGreaterThanOrEqual(began);
    expect(Date.parse(first?.fixed_at ?? "")).toBeLessThanOrEqual(now());

    await page.getByRole("button", { name: "Pause" }).click();
    await expectEventually(async () => (await api.getTour({ id: tour.id })).started_sub_state).toBe("ON_A_BREAK");
    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByText("in der Pause wird nichts gespeichert").waitFor();
    expect(await page.locator(".sheet").getByRole("link", { name: "Leitstelle anrufen" }).getAttribute("href")).toMatch(
      /^tel:\+43/,
    );
    await page.getByRole("button", { name: "Schließen" }).click();
    await phone.context.setGeolocation({ latitude: 47.2, longitude: 15.5 });

    // Without network positions are still kept, and sent afterwards with their times.
    await phone.context.setOffline(true);
    await page.getByRole("button", { name: "Weiterarbeiten" }).click();
    // A browser reports a position once, with the time at which it was set: that must not be in the break.
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await phone.context.setGeolocation({ latitude: 47.3, longitude: 15.6 });
    await expectEventually(() => countWaitingPositions(page)).toBe(1);
    const kept = now();
    await page.getByRole("button", { name: /Offline/ }).click();
    await page.getByRole("button", { name: "Gespeichert ansehen" }).click();
    await page.getByRole("heading", { name: "Weitergearbeitet" }).waitFor();
    await page.getByRole("button", { name: "Zurück" }).click();
    await phone.context.setOffline(false);
    await expectEventually(async () => (await positionsOf(phone)).map(({ lat }) => lat)).toEqual([
      depotPosition.latitude,
      47.3,
    ]);
    const [, second] = await positionsOf(phone);
    expect(Date.parse(second?.fixed_at ?? "")).toBeLessThanOrEqual(kept);

    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByRole("button", { name: "Schicht beenden" }).click();
    await pressPrimaryButton(page, "Senden und beenden");
    await expectEventually(async () => (await api.getTour({ id: tour.id })).status).toBe("FINISHED");
    await phone.context.setGeolocation({ latitude: 47.4, longitude: 15.7 });
    expect(await countWaitingPositions(page)).toBe(0);
    expect((await positionsOf(phone)).map(({ lat }) => lat)).toEqual([depotPosition.latitude, 47.3]);
  });

  const positionsOf = ({ vehicle_id }: DriverPhone) =>
    alarms.product.db.system.many<{ lat: number; lon: number; fixed_at: string }>(
      sql`select lat, lon, fixed_at from positions where vehicle_id = ${vehicle_id} order by fixed_at`,
    );

  it("a vehicle check records a defect with the mileage, and notifies the dispatchers", async () => {
    const phone = await openDriverPhone(alarms.product, "bestattung", { place: alarms.nextPlace() });
    const { page } = phone;
    const { dispatcher, tour } = await planDriverTour(await alarms.product.signIn("bestattung"), phone, []);
    const { api } = dispatcher;
    await signInOnPhone(alarms.product, "bestattung", phone);
    await pressPrimaryButton(page, "Schicht beginnen");
    // The primary button leads to what is missing.
    await pressPrimaryButton(page, "Schicht beginnen");
    await page.getByText("Bitte OK oder Mangel wählen.").waitFor();
    for (const fine of await page.getByRole("radio", { name: "OK" }).all()) await chooseOption(fine);
    const body = page.getByRole("group", { name: "Karosserie" });
    await chooseOption(body.getByRole("radio", { name: "Mangel" }));
    await page.getByLabel("Was ist los?").fill("Kratzer an der Heckklappe");
    await page.getByLabel("Kilometerstand").fill("128 412");
    await pressPrimaryButton(page, "Schicht beginnen");
    await expectEventually(async () => (await api.getTour({ id: tour.id })).status).toBe("STARTED");
    await expectEventually(async () => (await api.getVehicleChecks({ id: phone.vehicle_id })).length).toBe(1);
    const [check] = await api.getVehicleChecks({ id: phone.vehicle_id });
    expect(check).toMatchObject({ phase: "START", mileage_km: 128_412, tour_id: tour.id, user_id: phone.user_id });
    expect(check?.items.filter(({ result }) => result === "DEFECT")).toMatchObject([
      { title: "Karosserie", note: "Kratzer an der Heckklappe" },
    ]);
    const told = (await api.getCriticalMessages()).filter(({ kind }) => kind === "VEHICLE_DEFECT");
    expect(told.map(({ body: text }) => text)).toEqual(["Karosserie: Kratzer an der Heckklappe"]);
  });
});
