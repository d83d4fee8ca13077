import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, Enum, IdParams, ClosedObject, Uuid } from "../core/schema";
import {
  webhookDeliveryStates,
  Webhook,
  WebhookCreateRequest,
  WebhookDelivery,
  WebhookUpdateRequest,
  WebhookWithSecret,
} from "./webhook";

const RecoverRequest = ClosedObject(
  { since: { ...DateTime, description: "Past, and by 30 days at most." } },
  { $id: "WebhookRecoverRequest", examples: [{ since: "2026-03-02T06:00:00+00:00" }] },
);
const webhookTokenKinds = ["USER", "SERVICE"] as const;
const webhookAccountRules =
  "Only who holds all grants of the account may name it (`ROLE_ASSIGNMENT_NOT_ALLOWED`), and the account has to hold " +
  "`getDashboard`, which opens the stream, and the grant of each type (`FIELD_COMBINATION_INVALID`). An address that is not on the " +
  "Internet is refused with `CALLBACK_URL_NOT_ALLOWED`, now and before each attempt.";
const webhookAccountErrors = [
  "CALLBACK_URL_NOT_ALLOWED",
  "FIELD_COMBINATION_INVALID",
  "REFERENCE_NOT_FOUND",
  "ROLE_ASSIGNMENT_NOT_ALLOWED",
] as const;

export const webhookOperations = defineOperations("webhooks", {
  getWebhooks: {
    on: "GET /webhooks",
    summary: "List webhooks",
    description: "All of the tenant, at most 20, the oldest first.",
    kinds: webhookTokenKinds,
    answer: Type.Array(Webhook),
  },
  createWebhook: {
    on: "POST /webhooks",
    changes: "TENANT",
    grant: "writeWebhooks",
    summary: "Create a webhook",
    description:
      `It is called for every event from now on that the account sees. The secret is shown this once, and again only to the ` +
      `same request with the same Idempotency-Key. ${webhookAccountRules} A tenant has at most 20 (\`LIMIT_EXCEEDED\`).`,
    sensitive: true,
    showsSecret: true,
    kinds: webhookTokenKinds,
    body: WebhookCreateRequest,
    success: 201,
    answer: WebhookWithSecret,
    errors: [...webhookAccountErrors, "LIMIT_EXCEEDED"],
  },
  getWebhook: {
    on: "GET /webhooks/{id}",
    grant: "getWebhooks",
    summary: "Get a webhook",
    description: "Its address, what it is called for, and whether that gets through. Never its secret.",
    kinds: webhookTokenKinds,
    params: IdParams,
    answer: Webhook,
  },
  updateWebhook: {
    on: "PATCH /webhooks/{id}",
    changes: "TENANT",
    grant: "writeWebhooks",
    summary: "Change a webhook",
    description:
      `What is left out stays. \`active: true\` switches one on again that was switched off; what it missed is sent by ` +
      `\`recoverWebhook\`. Switched off, what waits is held, and nothing new is written down. ${webhookAccountRules}`,
    sensitive: true,
    kinds: webhookTokenKinds,
    params: IdParams,
    body: WebhookUpdateRequest,
    answer: Webhook,
    errors: webhookAccountErrors,
  },
  deleteWebhook: {
    on: "DELETE /webhooks/{id}",
    changes: "TENANT",
    grant: "writeWebhooks",
    summary: "Delete a webhook",
    description: "With its deliveries, and without sending what waits.",
    kinds: webhookTokenKinds,
    params: IdParams,
    success: 204,
  },
  rotateWebhookSecret: {
    on: "POST /webhooks/{id}/rotate_secret",
    changes: "TENANT",
    grant: "writeWebhooks",
    summary: "Give a webhook another secret",
    description:
      "Shown this once, and again only to the same request with the same Idempotency-Key. For 24 hours deliveries " +
      "carry two signatures, by the new secret and by the former one, so that receivers can change over without a gap. There " +
      "are never more than two: another change within that time ends the oldest secret at once.",
    sensitive: true,
    showsSecret: true,
    kinds: webhookTokenKinds,
    params: IdParams,
    success: 201,
    answer: WebhookWithSecret,
  },
  testWebhook: {
    on: "POST /webhooks/{id}/test",
    changes: "TENANT",
    grant: "writeWebhooks",
    summary: "Send a test to a webhook",
    description:
      "A delivery of type `test`, tried once, within a second, also when the webhook is switched off. How it went is in the " +
      "list of deliveries.",
    kinds: webhookTokenKinds,
    params: IdParams,
    success: 201,
    answer: WebhookDelivery,
    limit: "message",
  },
  getWebhookDeliveries: {
    on: "GET /webhooks/{id}/deliveries",
    grant: "getWebhooks",
    summary: "List the deliveries of a webhook",
    description:
      "The newest first, without what was said. To go on, send the lowest `sequence` as `before`. Delivered ones are kept for " +
      "7 days, others for 30 days after they were given up.",
    kinds: webhookTokenKinds,
    params: IdParams,
    query: ClosedObject({
      status: Type.Optional(Enum(webhookDeliveryStates)),
      before: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    }),
    answer: Type.Array(WebhookDelivery),
  },
  resendWebhookDelivery: {
    on: "POST /webhooks/{id}/deliveries/{delivery_id}/resend",
    changes: "TENANT",
    grant: "writeWebhooks",
    summary: "Send a delivery again",
    description:
      "At once, with the same `webhook-id`, and with all attempts before it again; also one that got through. Refused with " +
      "`FIELD_COMBINATION_INVALID` while the webhook is switched off.",
    kinds: webhookTokenKinds,
    params: ClosedObject({ id: Uuid, delivery_id: Uuid }),
    success: 201,
    answer: WebhookDelivery,
    errors: ["FIELD_COMBINATION_INVALID"],
  },
  recoverWebhook: {
    on: "POST /webhooks/{id}/recover",
    changes: "TENANT",
    grant: "writeWebhooks",
    summary: "Send what a webhook missed",
    description:
      "Everything since then that was not delivered: what was given up or held, and what the log of the stream still knows and the " +
      "webhook was never called for. What waits for its next attempt is due at once, and has all attempts before it again. It goes out in the background, beside what happens now; `sequence` sorts it. Refused with " +
      "`FIELD_COMBINATION_INVALID` while the webhook is switched off, with `TIME_OUT_OF_RANGE` for a time ahead or more than 30 days ago.",
    kinds: webhookTokenKinds,
    params: IdParams,
    body: RecoverRequest,
    success: 202,
    answer: Webhook,
    errors: ["FIELD_COMBINATION_INVALID", "TIME_OUT_OF_RANGE"],
  },
});
