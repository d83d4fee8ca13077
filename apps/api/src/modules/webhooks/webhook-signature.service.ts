import { createHmac, randomBytes } from "node:crypto";

const SECRET_PREFIX = "whsec_";

/** New secret as Standard Webhooks define it: 32 random bytes. */
export const createWebhookSecret = () => SECRET_PREFIX + randomBytes(32).toString("base64");

interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Value of the header `webhook-signature`: one signature for each secret, separated by spaces.
 * https://www.standardwebhooks.com
 */
export const createSignatureHeader = (secrets: readonly string[], { id, timestamp, body }: SignedMessage) =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
