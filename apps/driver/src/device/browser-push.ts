import { subscribeToPushWithKey } from "#push/subscription.ts";
import type { PhoneFunctions, DevicePermissionState, ServiceWorkerMessage } from "./device.ts";

const permissionByBrowserState = { default: "prompt", granted: "granted", denied: "denied" } as const;

/** Background Sync, where browsers have it: runs the named work once there is network, with or without a page. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

const findRegistration = async () => navigator.serviceWorker?.getRegistration("/driver/");

export const browserPush: PhoneFunctions["push"] = {
  permission: async (): Promise<DevicePermissionState> => {
    const canPush = "Notification" in window && "PushManager" in window && "serviceWorker" in navigator;
    return canPush ? permissionByBrowserState[Notification.permission] : "missing";
  },
  ask: async () => permissionByBrowserState[await Notification.requestPermission()],
  subscribe: async (key) => {
    const { pushManager } = (await findRegistration()) ?? {};
    if (pushManager === undefined || Notification.permission !== "granted") return undefined;
    return subscribeToPushWithKey(pushManager, key);
  },
  forget: async () => {
    await browserPush.clear();
    const subscription = await (await findRegistration())?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  },
  clear: async () => {
    for (const notice of (await (await findRegistration())?.getNotifications()) ?? []) notice.close();
  },
  follow: (listener) => {
    navigator.serviceWorker?.addEventListener("message", ({ data }: MessageEvent<ServiceWorkerMessage>) =>
      listener(data),
    );
  },
  sendLater: async () => {
    const { sync } = ((await findRegistration()) ?? {}) as { sync?: SyncManager };
    // Background Sync may be forbidden: then unsent entries are sent as soon as the app is open.
    await sync?.register("outbox").catch(() => undefined);
  },
};
