import { webhookOperations } from "@leitstand/contract/board/webhooks";
import { implement, raw, type Services } from "#platform/http/handler";
import { listDeliveries, resendDelivery, sendTest } from "./webhook-deliveries.service";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  recoverWebhook,
  rotateSecret,
} from "./webhooks.service";

// Operations that show a secret, or query name servers, run in transactions of their own, because a stored answer would
// contain the secret.
export const createWebhookRoutes = (services: Services) =>
  implement(webhookOperations, {
    getWebhooks: ({ tx }) => listWebhooks(tx),
    createWebhook: raw(({ body, ...call }) => createWebhook(services, call, body)),
    getWebhook: ({ tx, params }) => getWebhook(tx, params.id),
    updateWebhook: raw(({ params, body, ...call }) => changeWebhook(services, call, { ...body, id: params.id })),
    deleteWebhook: raw(({ params, ...call }) => deleteWebhook(services, call, params.id)),
    rotateWebhookSecret: raw(({ params, ...call }) => rotateSecret(services, call, params.id)),
    testWebhook: ({ tx, params, now }) => sendTest(tx, { ...params, now }),
    getWebhookDeliveries: ({ tx, params, query }) => listDeliveries(tx, params.id, query),
    resendWebhookDelivery: ({ tx, params, now }) => resendDelivery(tx, { ...params, now }),
    recoverWebhook: ({ tx, params, body, now }) => recoverWebhook(tx, { ...params, ...body, now }),
  });
