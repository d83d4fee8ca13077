import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import { pressPrimaryButton, typePin } from "./driver/driver-testkit";
import {
  beginPushedShift,
  closeApp,
  PUSHED_CASE_NAME,
  PushScene,
  stateOfFirstCaseAfterClosedApp,
} from "./driver/scenes/push-scene";

const TEST_TIMEOUT_MS = 120_000;

describe.skipIf(!hasChromium)("pushes to a closed app (needs /usr/bin/chromium)", { timeout: TEST_TIMEOUT_MS }, () => {
  let pushed: PushScene;
  beforeAll(async () => {
    pushed = await PushScene.open();
  });
  afterAll(() => pushed.close());

  it("a push to the closed driver app shows only the case number, and confirms the receipt before the driver accepts", async () => {
    const shift = await pushed.aShift();
    const { page, api, background, service, device_id, endpoint } = shift;
    await expectEventually(async () => (await shift.pushToken()) ?? "").toContain(endpoint);
    // The dispatcher sees which permissions are off, and no longer those that have been given.
    await expectEventually(async () => (await api.getDevice({ id: device_id })).metadata?.["permissions_off"]).toMatch(
      /^position(?! push)/,
    );
    await page.getByText(/^2 von \d$/).waitFor();
    await beginPushedShift(shift);
    await closeApp(page);
    const id = await shift.assign();
    await shift.deliverPushOf(id);
    const { natural_id } = await api.getCase({ id });
    await expectEventually(background.notices).toMatchObject([{ title: `Neuer Fall ${natural_id}`, tag: id }]);
    expect(JSON.stringify(await background.notices())).not.toContain(PUSHED_CASE_NAME);
    await expectEventually(async () => (await shift.link(id))?.device_received_at).not.toBeNull();
    expect((await shift.link(id))?.accepted_at).toBeNull();

    // A tap on it opens the app, which asks for the PIN before it shows more.
    await page.goto(`${pushed.product.url}/driver/?case_id=${id}&tour_id=${shift.tour.id}`);
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await typePin(page);
    await page.getByRole("alertdialog").getByRole("heading", { name: PUSHED_CASE_NAME }).waitFor();
    await expectEventually(background.notices).toEqual([]);
    await pressPrimaryButton(page, "Annehmen");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: PUSHED_CASE_NAME }).waitFor();
    expect(service.received.length).toBeGreaterThan(0);
  });

  it("the closed driver app sends waiting outbox entries when the network is back", async () => {
    expect(await stateOfFirstCaseAfterClosedApp(pushed)).toBe("ACCEPTED");
  });
});
