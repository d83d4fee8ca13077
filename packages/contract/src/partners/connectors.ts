/** Connections of a tenant to other systems: a partner that is told of its cases, a source of branches and drivers. */
import { type Static, Type } from "typebox";
import { OptionalNullable } from "../company/address";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  Enum,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  Uuid,
} from "../core/schema";

export const connectorKinds = ["PARTNER", "SYNC"] as const;
const connectorFields = {
  base_url: Type.String({
    minLength: 1,
    maxLength: 2048,
    pattern: "^https?://[^\\s#?]+$",
    examples: ["https://partner.example/leitstand"],
    description:
      "Where the system is. Calls go to paths below it: `/events` of a partner, `/branches` and `/drivers` of a source.",
  }),
  auth: Enum(["BEARER", "BASIC", "HMAC"], {
    description:
      "How calls prove where they come from. BEARER and BASIC send the secret in `Authorization`, BASIC with `settings.username`; " +
      "HMAC signs as webhooks are signed, and the secret stays here.",
  }),
  active: Type.Boolean({ description: "Switched off, nothing is kept for it, and what waits stays where it is." }),
} as const;

export const ConnectorSettings = ClosedObject(
  {
    username: OptionalNullable(SingleLineText(200, { description: "For BASIC." })),
    missing_percent_max: OptionalNullable(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: "SYNC: more missing ones than so many of 100 stop a run; 20 unless told.",
      }),
    ),
  },
  { $id: "ConnectorSettings", examples: [{ username: "leitstand" }] },
);
export type ConnectorSettings = Static<typeof ConnectorSettings>;

const connectorExample = { base_url: "https://partner.example/leitstand", auth: "BEARER", settings: {}, active: true };
export const ConnectorRequest = ClosedObject(
  {
    base_url: connectorFields.base_url,
    auth: connectorFields.auth,
    secret: Type.Optional(SingleLineText(1000, { description: "Kept sealed, never answered." })),
    settings: Type.Optional(ConnectorSettings),
    active: Type.Optional(connectorFields.active),
    lock_version: Type.Optional(LockVersion),
  },
  { $id: "ConnectorRequest", examples: [{ ...connectorExample, secret: "kN4vJx2mQ8yT5rWn4uZ7bE9dGfA6sLpO" }] },
);
export type ConnectorRequest = Static<typeof ConnectorRequest>;

export const Connector = ClosedObject(
  {
    ...versionedEntityFields,
    kind: Enum(connectorKinds),
    ...connectorFields,
    settings: ConnectorSettings,
    secret_set: Type.Boolean(),
    failing_since: Nullable({ ...DateTime, description: "Since when the system does not answer as it should." }),
    paused_until: Nullable({ ...DateTime, description: "Until when it is left alone because of that." }),
  },
  {
    $id: "Connector",
    examples: [
      {
        id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 0,
        kind: "PARTNER",
        ...connectorExample,
        secret_set: true,
        failing_since: null,
        paused_until: null,
      },
    ],
  },
);
export type Connector = Static<typeof Connector>;

const connectorOperationDefaults = {
  grant: "updateTenant",
  kinds: ["USER", "SERVICE"],
  params: ClosedObject({ id: Uuid, kind: Enum(connectorKinds) }),
} as const;

export const connectorOperations = defineOperations("tenants", {
  getConnector: {
    on: "GET /tenants/{id}/connectors/{kind}",
    summary: "Get a connector",
    description:
      "The connectors of the own tenant, for callers who reach all of it. The secret is not answered, only whether there is one.",
    ...connectorOperationDefaults,
    answer: Connector,
    errors: ["BRANCH_ACCESS_DENIED"],
  },
  updateConnector: {
    on: "PUT /tenants/{id}/connectors/{kind}",
    changes: "TENANT",
    sensitive: true,
    summary: "Connect a system",
    description:
      "Makes the connector or replaces it. Its address has to lead to the Internet by https, on port 443 or 8443, unless the operator has " +
      "opened it. The secret may be left out where one is known and the host stays the same: to change the host, the caller has to know the " +
      "secret. With BEARER it has no characters beyond ASCII (`FIELD_COMBINATION_INVALID`). Only companies of type `ROADSIDE_ASSISTANCE` have a partner.",
    ...connectorOperationDefaults,
    body: ConnectorRequest,
    leftOut: { others: "emptied", defaults: ["active"], kept: ["secret"] },
    answer: Connector,
    errors: ["CALLBACK_URL_NOT_ALLOWED", "FIELD_COMBINATION_INVALID", "ACTION_NOT_AVAILABLE"],
  },
  deleteConnector: {
    on: "DELETE /tenants/{id}/connectors/{kind}",
    changes: "TENANT",
    sensitive: true,
    summary: "Disconnect a system",
    description: "With the secret, and with what still waits for a partner.",
    ...connectorOperationDefaults,
    success: 204,
  },
});
