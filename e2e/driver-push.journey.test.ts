import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { json, sql } from "../apps/api/src/platform/database/sql";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { Browser, startPushService } from "../apps/api/src/testing/push/push-service";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, findAxeFaults, type OpenedConsole, openConsole } from "./console-testkit";
import {
  answerPermissions,
  aPhone,
  assignTo,
  beginShift,
  planTour,
  press,
  proveOn,
  tickTodos,
  typePin,
} from "./driver/driver-testkit";
import { aMutant, type Mutant } from "./driver/planted-page";
import { BackgroundApp, canBePushed, isSubscribed } from "./driver/pushed-phone";
import { SwappedBuild } from "./driver/swapped-build";
import { hasTime } from "./has-time";

const NAME = "Zeisig, Alois";
const nothingShown = aMutant({ file: "worker/push.ts", from: "show(notice), ", to: "" });
const noReceipt = aMutant({ file: "worker/push.ts", from: "await keepReceipt(db, link);", to: "" });
const sleepingPage = aMutant({ file: "worker/push.ts", from: "of await openWindows()", to: "of []" });
const nothingSent = aMutant({
  file: "worker/sync.ts",
  from: "  drain({",
  to: "  (async (_: object) => ({ is: 'idle', wakeAt: undefined }) as const)({",
});
const hasty = aMutant({
  file: "work/update-hold.ts",
  from: 'return rows + photos > 0 ? "unsent" : undefined',
  to: "return undefined",
});
const newName = aMutant({ file: "app/app.tsx", from: "<FirstStart />", to: "<FirstStart key={2} />" });
/** Some build the app with a fault in it first. */
const TIMEOUT_MS = 120_000;
/** Long enough for the app to be closed in between. */
const UNDO_SECONDS = 20;
/** The page asks by itself every twenty seconds. */
const ON_SCREEN_MS = 3_000;

describe.skipIf(!hasBrowser)("pushes to the phone (needs /usr/bin/chromium)", { timeout: TIMEOUT_MS }, () => {
  let desk: OpenedConsole;
  let build: SwappedBuild;
  const ends: (() => Promise<unknown>)[] = [];
  let place = 0;
  beforeAll(async () => {
    build = new SwappedBuild();
    desk = await openConsole({ driverDir: build.dir, egressAllow: [{ host: "127.0.0.1", port: undefined }] });
  });
  afterAll(async () => {
    await desk.close();
    await build.remove();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  /** A driver on a tour who has allowed notifications, and where they are pushed. */
  async function aPushedShift(mutant?: Mutant) {
    if (mutant) {
      await build.take(mutant);
      ends.push(build.takeBack);
    }
    const service = await startPushService();
    const own = place++;
    const endpoint = `${service.origin}/push/${own}`;
    const browser = new Browser();
    const prepare = (page: Page) => canBePushed(page, browser.subscription(endpoint));
    const phone = await aPhone(desk, "bestattung", { place: own, prepare });
    ends.push(() => phone.context.close());
    const { dispatcher, tour } = await planTour(await desk.signIn("bestattung"), phone, []);
    // The phone may still be sending: whoever comes second looks again.
    ends.push(() => vi.waitFor(() => endTour(dispatcher.api, tour.id), { timeout: 10_000, interval: 100 }));
    // What follows is nothing that anybody waits for.
    ends.push(() => desk.db.system.run(sql`update devices set push_token = null where id = ${phone.device_id}`));
    await proveOn(desk, "bestattung", phone);
    await allowNotifications(phone.page);
    const background = await BackgroundApp.of(phone.context, desk.url);
    const assign = () => assignTo(dispatcher, tour, aFuneralCase({ display_name: NAME }));
    const funeral_data = { cargo_type: "ITEM", transport_type: "Transportauftrag" } as const;
    const cargo_item = { description: "Urne" };
    /** Of which nobody has to be identified. */
    const assignItem = () =>
      assignTo(dispatcher, tour, aFuneralCase({ funeral_data: { ...funeral_data, cargo_item } }));
    /** Waits for the push that follows, and hands it on. */
    const deliverNext = async (received: number) => {
      await eventually(async () => service.received.length).toBeGreaterThan(received);
      const push = service.received.at(-1);
      if (push) await background.deliver(browser, push);
    };
    const linkOf = async (id: string) =>
      (await dispatcher.api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour.id);
    return { ...phone, ...dispatcher, tour, endpoint, service, background, assign, assignItem, deliverNext, linkOf };
  }
  type Shift = Awaited<ReturnType<typeof aPushedShift>>;

  async function allowNotifications(page: Page) {
    await page.getByRole("heading", { name: "Benachrichtigungen bei neuen Fällen" }).waitFor();
    await press(page, "Benachrichtigungen erlauben");
    await page.getByRole("heading", { name: "Benachrichtigungen bei neuen Fällen" }).waitFor({ state: "detached" });
  }

  async function begin({ page, api, tour }: Shift) {
    await answerPermissions(page);
    await beginShift(page);
    await page.getByText("Gerade kein Fall.").waitFor();
    await eventually(async () => (await api.getTour({ id: tour.id })).status).toBe("STARTED");
  }

  /** What rings for one test must not be heard in the next. */
  async function endTour(api: Colleague["api"], id: string) {
    const { status, open_cases } = await api.getTour({ id });
    if (status !== "STARTED") return;
    for (const { id: caseId, lock_version: version } of open_cases)
      await api.receiveAction({ id: caseId, tour_id: id, action: "UNASSIGN", reason: "Ende", lock_version: version });
    await api.finishTour({ id, lock_version: (await api.getTour({ id })).lock_version });
  }

  /** The app is closed; its worker, and what lies on the phone, stay. */
  const close = (page: Page) => page.goto("about:blank");

  it("are asked for first, and come while the app is closed: with the number alone, and known at the desk before anybody accepts", async () => {
    const shift = await aPushedShift();
    const { page, api, background, service, device_id, endpoint } = shift;
    await eventually(async () => (await api.getDevice({ id: device_id })).push_token ?? "").toContain(endpoint);
    // The desk sees what is off, and no longer what has been allowed.
    await eventually(async () => (await api.getDevice({ id: device_id })).metadata?.["permissions_off"]).toMatch(
      /^position(?! push)/,
    );
    await page.getByText(/^2 von \d$/).waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
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
    await page.goto(`${desk.url}/driver/?case_id=${id}&tour_id=${shift.tour.id}`);
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

  describe.skipIf(!hasTime)("under way (not in CI)", () => {
    it("leave nothing behind on a phone that is switched off", async () => {
      const shift = await aPushedShift();
      const { page, api, background, device_id } = shift;
      await eventually(async () => (await api.getDevice({ id: device_id })).push_token).not.toBeNull();
      expect(await isSubscribed(page)).toBe(true);
      await begin(shift);
      await background.push(aMessage("Straße gesperrt"));
      await eventually(background.notices).toMatchObject([{ title: "Straße gesperrt" }]);
      const { lock_version, phone_number } = await api.getDevice({ id: device_id });
      const administrator = await desk.signIn("bestattung", "admin");
      await administrator.api.updateDevice({ id: device_id, lock_version, phone_number, disabled: true });
      await page.getByLabel("Ihre Firma").waitFor();
      await eventually(() => isSubscribed(page)).toBe(false);
      expect(await background.notices()).toEqual([]);
    });

    it("would not be shown by a worker that only keeps them", async () => {
      expect(await comeWhileClosed(nothingShown)).toEqual({ notices: 0, isReceived: true });
    });

    it("would not be known at the desk before somebody accepts", async () => {
      expect(await comeWhileClosed(noReceipt)).toEqual({ notices: 1, isReceived: false });
    });

    async function comeWhileClosed(mutant: Mutant) {
      const shift = await aPushedShift(mutant);
      await begin(shift);
      await close(shift.page);
      const id = await shift.assign();
      await shift.deliverNext(0);
      // The worker takes what comes in its order: the second one has been taken when it is seen or known.
      await shift.background.push("unreadable");
      const isThere = async () => (await shift.linkOf(id))?.device_received_at !== null;
      await eventually(async () => (await shift.background.notices()).length > 0 || (await isThere())).toBe(true);
      const titles = (await shift.background.notices()).map(({ title }) => title);
      return { notices: titles.filter((title) => title.startsWith("Neuer Fall")).length, isReceived: await isThere() };
    }

    it("are always shown, also what nobody can read", async () => {
      const shift = await aPushedShift();
      await shift.background.push("{");
      const unreadable = { title: "Neues von der Leitstelle", body: "Öffnen Sie die App, um es zu lesen.", tag: "" };
      await eventually(shift.background.notices).toEqual([unreadable]);
    });

    it("wake the app while the stream is cut, long before it asks by itself", async () => {
      expect(await ringsByPush()).toBe(true);
    });

    it("would not with a worker that keeps them to itself", async () => {
      expect(await ringsByPush(sleepingPage)).toBe(false);
    });

    async function ringsByPush(mutant?: Mutant): Promise<boolean> {
      const shift = await aPushedShift(mutant);
      const { page } = shift;
      await begin(shift);
      await page.route("**/api/v1/dashboard", (route) => route.abort());
      await page.reload();
      const fetched = page.waitForResponse((response) => response.url().includes("/api/v1/cases"));
      await typePin(page);
      await fetched;
      await page.getByText("Gerade kein Fall.").waitFor();
      await shift.assign();
      await shift.deliverNext(0);
      return page
        .getByRole("alertdialog")
        .waitFor({ timeout: ON_SCREEN_MS })
        .then(
          () => true,
          () => false,
        );
    }

    it("open their case in the app that is open, without locking it", async () => {
      const shift = await aPushedShift();
      const { page, context } = shift;
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
    });

    it("follow the browser when it changes where it is pushed", async () => {
      const shift = await aPushedShift();
      const { api, context, device_id, endpoint } = shift;
      await eventually(async () => (await api.getDevice({ id: device_id })).push_token ?? "").toContain(endpoint);
      await close(shift.page);
      const moved = `${endpoint}-moved`;
      const [worker] = context.serviceWorkers();
      await worker?.evaluate(moveSubscription, new Browser().subscription(moved));
      await eventually(async () => (await api.getDevice({ id: device_id })).push_token ?? "").toContain(moved);
    });

    it("are beside what waits: it is sent when there is network, although the app is closed", async () => {
      expect(await sentWhileClosed()).toBe("ACCEPTED");
    });

    it("would wait for the app with a worker that sends nothing", async () => {
      expect(await sentWhileClosed(nothingSent)).toBe("ASSIGNED");
    });

    /** What has become of the first case when the worker has sent all that it sends, the receipt of the second one last. */
    async function sentWhileClosed(mutant?: Mutant) {
      const shift = await aPushedShift(mutant);
      const { page, context, background } = shift;
      await begin(shift);
      const id = await shift.assign();
      await page.getByRole("alertdialog").waitFor();
      await context.setOffline(true);
      await press(page, "Annehmen");
      await page.getByRole("button", { name: "Offline · 1 gespeichert" }).waitFor();
      await close(page);
      const second = await shift.assign();
      await shift.deliverNext(1);
      await eventually(background.waitingReceipts).toBe(1);
      expect((await shift.linkOf(second))?.device_received_at).toBeNull();
      expect((await shift.linkOf(id))?.state).toBe("ASSIGNED");
      await context.setOffline(false);
      await background.sync();
      await eventually(async () => (await shift.linkOf(second))?.device_received_at).not.toBeNull();
      return (await shift.linkOf(id))?.state;
    }

    it("are beside what only waits for its time: the papers are done when they are due, although the app is closed", async () => {
      await desk.db.system.run(
        sql`update tenants set settings = settings || ${json({ driver_undo_seconds: UNDO_SECONDS })}::jsonb where short_code = 'bestattung'`,
      );
      const shift = await aPushedShift();
      const { page, background } = shift;
      await begin(shift);
      const id = await shift.assignItem();
      await page.getByRole("alertdialog").waitFor();
      for (const step of ["Annehmen", "Losfahren", "Angekommen"]) await press(page, step);
      await tickTodos(page);
      await press(page, "Geladen");
      await press(page, "Am Ziel");
      await tickTodos(page);
      await press(page, "Übergabe");
      await page.getByLabel("Wer übernimmt?").fill("M. Huber");
      await page.getByLabel("Verweigert").check({ force: true });
      await page.getByLabel("Warum ohne Unterschrift?").fill("will nicht");
      await press(page, "Übergeben");
      await eventually(async () => (await shift.linkOf(id))?.state).toBe("DELIVERED");
      await close(page);
      await background.sync();
      await expect.poll(async () => (await shift.linkOf(id))?.state, { timeout: 60_000 }).toBe("DONE");
      const history = await shift.api.getCaseStateHistory({ id });
      const timeOf = (action: string) =>
        Date.parse(history.find(({ transition }) => transition === action)?.received_at ?? "");
      expect(timeOf("DONE") - timeOf("DELIVER")).toBeGreaterThan((UNDO_SECONDS - 5) * 1_000);
    });

    it("bring no new version of the app in between: it waits until all is sent", async () => {
      expect(await takesOverWhileUnsent()).toBe(false);
    });

    it("would lose what somebody is doing with a version that does not wait", async () => {
      expect(await takesOverWhileUnsent(hasty)).toBe(true);
    });

    /** Whether a new version can be taken over while something has still to be sent; afterwards it always can. */
    async function takesOverWhileUnsent(mutant?: Mutant): Promise<boolean> {
      const shift = await aPushedShift(mutant);
      const { page, context } = shift;
      await begin(shift);
      await build.take(newName);
      ends.push(build.takeBack);
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      const waiting = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? null);
      await eventually(waiting).toBe("installed");
      await context.setOffline(true);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Offline · 1 gespeichert" }).click();
      await page.getByText("Neue Fassung bereit").waitFor();
      if ((await page.getByText("sobald nichts mehr auf diesem Telefon wartet").count()) === 0) return true;
      expect(await findAxeFaults(page)).toEqual([]);
      await context.setOffline(false);
      await page.getByRole("button", { name: "Neue Fassung bereit" }).click();
      await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
      await typePin(page);
      await page.getByRole("button", { name: "Verbunden" }).click();
      await page.getByRole("button", { name: "Sperren" }).waitFor();
      expect(await page.getByText("Neue Fassung bereit").count()).toBe(0);
      return false;
    }
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
