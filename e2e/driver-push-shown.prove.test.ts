import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SubscribedBrowser } from "../apps/api/src/testing/push/push-service";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import { pressPrimaryButton } from "./driver/driver-testkit";
import { isPushSubscribed } from "./driver/pushed-phone";
import { beginPushedShift, closeApp, PUSHED_CASE_NAME, PushScene } from "./driver/scenes/push-scene";

describe.skipIf(!hasChromium)("pushes that are shown (needs /usr/bin/chromium)", { timeout: 120_000 }, () => {
  let pushed: PushScene;
  beforeAll(async () => {
    pushed = await PushScene.open();
  });
  afterAll(() => pushed.close());

  it("the phone shows a notice for every push, even an unreadable one, and removes its notices when it is disabled", async () => {
    const shift = await pushed.aShift();
    const { page, api, background, device_id } = shift;
    await expectEventually(shift.pushToken).not.toBeNull();
    expect(await isPushSubscribed(page)).toBe(true);
    await beginPushedShift(shift);
    await background.push("{");
    const unreadable = { title: "Neues von der Leitstelle", body: "Öffnen Sie die App, um es zu lesen.", tag: "" };
    await expectEventually(background.notices).toEqual([unreadable]);
    await background.push(aPushMessage("Straße gesperrt"));
    await expectEventually(async () => (await background.notices()).map(({ title }) => title)).toContain(
      "Straße gesperrt",
    );
    const { lock_version, phone_number } = await api.getDevice({ id: device_id });
    const administrator = await pushed.product.signIn("bestattung", "admin");
    await administrator.api.updateDevice({ id: device_id, lock_version, phone_number, disabled: true });
    await page.getByLabel("Ihre Firma").waitFor();
    await expectEventually(() => isPushSubscribed(page)).toBe(false);
    await expectEventually(background.notices).toEqual([]);
  });

  it("a notice opens its case in the open driver app, and a push subscription renewed by the browser is sent to the server", async () => {
    const shift = await pushed.aShift();
    const { page, context, endpoint } = shift;
    await expectEventually(async () => (await shift.pushToken()) ?? "").toContain(endpoint);
    await beginPushedShift(shift);
    const id = await shift.assign();
    await pressPrimaryButton(page, "Annehmen");
    await page.getByRole("button", { name: "Zurück" }).click();
    await page.getByRole("heading", { name: "Meine Tour" }).waitFor();
    await shift.deliverPushOf(id);
    await expectEventually(shift.background.notices).toMatchObject([{ tag: id }]);
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(tapNotice);
    await page.getByRole("button", { name: "Zurück" }).waitFor();
    await page.getByRole("heading", { name: PUSHED_CASE_NAME }).waitFor();

    await closeApp(page);
    const moved = `${endpoint}-moved`;
    await worker?.evaluate(changeSubscription, new SubscribedBrowser().subscription(moved));
    await expectEventually(async () => (await shift.pushToken()) ?? "").toContain(moved);
  });
});

const aPushMessage = (title: string) =>
  JSON.stringify({ web_push: 8030, notification: { title, body: "", navigate: "http://localhost/driver/", tag: "m" } });

interface WorkerGlobals {
  readonly registration: ServiceWorkerRegistration;
  readonly ExtendableEvent: new (type: string) => Event;
  readonly NotificationEvent: new (type: string, of: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

/** Taps a notice; runs in the service worker. */
async function tapNotice() {
  const world = globalThis as unknown as WorkerGlobals;
  const [notification] = await world.registration.getNotifications();
  if (notification) world.dispatchEvent(new world.NotificationEvent("notificationclick", { notification }));
}

/** Changes the subscription like a browser, in the worker. */
function changeSubscription({ endpoint, ...keys }: ReturnType<SubscribedBrowser["subscription"]>) {
  const world = globalThis as unknown as WorkerGlobals;
  Object.assign(Object.getPrototypeOf(world.registration.pushManager) as object, {
    getSubscription: async () => null,
    subscribe: async () => ({ toJSON: () => ({ endpoint, keys }) }),
  });
  world.dispatchEvent(new world.ExtendableEvent("pushsubscriptionchange"));
}
