import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { insertTestDelivery, requeueWebhookDelivery, selectWebhookDeliveries } from "./deliveries.sql";
import { getWebhook, lockExistingWebhook } from "./webhooks.service";

export async function listWebhookDeliveries(
  tx: Tx,
  id: string,
  query: { status?: string; before?: number; size?: number },
) {
  await getWebhook(tx, id);
  return selectWebhookDeliveries(tx, id, query);
}

/** Sends a test the same way as all deliveries, so that it shows whether they arrive. */
export async function queueWebhookTestDelivery(tx: Tx, { id, now }: { id: string; now: Date }) {
  await lockExistingWebhook(tx, id);
  return insertTestDelivery(tx, id, { data: JSON.stringify({ webhook_id: id }), now });
}

export async function resendDeliveryOfWebhook(tx: Tx, request: { id: string; delivery_id: string; now: Date }) {
  const webhook = await lockExistingWebhook(tx, request.id);
  if (!webhook.active) throw problem("FIELD_COMBINATION_INVALID", { fields: "active" });
  const delivery = await requeueWebhookDelivery(tx, request);
  if (!delivery) throw notFound("webhook_delivery", request.delivery_id);
  return delivery;
}
