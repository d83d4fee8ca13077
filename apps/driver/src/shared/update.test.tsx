import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { go, goHome } from "#shared/route.ts";
import { cacheKey, db } from "#work/phone.ts";
import { keepOnPhone, newVersion, takeOver } from "./update.ts";

/** Version of the service worker, as the browser shows it to a page. */
class Version extends EventTarget {
  readonly told: unknown[] = [];
  constructor(public state: ServiceWorkerState) {
    super();
  }
  postMessage = (message: unknown) => void this.told.push(message);
}

/** The browser's side of one page: it installs versions and lets them take over. */
class Browser extends EventTarget {
  readonly registration = Object.assign(new EventTarget(), {
    installing: null as Version | null,
    waiting: null as Version | null,
    active: null as Version | null,
    update: () => Promise.resolve(),
  });
  controller: Version | null = null;

  register = () => Promise.resolve(this.registration);

  begin(): Version {
    const version = new Version("installing");
    this.registration.installing = version;
    this.registration.dispatchEvent(new Event("updatefound"));
    return version;
  }

  finish(version: Version) {
    Object.assign(this.registration, { installing: null, waiting: version });
    this.change(version, "installed");
  }

  activate(version: Version) {
    Object.assign(this.registration, { waiting: null, active: version });
    this.change(version, "activating");
    this.controller = version;
    this.dispatchEvent(new Event("controllerchange"));
    this.change(version, "activated");
  }

  private change(version: Version, state: ServiceWorkerState) {
    version.state = state;
    version.dispatchEvent(new Event("statechange"));
  }
}

let browser: Browser;
let stored: number;
const reload = vi.fn();

beforeEach(() => {
  browser = new Browser();
  stored = 0;
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator) as object, { serviceWorker: browser }));
  vi.spyOn(window.location, "reload").mockImplementation(reload);
  // There is no database without a browser; each test says how many entries are unsent.
  vi.spyOn(db.outbox, "filter").mockReturnValue({ count: async () => stored } as never);
  vi.spyOn(db.photos, "filter").mockReturnValue({ count: async () => 0 } as never);
  cacheKey.set({} as CryptoKey);
  newVersion.set(null);
  goHome();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  reload.mockReset();
});

const ready = () => {
  const version = new Version("activated");
  browser.registration.active = version;
  browser.controller = version;
};
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it("the first version of the app is offered to no driver, and its start loads nothing again", async () => {
  const first = browser.begin();
  await keepOnPhone();
  browser.finish(first);
  browser.activate(first);
  await settle();
  expect(newVersion.get()).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

it("a new version is asked to take over, and then the page is loaded from it", async () => {
  ready();
  await keepOnPhone();
  const next = browser.begin();
  browser.finish(next);
  expect(await takeOver()).toBeUndefined();
  expect(next.told).toEqual(["take over"]);
  expect(reload).not.toHaveBeenCalled();
  browser.activate(next);
  await settle();
  expect(reload).toHaveBeenCalledOnce();
});

it("a new version whose installation began before the page was ready is offered, too", async () => {
  ready();
  const next = browser.begin();
  await keepOnPhone();
  browser.finish(next);
  expect(newVersion.get()).toBe(next);
});

it("a new version is offered to a page that the browser has loaded past the old one", async () => {
  ready();
  browser.controller = null;
  await keepOnPhone();
  const next = browser.begin();
  browser.finish(next);
  expect(newVersion.get()).toBe(next);
});

it("a page whose new version another window has let take over is loaded from it", async () => {
  ready();
  await keepOnPhone();
  const next = browser.begin();
  browser.finish(next);
  browser.activate(next);
  await settle();
  expect(reload).toHaveBeenCalledOnce();
});

it("a new version that takes over while the driver writes is loaded when the driver asks for it", async () => {
  ready();
  await keepOnPhone();
  const next = browser.begin();
  browser.finish(next);
  await takeOver();
  go({ is: "form", id: "case", form: "note" });
  browser.activate(next);
  await settle();
  expect(reload).not.toHaveBeenCalled();
  goHome();
  await takeOver();
  expect(reload).toHaveBeenCalledOnce();
});

it("a new version waits for unsent entries", async () => {
  ready();
  await keepOnPhone();
  const next = browser.begin();
  browser.finish(next);
  stored = 1;
  expect(await takeOver()).toBe("unsent");
  expect(next.told).toEqual([]);
});
