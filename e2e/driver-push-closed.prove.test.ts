import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { eventually } from "./console-testkit";
import { press, typePin } from "./driver/driver-testkit";
import { begin, close, NAME, PushScene, sentWhileClosed } from "./driver/scenes/push-scene";

const TIMEOUT_MS = 120_000;

describe.skipIf(!hasBrowser)("pushes to a closed app (needs /usr/bin/chromium)", { timeout: TIMEOUT_MS }, () => {
  let pushed: PushScene;
  beforeAll(async () => {
    pushed = await PushScene.open();
  });
  afterAll(() => pushed.close());

  it("a push to the closed app shows only the case number, and the dispatcher sees its receipt before the driver accepts", async () => {
    const shift = await pushed.aShift();
    const { page, api, background, service, device_id, endpoint } = shift;
    await eventually(async () => (await api.getDevice({ id: device_id })).push_token ?? "").toContain(endpoint);
    // The dispatcher sees which permissions are off, and no longer those that have been given.
    await eventually(async () => (await api.getDevice({ id: device_id })).metadata?.["permissions_off"]).toMatch(
      /^position(?! push)/,
    );
    await page.getByText(/^2 von \d$/).waitFor();
    await begin(shift);
    await close(page);
    const id = await shift.assign();
    await shift.deliverPushOf(id);
    const { natural_id } = await api.getCase({ id });
    await eventually(background.notices).toMatchObject([{ title: `Neuer Fall ${natural_id}`, tag: id }]);
    expect(JSON.stringify(await background.notices())).not.toContain(NAME);
    await eventually(async () => (await shift.link(id))?.device_received_at).not.toBeNull();
    expect((await shift.link(id))?.accepted_at).toBeNull();

    // A tap on it opens the app, which asks for the PIN before it shows more.
    await page.goto(`${pushed.product.url}/driver/?case_id=${id}&tour_id=${shift.tour.id}`);
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await typePin(page);
    await page.getByRole("alertdialog").getByRole("heading", { name: NAME }).waitFor();
    await eventually(background.notices).toEqual([]);
    await press(page, "Annehmen");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: NAME }).waitFor();
    expect(service.received.length).toBeGreaterThan(0);
  });

  it("the closed app sends waiting entries when there is network", async () => {
    expect(await sentWhileClosed(pushed)).toBe("ACCEPTED");
  });
});
