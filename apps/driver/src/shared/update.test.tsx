import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { goTo, goHome } from "#shared/route.ts";
import { unlockedCacheKey, driverDb } from "#work/phone.ts";
import { registerServiceWorker, waitingServiceWorkerStore, activateWaitingAppVersion } from "./update.ts";

/** Stand-in for one version of the service worker (`ServiceWorker`), as the browser shows it to a page. */
class FakeServiceWorker extends EventTarget {
  readonly told: unknown[] = [];
  constructor(public state: ServiceWorkerState) {
    super();
  }
  postMessage = (message: unknown) => void this.told.push(message);
}

/** The browser's side of one page: it installs versions and lets them take over. */
class FakeBrowser extends EventTarget {
  readonly registration = Object.assign(new EventTarget(), {
    installing: null as FakeServiceWorker | null,
    waiting: null as FakeServiceWorker | null,
    active: null as FakeServiceWorker | null,
    update: () => Promise.resolve(),
  });
  controller: FakeServiceWorker | null = null;

  register = () => Promise.resolve(this.registration);

  begin(): FakeServiceWorker {
    const version = new FakeServiceWorker("installing");
    this.registration.installing = version;
    this.registration.dispatchEvent(new Event("updatefound"));
    return version;
  }

  finish(version: FakeServiceWorker) {
    Object.assign(this.registration, { installing: null, waiting: version });
    this.change(version, "installed");
  }

  activate(version: FakeServiceWorker) {
    Object.assign(this.registration, { waiting: null, active: version });
    this.change(version, "activating");
    this.controller = version;
    this.dispatchEvent(new Event("controllerchange"));
    this.change(version, "activated");
  }

  private change(version: FakeServiceWorker, state: ServiceWorkerState) {
    version.state = state;
    version.dispatchEvent(new Event("statechange"));
  }
}

let fakeBrowser: FakeBrowser;
let unsentCount: number;
const reloadSpy = vi.fn();

beforeEach(() => {
  fakeBrowser = new FakeBrowser();
  unsentCount = 0;
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator) as object, { serviceWorker: fakeBrowser }));
  vi.spyOn(window.location, "reload").mockImplementation(reloadSpy);
  // Node has no IndexedDB, so each test says how many entries are unsent.
  vi.spyOn(driverDb.outbox, "filter").mockReturnValue({ count: async () => unsentCount } as never);
  vi.spyOn(driverDb.photos, "filter").mockReturnValue({ count: async () => 0 } as never);
  unlockedCacheKey.set({} as CryptoKey);
  waitingServiceWorkerStore.set(null);
  goHome();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  reloadSpy.mockReset();
});

const activateNewVersion = () => {
  const version = new FakeServiceWorker("activated");
  fakeBrowser.registration.active = version;
  fakeBrowser.controller = version;
};
const waitForPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

it("the first installed version of the driver app is not offered as an update, and does not reload the page", async () => {
  const first = fakeBrowser.begin();
  await registerServiceWorker();
  fakeBrowser.finish(first);
  fakeBrowser.activate(first);
  await waitForPromises();
  expect(waitingServiceWorkerStore.get()).toBeNull();
  expect(reloadSpy).not.toHaveBeenCalled();
});

it("a new version of the driver app takes over on request, and then the page is reloaded", async () => {
  activateNewVersion();
  await registerServiceWorker();
  const next = fakeBrowser.begin();
  fakeBrowser.finish(next);
  expect(await activateWaitingAppVersion()).toBeUndefined();
  expect(next.told).toEqual(["take over"]);
  expect(reloadSpy).not.toHaveBeenCalled();
  fakeBrowser.activate(next);
  await waitForPromises();
  expect(reloadSpy).toHaveBeenCalledOnce();
});

it("a new version of the driver app is offered even if its installation began before the page was ready", async () => {
  activateNewVersion();
  const next = fakeBrowser.begin();
  await registerServiceWorker();
  fakeBrowser.finish(next);
  expect(waitingServiceWorkerStore.get()).toBe(next);
});

it("a new version of the driver app is offered to a page that was loaded without the service worker", async () => {
  activateNewVersion();
  fakeBrowser.controller = null;
  await registerServiceWorker();
  const next = fakeBrowser.begin();
  fakeBrowser.finish(next);
  expect(waitingServiceWorkerStore.get()).toBe(next);
});

it("the driver app reloads when another window has activated a new version", async () => {
  activateNewVersion();
  await registerServiceWorker();
  const next = fakeBrowser.begin();
  fakeBrowser.finish(next);
  fakeBrowser.activate(next);
  await waitForPromises();
  expect(reloadSpy).toHaveBeenCalledOnce();
});

it("a new version of the driver app that takes over while a form is open is loaded later, on request", async () => {
  activateNewVersion();
  await registerServiceWorker();
  const next = fakeBrowser.begin();
  fakeBrowser.finish(next);
  await activateWaitingAppVersion();
  goTo({ is: "form", id: "case", form: "note" });
  fakeBrowser.activate(next);
  await waitForPromises();
  expect(reloadSpy).not.toHaveBeenCalled();
  goHome();
  await activateWaitingAppVersion();
  expect(reloadSpy).toHaveBeenCalledOnce();
});

it("a new version of the driver app does not take over while there are unsent entries", async () => {
  activateNewVersion();
  await registerServiceWorker();
  const next = fakeBrowser.begin();
  fakeBrowser.finish(next);
  unsentCount = 1;
  expect(await activateWaitingAppVersion()).toBe("unsent");
  expect(next.told).toEqual([]);
});
