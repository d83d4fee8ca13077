import type { WebPush } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";

/** Address to which pushes of a browser are sent, and the keys that they are encrypted with. */
export type WebPushSubscription = Static<typeof WebPush>;

/** Push services of the browsers. No other address in a subscription is ever called. */
const pushServiceHosts = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^web\.push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

export const isPushServiceUrl = (endpoint: string) => {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  return url?.protocol === "https:" && url.port === "" && pushServiceHosts.some((host) => host.test(url.hostname));
};

/** Subscription as a push token, so that all rules for tokens apply to it. */
export const serializePushSubscription = ({ endpoint, p256dh, auth }: WebPushSubscription): string =>
  JSON.stringify({ endpoint, p256dh, auth });

/** Subscription in a token; undefined for a token of another platform. */
export function pushSubscriptionFromToken(token: string): WebPushSubscription | undefined {
  if (!token.startsWith("{")) return undefined;
  try {
    const { endpoint, p256dh, auth } = JSON.parse(token) as Partial<Record<keyof WebPushSubscription, unknown>>;
    const isWhole = typeof endpoint === "string" && typeof p256dh === "string" && typeof auth === "string";
    return isWhole ? { endpoint, p256dh, auth } : undefined;
  } catch {
    return undefined;
  }
}

/** Maximum number of bytes of title and body that fit into a push with its other fields, in any script. */
const PUSH_TITLE_BYTES_MAX = 300;
const PUSH_BODY_BYTES_MAX = 1_500;

export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** Page that a tap on the notice opens. */
  readonly navigate: string;
  /** A newer notice with the same tag replaces an older one. */
  readonly tag: string;
}

/** Payload of Declarative Web Push: a browser that supports it needs no worker, and our worker reads the same. */
export const createDeclarativeWebPushPayload = ({ title, body, navigate, tag }: PushNotice): string =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: clipToBytes(title, PUSH_TITLE_BYTES_MAX),
      body: clipToBytes(body, PUSH_BODY_BYTES_MAX),
      navigate,
      tag,
    },
  });

function clipToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  return `${bytes
    .subarray(0, bytesMax)
    .toString("utf8")
    .replace(/\uFFFD$/, "")}…`;
}
