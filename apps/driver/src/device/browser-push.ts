import { subscribeBy } from "#push/subscription.ts";
import type { Device, Permission, WorkerNews } from "./device.ts";

const permissions = { default: "prompt", granted: "granted", denied: "denied" } as const;

/** Background Sync, where browsers have it: runs the named work once there is network, with or without a page. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

const registered = async () => navigator.serviceWorker?.getRegistration("/driver/");

export const browserPush: Device["push"] = {
  permission: async (): Promise<Permission> => {
    const canPush = "Notification" in window && "PushManager" in window && "serviceWorker" in navigator;
    return canPush ? permissions[Notification.permission] : "missing";
  },
  ask: async () => permissions[await Notification.requestPermission()],
  subscribe: async (key) => {
    const { pushManager } = (await registered()) ?? {};
    if (pushManager === undefined || Notification.permission !== "granted") return undefined;
    return subscribeBy(pushManager, key);
  },
  forget: async () => {
    await browserPush.clear();
    const subscription = await (await registered())?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  },
  clear: async () => {
    for (const notice of (await (await registered())?.getNotifications()) ?? []) notice.close();
  },
  follow: (listener) => {
    navigator.serviceWorker?.addEventListener("message", ({ data }: MessageEvent<WorkerNews>) => listener(data));
  },
  sendLater: async () => {
    const { sync } = ((await registered()) ?? {}) as { sync?: SyncManager };
    // Background Sync may be forbidden: then unsent entries are sent as soon as the app is open.
    await sync?.register("outbox").catch(() => undefined);
  },
};
