import type { BrowserContext, CDPSession, Page } from "playwright-core";
import type { SubscribedBrowser, ReceivedPush } from "../../apps/api/src/testing/push/push-service";
import { countPhoneTableRows } from "./phone-rows";

/** Gives a phone a push subscription and a question for the permission. */
export async function grantPushSubscription(page: Page, subscription: PushSubscriptionData) {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(askAndSubscribe, subscription);
}
type PushSubscriptionData = ReturnType<SubscribedBrowser["subscription"]>;

/** Replaces the push service, which a private window does not have, and the phone's own question. */
function askAndSubscribe({ endpoint, p256dh, auth }: PushSubscriptionData) {
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

/** Whether the browser still has its subscription. */
export const isPushSubscribed = (page: Page) =>
  page.evaluate(() => localStorage.getItem("leitstand-test.subscribed") !== null);

/** Service worker of the app, driven like by a browser. */
export class ControlledServiceWorker {
  private constructor(
    private readonly session: CDPSession,
    private readonly page: Page,
    /** Registration of the worker. */
    private readonly registration: { readonly origin: string; readonly registrationId: string },
  ) {}

  static async of(context: BrowserContext, url: string): Promise<ControlledServiceWorker> {
    const [app] = context.pages();
    // A page of the same server that does not belong to the app.
    const page = await context.newPage();
    await page.goto(`${url}/api/v1/`);
    // A page behind another one is drawn only once a second: each press would wait for two frames.
    await app?.bringToFront();
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => scopeURL === `${url}/driver/`);
        if (found !== undefined) resolve(found.registrationId);
      });
    });
    await session.send("ServiceWorker.enable");
    return new ControlledServiceWorker(session, page, { origin: url, registrationId: await registered });
  }

  /** Delivers a push of the push service, decrypted with this browser's keys. */
  deliver = (browser: SubscribedBrowser, push: ReceivedPush) => this.push(JSON.stringify(browser.read(push)));

  push = (data: string) => this.session.send("ServiceWorker.deliverPushMessage", { ...this.registration, data });

  /** Fires Background Sync, as when there is network again. */
  sync = () =>
    this.session.send("ServiceWorker.dispatchSyncEvent", { ...this.registration, tag: "outbox", lastChance: false });

  /** Receipts of cases that the server does not have yet. */
  waitingReceipts = () => countPhoneTableRows(this.page, "receipts");

  /** Notices on the phone's screen. */
  notices = () =>
    this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/driver/");
      return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }));
    });
}
