import type { BrowserContext, CDPSession, Page } from "playwright-core";
import type { Browser, ReceivedPush } from "../../apps/api/src/testing/push/push-service";

/** A phone that asks before it shows anything, and that is pushed there. */
export async function canBePushed(page: Page, subscription: Subscription) {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(askAndSubscribe, subscription);
}
type Subscription = ReturnType<Browser["subscription"]>;

/** A window without history has no push service: its part is played here, as is the phone's own question. */
function askAndSubscribe({ endpoint, p256dh, auth }: Subscription) {
  const answered = "leitstand-test.asked";
  const subscribed = "leitstand-test.subscribed";
  Object.defineProperty(Notification, "permission", {
    get: () => (localStorage.getItem(answered) === null ? "default" : "granted"),
  });
  Notification.requestPermission = async () => {
    localStorage.setItem(answered, "granted");
    return "granted";
  };
  const subscription = (key: string | null) =>
    key && {
      options: { applicationServerKey: Uint8Array.from(JSON.parse(key) as number[]).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        localStorage.removeItem(subscribed);
        return true;
      },
    };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscription(localStorage.getItem(subscribed)),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      localStorage.setItem(subscribed, JSON.stringify([...applicationServerKey]));
      return subscription(localStorage.getItem(subscribed));
    },
  });
}

/** Whether the browser is still subscribed. */
export const isSubscribed = (page: Page) =>
  page.evaluate(() => localStorage.getItem("leitstand-test.subscribed") !== null);

/** The part of the app that runs without a page, as a browser drives it. */
export class BackgroundApp {
  private constructor(
    private readonly session: CDPSession,
    private readonly page: Page,
    /** Which worker is meant. */
    private readonly registration: { readonly origin: string; readonly registrationId: string },
  ) {}

  static async of(context: BrowserContext, url: string): Promise<BackgroundApp> {
    const [app] = context.pages();
    // No page of the app, on the same server.
    const page = await context.newPage();
    await page.goto(`${url}/api/v1/`);
    // A browser draws what lies behind another page once a second: each press would wait for two of these.
    await app?.bringToFront();
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => scopeURL === `${url}/driver/`);
        if (found !== undefined) resolve(found.registrationId);
      });
    });
    await session.send("ServiceWorker.enable");
    return new BackgroundApp(session, page, { origin: url, registrationId: await registered });
  }

  /** What a push service hands on, opened as only this browser can. */
  deliver = (browser: Browser, push: ReceivedPush) => this.push(JSON.stringify(browser.read(push)));

  push = (data: string) => this.session.send("ServiceWorker.deliverPushMessage", { ...this.registration, data });

  /** There is network again. */
  sync = () =>
    this.session.send("ServiceWorker.dispatchSyncEvent", { ...this.registration, tag: "outbox", lastChance: false });

  /** Cases that have come, and whose arrival the server does not know of. */
  waitingReceipts = () =>
    this.page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opened = indexedDB.open("leitstand-driver");
          opened.onerror = () => reject(new Error("The database does not open."));
          opened.onsuccess = () => {
            const count = opened.result.transaction("receipts").objectStore("receipts").count();
            count.onsuccess = () => {
              opened.result.close();
              resolve(count.result);
            };
          };
        }),
    );

  /** What stands on the phone's screen. */
  notices = () =>
    this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/driver/");
      return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }));
    });
}
