/** A webhook calls an address of the tenant with the events that the live stream of a service account shows. */
import { type Static, Type } from "typebox";
import {
  DateTime,
  Enum,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";
import { type EventType, streamEventTypes } from "./events";

const eventTypeNames = Object.keys(streamEventTypes) as [EventType, ...EventType[]];

/** Limits of a webhook's deliveries: waits between attempts, and when a webhook is switched off. */
export const webhookDeliveryLimits = {
  webhooks_max: 20,
  /** Seconds between a failed attempt and the next one; the last attempt is followed by none. */
  retry_waits_seconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  failing_days: 5,
  delivered_days: 7,
  undelivered_days: 30,
  overlap_hours: 24,
  body_bytes_max: 65_536,
  location_seconds: 10,
  /**
   * Age in seconds at which a vehicle's position is of no use any more: one that did not get through until then is
   * dropped.
   */
  location_worth_seconds: 600,
  concurrent_max: 10,
} as const;

const webhookUrl = SingleLineText(2048, {
  description:
    "`https`, on port 443 or 8443, of a host on the Internet. It is called once for each event; redirects are not followed.",
});
const webhookFields = {
  url: webhookUrl,
  description: Nullable(FreeText(200)),
  service_account_user_id: { ...Uuid, description: "The webhook sees what the live stream of this account shows." },
  event_types: Type.Array(Enum(eventTypeNames), { minItems: 1, maxItems: 20, uniqueItems: true }),
  branch_ids: Nullable(
    Type.Array(Uuid, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: "Only what happens there; null: all that the account sees.",
    }),
  ),
  active: Type.Boolean(),
} as const;

const webhookFieldsExample = {
  url: "https://hooks.example.com/leitstand",
  description: "Accounting",
  service_account_user_id: "2f6a3c0d-57f1-4a8e-9a55-6b7a1e0c9d06",
  event_types: ["case action", "case update"] as EventType[],
  branch_ids: null,
  active: true,
};
const webhookStateFields = {
  ...versionedEntityFields,
  ...webhookFields,
  branch_ids: Nullable(
    Type.Array(Uuid, {
      maxItems: 100,
      description: "Only what happens there; null: all that the account sees. Empty: all of them have been deleted.",
    }),
  ),
  disabled_reason: Nullable(
    Enum(["FAILING", "GONE", "NO_BRANCH"], {
      description:
        "Why it was switched off: `FAILING`: nothing had got through for 5 days. `GONE`: the receiver answered 410. " +
        "`NO_BRANCH`: the last of its branches has been deleted; name others, or null, to switch it on.",
    }),
  ),
  failing_since: Nullable({ ...DateTime, description: "Nothing has got through since then." }),
  recovering_since: Nullable({ ...DateTime, description: "What was missed since then is being sent again." }),
  previous_secret_until: Nullable({
    ...DateTime,
    description: "So long deliveries are signed by the former secret, too.",
  }),
} as const;
const webhookExample = {
  id: "7d0f3c52-9f5a-4f0e-8a34-0c2b6f1d5a10",
  created_at: "2026-03-02T08:15:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  lock_version: 0,
  ...webhookFieldsExample,
  disabled_reason: null,
  failing_since: null,
  recovering_since: null,
  previous_secret_until: null,
};
const webhookSecret = Type.String({
  description: "Signs what is delivered: `whsec_` and 32 bytes in base64. It is shown this once.",
});
const webhookSecretExample = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDL1ghp7UbqBQ=";

export const Webhook = ClosedObject(webhookStateFields, { $id: "Webhook", examples: [webhookExample] });
export type Webhook = Static<typeof Webhook>;
export const WebhookWithSecret = ClosedObject(
  { ...webhookStateFields, secret: webhookSecret },
  { $id: "WebhookWithSecret", examples: [{ ...webhookExample, secret: webhookSecretExample }] },
);

export const WebhookCreateRequest = ClosedObject(
  {
    url: webhookFields.url,
    description: Type.Optional(webhookFields.description),
    service_account_user_id: webhookFields.service_account_user_id,
    event_types: webhookFields.event_types,
    branch_ids: Type.Optional(webhookFields.branch_ids),
    active: Type.Optional({ ...Type.Boolean(), default: true }),
  },
  { $id: "WebhookCreateRequest", examples: [webhookFieldsExample] },
);
export const WebhookUpdateRequest = ClosedObject(
  {
    url: Type.Optional(webhookFields.url),
    description: Type.Optional(webhookFields.description),
    service_account_user_id: Type.Optional(webhookFields.service_account_user_id),
    event_types: Type.Optional(webhookFields.event_types),
    branch_ids: Type.Optional(webhookFields.branch_ids),
    active: Type.Optional(webhookFields.active),
    lock_version: LockVersion,
  },
  { $id: "WebhookUpdateRequest", examples: [{ active: true, lock_version: 0 }] },
);

export const webhookDeliveryStates = ["PENDING", "DELIVERED", "FAILED", "HELD"] as const;
export const WebhookDelivery = ClosedObject(
  {
    id: { ...Uuid, description: "The `webhook-id` of every attempt." },
    webhook_id: Uuid,
    type: Type.String({ description: "Of the event, or `test`." }),
    sequence: Type.Integer({ minimum: 0, description: "Sorts deliveries as their events happened; has gaps." }),
    status: Enum(webhookDeliveryStates, {
      description:
        "`PENDING`: on its way, or waiting for its next attempt. `DELIVERED`: answered 2xx. `FAILED`: given up, also because the " +
        "account does not see it any more. `HELD`: the webhook was switched off before; `recoverWebhook` sends it.",
    }),
    attempts: Type.Integer({ minimum: 0 }),
    occurred_at: { ...DateTime, description: "When it happened." },
    due_at: Nullable({ ...DateTime, description: "When the next attempt is due." }),
    last_attempt_at: Nullable(DateTime),
    last_status: Nullable(Type.Integer({ description: "What the receiver answered; null: nothing." })),
    last_error: Nullable(
      Type.String({
        description:
          "Why there was no answer, such as `TIMEOUT` or `CONNECTION_FAILED: ECONNREFUSED`. `NOT_VISIBLE`: it was not sent, because " +
          "the account does not see it any more or the webhook is for something else by now.",
      }),
    ),
    delivered_at: Nullable(DateTime),
  },
  {
    $id: "WebhookDelivery",
    examples: [
      {
        id: "b1a7f1de-30a5-4a8f-8a4e-59c7a1c7a001",
        webhook_id: webhookExample.id,
        type: "case action",
        sequence: 48_213,
        status: "PENDING",
        attempts: 1,
        occurred_at: "2026-03-02T08:20:00+00:00",
        due_at: "2026-03-02T08:20:05+00:00",
        last_attempt_at: "2026-03-02T08:20:00+00:00",
        last_status: 503,
        last_error: null,
        delivered_at: null,
      },
    ],
  },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;
