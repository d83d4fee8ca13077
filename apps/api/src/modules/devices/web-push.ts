import type { WebPush } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";

/** Where a browser gets its pushes, and what they are encrypted by. */
export type Subscription = Static<typeof WebPush>;

/** The services that browsers name. Whatever else stands in a subscription is never called. */
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

/** A subscription takes the place of a push token, so that whatever holds of one holds of the other. */
export const tokenOf = ({ endpoint, p256dh, auth }: Subscription): string => JSON.stringify({ endpoint, p256dh, auth });

/** Undefined for a token of another platform. */
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

/** What fits into a push with all the rest, whatever it is written in. */
const TITLE_BYTES = 300;
const BODY_BYTES = 1_500;

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** What a tap opens. */
  readonly navigate: string;
  /** A newer notice with the same tag takes the place of an older one. */
  readonly tag: string;
}

/** Declarative Web Push: a browser that knows it needs no worker, and ours reads the same. */
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
