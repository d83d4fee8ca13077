import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A secret as Standard Webhooks have it: 32 random bytes. */
export const newSecret = () => PREFIX + randomBytes(32).toString("base64");

interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: one signature for each secret, with spaces between. https://www.standardwebhooks.com */
export const signaturesOf = (secrets: readonly string[], { id, timestamp, body }: SignedMessage) =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
