import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { insertTest, requeueDelivery, selectDeliveries } from "./deliveries.sql";
import { getWebhook, lockOne } from "./webhooks.service";

export async function listDeliveries(tx: Tx, id: string, query: { status?: string; before?: number; size?: number }) {
  await getWebhook(tx, id);
  return selectDeliveries(tx, id, query);
}

/** Sends a test the same way as all deliveries, so that it shows whether they arrive. */
export async function sendTest(tx: Tx, { id, now }: { id: string; now: Date }) {
  await lockOne(tx, id);
  return insertTest(tx, id, { data: JSON.stringify({ webhook_id: id }), now });
}

export async function resendDelivery(tx: Tx, request: { id: string; delivery_id: string; now: Date }) {
  const webhook = await lockOne(tx, request.id);
  if (!webhook.active) throw problem("FIELD_COMBINATION_INVALID", { fields: "active" });
  const delivery = await requeueDelivery(tx, request);
  if (!delivery) throw notFound("webhook_delivery", request.delivery_id);
  return delivery;
}
