import { webhookOperations } from "@leitstand/contract/board/webhooks";
import { implementOperations, defineHandlerWithPreparation, type SharedServices } from "#platform/http/handler";
import { listWebhookDeliveries, resendDeliveryOfWebhook, queueWebhookTestDelivery } from "./webhook-deliveries.service";
import {
  changeWebhook,
  createWebhook,
  deleteDeliveriesOfWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  recoverWebhook,
  rotateWebhookSecret,
} from "./webhooks.service";

/** Name servers are asked, and deliveries deleted, ahead of the transaction: both may take long. */
export const createWebhookRoutes = (services: SharedServices) =>
  implementOperations(webhookOperations, {
    getWebhooks: ({ tx }) => listWebhooks(tx),
    createWebhook: defineHandlerWithPreparation(
      ({ body }) => services.egress.check(body.url),
      ({ tx, principal, body }) => createWebhook(tx, principal, { ...body, sealing: services.sealing }),
    ),
    getWebhook: ({ tx, params }) => getWebhook(tx, params.id),
    updateWebhook: defineHandlerWithPreparation(
      async ({ body }) => {
        if (body.url !== undefined) await services.egress.check(body.url);
      },
      ({ tx, params, body, ...caller }) => changeWebhook(tx, caller, { ...body, id: params.id }),
    ),
    deleteWebhook: defineHandlerWithPreparation(
      ({ principal, params }) => deleteDeliveriesOfWebhook(services.db, principal, params.id),
      ({ tx, params }) => deleteWebhook(tx, params.id),
    ),
    rotateWebhookSecret: ({ tx, params, now }) =>
      rotateWebhookSecret(tx, { ...params, now, sealing: services.sealing }),
    testWebhook: ({ tx, params, now }) => queueWebhookTestDelivery(tx, { ...params, now }),
    getWebhookDeliveries: ({ tx, params, query }) => listWebhookDeliveries(tx, params.id, query),
    resendWebhookDelivery: ({ tx, params, now }) => resendDeliveryOfWebhook(tx, { ...params, now }),
    recoverWebhook: ({ tx, params, body, now }) => recoverWebhook(tx, { ...params, ...body, now }),
  });
