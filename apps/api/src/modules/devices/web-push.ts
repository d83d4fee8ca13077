import type { WebPush } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";

/** Address to which pushes of a browser are sent, and the keys that they are encrypted with. */
export type Subscription = Static<typeof WebPush>;

/** Push services of the browsers. No other address in a subscription is ever called. */
const pushServices = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^web\.push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

export const isPushService = (endpoint: string) => {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  return url?.protocol === "https:" && url.port === "" && pushServices.some((host) => host.test(url.hostname));
};

/** Subscription as a push token, so that all rules for tokens apply to it. */
export const tokenOf = ({ endpoint, p256dh, auth }: Subscription): string => JSON.stringify({ endpoint, p256dh, auth });

/** Subscription in a token; undefined for a token of another platform. */
export function subscriptionOf(token: string): Subscription | undefined {
  if (!token.startsWith("{")) return undefined;
  try {
    const { endpoint, p256dh, auth } = JSON.parse(token) as Partial<Record<keyof Subscription, unknown>>;
    const isWhole = typeof endpoint === "string" && typeof p256dh === "string" && typeof auth === "string";
    return isWhole ? { endpoint, p256dh, auth } : undefined;
  } catch {
    return undefined;
  }
}

/** Most bytes of title and body that fit into a push with all the rest, in any script. */
const TITLE_BYTES = 300;
const BODY_BYTES = 1_500;

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Page that a tap on the notice opens. */
  readonly navigate: string;
  /** A newer notice with the same tag replaces an older one. */
  readonly tag: string;
}

/** Payload of Declarative Web Push: a browser that supports it needs no worker, and our worker reads the same. */
export const payloadOf = ({ title, body, navigate, tag }: Notice): string =>
  JSON.stringify({
    web_push: 8030,
    notification: { title: clip(title, TITLE_BYTES), body: clip(body, BODY_BYTES), navigate, tag },
  });

function clip(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  return `${bytes
    .subarray(0, bytesMax)
    .toString("utf8")
    .replace(/\uFFFD$/, "")}…`;
}
