import type { OperationInput } from "@leitstand/client/client";
import type { Operations } from "@leitstand/contract/operations";

/** Push subscription of a browser: its address, and the keys that messages are encrypted with. */
export type WebPushSubscription = NonNullable<OperationInput<Operations["updateOwnPushToken"]>["web_push"]>;

type SubscribingPushManager = Pick<PushManager, "getSubscription" | "subscribe">;

/** Subscription of this browser for the server's key; one for another key is ended. */
export async function subscribeToPushWithKey(
  manager: SubscribingPushManager,
  key: string,
): Promise<WebPushSubscription> {
  const wanted = bytesOfBase64Url(key);
  const known = await manager.getSubscription();
  if (known !== null && isForKey(known, wanted)) return toWebPush(known);
  await known?.unsubscribe();
  return toWebPush(await manager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted }));
}

function isForKey({ options: { applicationServerKey } }: PushSubscription, key: Uint8Array): boolean {
  const known = new Uint8Array(applicationServerKey ?? new ArrayBuffer(0));
  return known.length === key.length && known.every((byte, index) => byte === key[index]);
}

function toWebPush(subscription: PushSubscription): WebPushSubscription {
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  return { endpoint, p256dh, auth };
}

/** Bytes from base64url. */
function bytesOfBase64Url(key: string): Uint8Array<ArrayBuffer> {
  const letters = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** Subscription as the server got it last: when, and in which session of the phone. */
export interface SentSubscription {
  readonly at: number;
  readonly device_token: string;
}

/**
 * Interval in milliseconds for sending the subscription again: the server deletes it when a push service reports that
 * it is gone.
 */
const RESEND_SUBSCRIPTION_MS = 3_600_000;

/** Whether the server has to be sent the subscription; it forgets it when the session of the phone ends. */
export const isSubscriptionDue = (
  sent: SentSubscription | null,
  { now, device_token }: { readonly now: number; readonly device_token: string },
) => sent === null || sent.device_token !== device_token || now - sent.at > RESEND_SUBSCRIPTION_MS;
