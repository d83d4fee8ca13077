import type { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import type { Scope } from "#platform/access/principal";
import type { Database, Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import {
  deleteQueuedEventBatch,
  lockQueuedEvent,
  type QueuedEventFilter,
  removeQueuedEvent,
  selectQueuedEvent,
  selectQueuedEvents,
  updateQueuedEventStatus,
} from "./queued-events.sql";

const DELETION_BATCH_SIZE = 5_000;

interface QueuedEventCall {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly now: Date;
}

export async function listQueuedEvents({ tx, scope }: QueuedEventCall, filter: Partial<QueuedEventFilter>) {
  const { page = 0, size = 20 } = filter;
  const { total_elements, queued_events } = await selectQueuedEvents(tx, scope, { ...filter, page, size });
  return { meta: { page, size, total_elements, total_pages: Math.ceil(total_elements / size) }, queued_events };
}

/** Decides about an event: it is repeated at once, or skipped; either way the later events of its case continue. */
export async function applyQueuedEventDecision(
  call: QueuedEventCall,
  { id, status, lock_version }: { id: string; status: "CREATED" | "SKIPPED"; lock_version: number },
): Promise<QueuedEvent> {
  const { tx, now } = call;
  const held = await lockDecidableEvent(call, id);
  if (held.lock_version !== lock_version)
    throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: held.lock_version });
  if (status === "CREATED" && held.is_superseded) throw problem("RESOURCE_IN_USE", { by: "queued_event", count: 1 });
  updateQueuedEventStatus(tx, { id, status, now });
  return selectQueuedEvent(tx, id);
}

export async function deleteQueuedEvent(call: QueuedEventCall, id: string) {
  await lockDecidableEvent(call, id);
  await removeQueuedEvent(call.tx, id);
}

/** Deletes what is queued for a connector in short transactions: for a partner that is gone it may be hundreds of thousands. */
export async function deleteQueuedEventsOfConnector(
  db: Database,
  { tenant_id, connector_id }: { readonly tenant_id: string; readonly connector_id: string },
) {
  const deleteBatch = () =>
    db.transaction(tenant_id, (tx) => deleteQueuedEventBatch(tx, connector_id, DELETION_BATCH_SIZE));
  while ((await deleteBatch()) === DELETION_BATCH_SIZE);
}

async function lockDecidableEvent({ tx, scope, now }: QueuedEventCall, id: string) {
  const held = await lockQueuedEvent(tx, scope, { id, now });
  if (!held) throw notFound("queued_event", id);
  if (held.is_under_way) throw problem("RESOURCE_IN_USE", { by: "delivery", count: 1 });
  return held;
}
