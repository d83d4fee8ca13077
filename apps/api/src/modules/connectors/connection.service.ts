import { createHmac } from "node:crypto";
import type { Connector, ConnectorSettings } from "@leitstand/contract/partners/connectors";
import type { SecretSealer } from "#platform/process/sealing";

/** Connector of a tenant with everything that a call to its address needs. */
export interface ConnectorCallSettings {
  readonly tenant_id: string;
  readonly kind: Connector["kind"];
  readonly base_url: string;
  readonly auth: Connector["auth"];
  readonly secret: Buffer | null;
  readonly settings: ConnectorSettings;
}

/** Content of a call that is signed. */
export interface ConnectorCallToSign {
  readonly id: string;
  readonly body: string;
  readonly at: Date;
}

/** Context of a sealed secret, which opens only for its tenant and kind. */
export const connectorSecretSealingContext = ({ tenant_id, kind }: Pick<ConnectorCallSettings, "tenant_id" | "kind">) =>
  ["tenant_connectors", tenant_id, kind] as const;

/** Headers that prove the origin of a call. HMAC is that of Standard Webhooks: over id, seconds and body. */
export function createConnectorAuthHeaders(
  sealing: SecretSealer,
  connection: ConnectorCallSettings,
  call: ConnectorCallToSign,
): Readonly<Record<string, string>> {
  const { auth, secret, settings } = connection;
  const opened = secret === null ? "" : sealing.open(secret, ...connectorSecretSealingContext(connection));
  if (auth === "BEARER") return { authorization: `Bearer ${opened}` };
  if (auth === "BASIC") {
    const pair = Buffer.from(`${settings.username ?? ""}:${opened}`, "utf8").toString("base64");
    return { authorization: `Basic ${pair}` };
  }
  const seconds = Math.floor(call.at.getTime() / 1000);
  const signature = createHmac("sha256", signingKeyOf(opened))
    .update(`${call.id}.${seconds}.${call.body}`)
    .digest("base64");
  return { "webhook-id": call.id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` };
}

const signingKeyOf = (secret: string) =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret, "utf8");

/** `base_url` and a path below it, with one slash between. */
export const connectorUrlOf = ({ base_url }: Pick<ConnectorCallSettings, "base_url">, path: string) =>
  `${base_url.replace(/\/+$/, "")}${path}`;
