import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "../apps/api/src/testing/push/push-service";
import { hasBrowser } from "./browser";
import { eventually } from "./console-testkit";
import { press, typePin } from "./driver/driver-testkit";
import { begin, close, NAME, PushedDesk, sentWhileClosed } from "./driver/scenes/pushed-desk";
import { isSubscribed } from "./driver/pushed-phone";

const TIMEOUT_MS = 120_000;

describe.skipIf(!hasBrowser)("pushes to the phone (needs /usr/bin/chromium)", { timeout: TIMEOUT_MS }, () => {
  let pushed: PushedDesk;
  beforeAll(async () => {
    pushed = await PushedDesk.open();
  });
  afterAll(() => pushed.close());
  afterEach(() => pushed.endTest());

  it("are asked for first, and come while the app is closed: with the number alone, and known at the desk before anybody accepts", async () => {
    const shift = await pushed.aShift();
    const { page, api, background, service, device_id, endpoint } = shift;
    await eventually(async () => (await api.getDevice({ id: device_id })).push_token ?? "").toContain(endpoint);
    // The desk sees what is off, and no longer what has been allowed.
    await eventually(async () => (await api.getDevice({ id: device_id })).metadata?.["permissions_off"]).toMatch(
      /^position(?! push)/,
    );
    await page.getByText(/^2 von \d$/).waitFor();
    await begin(shift);
    await close(page);
    const id = await shift.assign();
    await shift.deliverNext(0);
    const { natural_id } = await api.getCase({ id });
    await eventually(background.notices).toMatchObject([{ title: `Neuer Fall ${natural_id}`, tag: id }]);
    expect(JSON.stringify(await background.notices())).not.toContain(NAME);
    await eventually(async () => (await shift.linkOf(id))?.device_received_at).not.toBeNull();
    expect((await shift.linkOf(id))?.accepted_at).toBeNull();

    // A tap on it opens the app, which asks for the PIN before it says more.
    await page.goto(`${pushed.desk.url}/driver/?case_id=${id}&tour_id=${shift.tour.id}`);
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

  it("are always shown, also what nobody can read, and leave nothing behind on a phone that is switched off", async () => {
    const shift = await pushed.aShift();
    const { page, api, background, device_id } = shift;
    await eventually(async () => (await api.getDevice({ id: device_id })).push_token).not.toBeNull();
    expect(await isSubscribed(page)).toBe(true);
    await begin(shift);
    await background.push("{");
    const unreadable = { title: "Neues von der Leitstelle", body: "Öffnen Sie die App, um es zu lesen.", tag: "" };
    await eventually(background.notices).toEqual([unreadable]);
    await background.push(aMessage("Straße gesperrt"));
    await eventually(async () => (await background.notices()).map(({ title }) => title)).toContain("Straße gesperrt");
    const { lock_version, phone_number } = await api.getDevice({ id: device_id });
    const administrator = await pushed.desk.signIn("bestattung", "admin");
    await administrator.api.updateDevice({ id: device_id, lock_version, phone_number, disabled: true });
    await page.getByLabel("Ihre Firma").waitFor();
    await eventually(() => isSubscribed(page)).toBe(false);
    await eventually(background.notices).toEqual([]);
  });

  it("open their case in the app that is open, without locking it, and follow the browser to where it is pushed then", async () => {
    const shift = await pushed.aShift();
    const { page, context, api, device_id, endpoint } = shift;
    await eventually(async () => (await api.getDevice({ id: device_id })).push_token ?? "").toContain(endpoint);
    await begin(shift);
    const id = await shift.assign();
    await press(page, "Annehmen");
    await page.getByRole("button", { name: "Zurück" }).click();
    await page.getByRole("heading", { name: "Meine Tour" }).waitFor();
    await shift.deliverNext(0);
    await eventually(shift.background.notices).toMatchObject([{ tag: id }]);
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(tapNotice);
    await page.getByRole("button", { name: "Zurück" }).waitFor();
    await page.getByRole("heading", { name: NAME }).waitFor();

    await close(page);
    const moved = `${endpoint}-moved`;
    await worker?.evaluate(moveSubscription, new Browser().subscription(moved));
    await eventually(async () => (await api.getDevice({ id: device_id })).push_token ?? "").toContain(moved);
  });

  it("are beside what waits: it is sent when there is network, although the app is closed", async () => {
    expect(await sentWhileClosed(pushed)).toBe("ACCEPTED");
  });
});

const aMessage = (title: string) =>
  JSON.stringify({ web_push: 8030, notification: { title, body: "", navigate: "http://localhost/driver/", tag: "m" } });

interface WorkerWorld {
  readonly registration: ServiceWorkerRegistration;
  readonly ExtendableEvent: new (type: string) => Event;
  readonly NotificationEvent: new (type: string, of: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

/** As a finger does it, in the worker. */
async function tapNotice() {
  const world = globalThis as unknown as WorkerWorld;
  const [notification] = await world.registration.getNotifications();
  if (notification) world.dispatchEvent(new world.NotificationEvent("notificationclick", { notification }));
}

/** As a browser does it, in the worker. */
function moveSubscription({ endpoint, ...keys }: ReturnType<Browser["subscription"]>) {
  const world = globalThis as unknown as WorkerWorld;
  Object.assign(Object.getPrototypeOf(world.registration.pushManager) as object, {
    getSubscription: async () => null,
    subscribe: async () => ({ toJSON: () => ({ endpoint, keys }) }),
  });
  world.dispatchEvent(new world.ExtendableEvent("pushsubscriptionchange"));
}
