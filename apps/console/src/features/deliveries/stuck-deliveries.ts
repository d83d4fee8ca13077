import type { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import { api } from "#shared/api/api.ts";

/** Milliseconds without an answer after which a partner counts as silent, here as on the server. */
const PARTNER_SILENT_MS = 600_000;

/** States of events that only a user can resolve: tried for a day, or refused by the partner. */
export const failedQueuedEventStates = [
  "FAILED_UPDATE_CASE_IN_TF",
  "FAILED",
] as const satisfies readonly QueuedEvent["status"][];

/** Whether a queue with this oldest waiting event is stuck. */
export const isQueueStuck = (oldest: Pick<QueuedEvent, "created_at" | "attempts"> | undefined, now: number): boolean =>
  oldest !== undefined && oldest.attempts > 0 && now - Date.parse(oldest.created_at) > PARTNER_SILENT_MS;

interface DeliveryAccess {
  readonly hasWebhooks: boolean;
  readonly hasQueue: boolean;
}

/** Counts webhooks that were switched off, events that failed, and the partner's queue if it is stuck. */
export async function countStuckDeliveries({ hasWebhooks, hasQueue }: DeliveryAccess): Promise<number> {
  const [webhooks, events] = await Promise.all([
    hasWebhooks ? countDisabledWebhooks() : 0,
    hasQueue ? countStuckEvents() : 0,
  ]);
  return webhooks + events;
}

const countDisabledWebhooks = async () =>
  (await api.getWebhooks()).filter((webhook) => webhook.disabled_reason !== null).length;

async function countStuckEvents(): Promise<number> {
  const [waiting, ...failed] = await Promise.all(
    (["CREATED", ...failedQueuedEventStates] as const).map((status) => api.getQueuedEvents({ status, size: 1 })),
  );
  const silent = isQueueStuck(waiting?.queued_events[0], Date.now()) ? 1 : 0;
  return failed.reduce((sum, { meta }) => sum + meta.total_elements, silent);
}
