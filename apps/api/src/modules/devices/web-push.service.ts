import { ECDH } from "node:crypto";
import webPush from "web-push";
import type { QueryRunner } from "#platform/database/database";
import { type EgressClient, EgressError } from "#platform/egress/egress";
import type { WebPushKey } from "#platform/process/web-push-key";
import { problem } from "#platform/problem";
import {
  type MessageCarrier,
  type OutgoingMessage,
  UndeliverableMessageError,
} from "#platform/background/messages-out";
import { clearInvalidPushToken } from "./device-reports.sql";
import {
  isPushServiceUrl,
  createDeclarativeWebPushPayload,
  type WebPushSubscription,
  pushSubscriptionFromToken,
} from "./web-push";

/** Refuses a subscription with an invalid key, or to an address that is no push service. */
export async function checkPushSubscription(
  egress: EgressClient,
  { endpoint, p256dh }: WebPushSubscription,
): Promise<void> {
  if (!isPublicKeyOnCurve(p256dh)) throw problem("VALIDATION_FAILED", { field: "web_push.p256dh", rule: "format" });
  if (!isPushServiceUrl(endpoint) && !egress.opens(endpoint)) throw problem("CALLBACK_URL_NOT_ALLOWED", {});
  await egress.check(endpoint);
}

/** Whether the key is a point of the curve, so that messages can be encrypted for the browser. */
function isPublicKeyOnCurve(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, "prime256v1", "base64url") !== undefined;
  } catch {
    return false;
  }
}

export interface WebPushServices {
  /** Rows of all tenants, as leitstand_system. */
  readonly rows: QueryRunner;
  readonly egress: EgressClient;
  readonly key: WebPushKey;
  readonly publicUrl: string;
}

/** Time for which a push service keeps a push for a phone that is off; older messages are read in the app. */
const PUSH_TTL_SECONDS = 3_600;
const PUSH_TIMEOUT_MS = 5_000;

/**
 * Sends pushes to browsers through their push services. Pushes for apps of other platforms are kept until there is a
 * provider for them.
 */
export class WebPushCarrier implements MessageCarrier {
  constructor(private readonly parts: WebPushServices) {}

  async carry(message: OutgoingMessage): Promise<void> {
    const subscription = pushSubscriptionFromToken(message.recipient);
    // Browsers display everything that is pushed, so a message without a text is left for the open page to fetch.
    if (!subscription || message.subject === null) return;
    const status = await this.push(subscription, message);
    if (status >= 200 && status < 300) return;
    const said = `the push service answered ${status}`;
    if (status === 429 || status >= 500) throw new Error(said);
    // The browser has unsubscribed, or was removed: its token is deleted.
    if (status === 404 || status === 410)
      await clearInvalidPushToken(this.parts.rows, message.tenant_id, message.recipient);
    throw new UndeliverableMessageError(said);
  }

  private async push(subscription: WebPushSubscription, message: OutgoingMessage): Promise<number> {
    const { egress } = this.parts;
    const { endpoint } = subscription;
    if (!isPushServiceUrl(endpoint) && !egress.opens(endpoint)) throw new UndeliverableMessageError("no push service");
    const { headers, body } = this.encrypt(subscription, message);
    try {
      const { status } = await egress.send({
        url: endpoint,
        method: "POST",
        headers,
        body,
        timeoutMs: PUSH_TIMEOUT_MS,
      });
      return status;
    } catch (error) {
      const isClosed = error instanceof EgressError && error.reason === "ADDRESS_NOT_ALLOWED";
      throw isClosed ? new UndeliverableMessageError(error.message) : error;
    }
  }

  private encrypt({ endpoint, p256dh, auth }: WebPushSubscription, message: OutgoingMessage) {
    const { publicUrl, key } = this.parts;
    // Push services require a contact; an installation without a public address has none.
    const subject = publicUrl.startsWith("https://") ? publicUrl : "mailto:postmaster@localhost";
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        this.payload(message),
        {
          vapidDetails: { subject, ...key.pair },
          TTL: PUSH_TTL_SECONDS,
          urgency: "high",
          topic: pushTagOf(message).replaceAll("-", ""),
        },
      );
      const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
      return { headers: Object.fromEntries(texts) as Record<string, string>, body };
    } catch (error) {
      throw new UndeliverableMessageError(`not encrypted: ${(error as Error).message}`);
    }
  }

  private payload(message: OutgoingMessage): string {
    const { subject, body, data } = message;
    const asked = ["case_id", "tour_id"].flatMap((name) =>
      typeof data[name] === "string" ? [[name, data[name]]] : [],
    );
    const query = new URLSearchParams(asked as [string, string][]).toString();
    const navigate = `${this.parts.publicUrl}/driver/${query === "" ? "" : `?${query}`}`;
    return createDeclarativeWebPushPayload({ title: subject ?? "", body, navigate, tag: pushTagOf(message) });
  }
}

/** Tag of a push: all pushes about one case are one notice, of which the newest counts. */
const pushTagOf = ({ id, data }: OutgoingMessage): string =>
  typeof data["case_id"] === "string" ? data["case_id"] : id;
