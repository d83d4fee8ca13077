import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../apps/api/src/platform/database/sql";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  beginShiftOnScreen,
  type DriverPhone,
  planDriverTour,
  signInOnPhone,
} from "./driver/driver-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const HOUR_MS = 3_600_000;
const FIX_STEPS = 120;

/** Beginning of the day in Vienna; the clocks do not change so soon after midnight. */
function viennaMidnightOf(now: number): number {
  const options = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  const clock = new Date(now).toLocaleTimeString("de", { ...options, timeZone: "Europe/Vienna" });
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  return now - ((hours * 60 + minutes) * 60 + seconds) * 1_000 - (now % 1_000);
}

describe.skipIf(!hasChromium)("one's own positions (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  /** Fixes of the last hours of today as the server stores them: out of town, a long stop, and back by another way. */
  async function drive({ vehicle_id }: DriverPhone, tour_id: string) {
    const now = product.clock.now().getTime();
    const begin = Math.max(viennaMidnightOf(now), now - 3 * HOUR_MS);
    const seconds = (now - begin) / 1_000 / FIX_STEPS;
    await product.db.system.run(sql`
      insert into positions (tenant_id, vehicle_id, tour_id, lat, lon, fixed_at)
      select tour.tenant_id, ${vehicle_id}, tour.id,
        47.07 + 0.09 * sin(pi() * least(step, greatest(60, step - 20)) / 100) ,
        15.43 + 0.06 * (1 - cos(pi() * least(step, greatest(60, step - 20)) / 50)),
        ${new Date(begin).toISOString()}::timestamptz + step * ${seconds} * interval '1 second'
      from tours tour, generate_series(0, ${FIX_STEPS - 1}::int) step where tour.id = ${tour_id}`);
  }

  async function openPositions(page: Page) {
    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByRole("button", { name: /Ihre Positionen/ }).click();
    await page.getByRole("heading", { name: "Ihre Positionen" }).waitFor();
  }

  it("the driver app draws the driver's positions of a day with who viewed them and why, and reports an error when offline", async () => {
    const phone = await openDriverPhone(product, "bestattung", { position: { latitude: 47.07, longitude: 15.43 } });
    const { page, context } = phone;
    const { dispatcher, tour } = await planDriverTour(await product.signIn("bestattung"), phone, []);
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    await expectEventually(async () => (await dispatcher.api.getTour({ id: tour.id })).status).toBe("STARTED");
    const kept = () =>
      product.db.system.many(sql`select vehicle_id from vehicle_positions where vehicle_id = ${phone.vehicle_id}`);
    // A fix from before the shift is not kept, and while standing the next fix takes a while.
    let latitude = 47.07;
    await expectEventually(async () => {
      await context.setGeolocation({ latitude: (latitude += 0.001), longitude: 15.43 });
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      return (await kept()).length;
    }).toBe(1);

    await drive(phone, tour.id);
    await dispatcher.api.getLocations();
    const { user } = await dispatcher.api.getUserInfo();
    // Reads of positions are recorded every ten seconds.
    const readers = () => product.db.system.many(sql`select hour from location_readers`);
    await expect.poll(async () => (await readers()).length, { timeout: 30_000 }).toBe(1);
    await page.getByRole("button", { name: /Verbunden|gesendet/ }).click();
    await page.getByRole("button", { name: /Ihre Positionen\s*Heute 1-mal angesehen/ }).waitFor();
    await page.getByRole("button", { name: "Schließen" }).click();
    await openPositions(page);
    await page.getByRole("img", { name: /^[1-9]\d* km · \d\d:\d\d bis \d\d:\d\d$/ }).waitFor();
    await page.getByRole("heading", { name: "Heute 1-mal angesehen" }).waitFor();
    const look = page.locator(".look");
    await look.getByText(`${user?.firstname} ${user?.lastname}`).waitFor();
    await look.getByText("Karte").waitFor();
    const hour = page.locator(".hours").getByRole("button").first();
    await hour.click();
    await expectEventually(() => hour.getAttribute("aria-pressed")).toBe("true");
    await expectEventually(() => page.locator(".track .chosen").count()).toBeGreaterThan(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await page.getByRole("button", { name: "Ein Tag früher" }).click();
    await page.getByText("An diesem Tag ist nichts gespeichert.").waitFor();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Ein Tag später" }).click();
    await page.getByText("Ihre Positionen ließen sich nicht laden.").waitFor();
    await expectEventually(() => page.getByRole("img").count()).toBe(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Noch einmal laden" }).click();
    await page.getByRole("img", { name: /km/ }).waitFor();
    await context.close();
  }, 120_000);
});
