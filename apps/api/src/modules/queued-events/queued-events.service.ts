import type { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import {
  lockEvent,
  type QueuedEventFilter,
  removeEvent,
  selectEvent,
  selectEvents,
  updateStatus,
} from "./queued-events.sql";

interface Call {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly now: Date;
}

export async function listEvents({ tx, scope }: Call, filter: Partial<QueuedEventFilter>) {
  const { page = 0, size = 20 } = filter;
  const { total_elements, queued_events } = await selectEvents(tx, scope, { ...filter, page, size });
  return { meta: { page, size, total_elements, total_pages: Math.ceil(total_elements / size) }, queued_events };
}

/** Decides about an event: it is repeated at once, or skipped; either way the events after it go on. */
export async function decideEvent(
  call: Call,
  { id, status, lock_version }: { id: string; status: "CREATED" | "SKIPPED"; lock_version: number },
): Promise<QueuedEvent> {
  const { tx, now } = call;
  const held = await holdEvent(call, id);
  if (held.lock_version !== lock_version)
    throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: held.lock_version });
  if (status === "CREATED" && held.is_superseded) throw problem("RESOURCE_IN_USE", { by: "queued_event", count: 1 });
  updateStatus(tx, { id, status, now });
  return selectEvent(tx, id);
}

export async function deleteEvent(call: Call, id: string) {
  await holdEvent(call, id);
  await removeEvent(call.tx, id);
}

async function holdEvent({ tx, scope, now }: Call, id: string) {
  const held = await lockEvent(tx, scope, { id, now });
  if (!held) throw notFound("queued_event", id);
  if (held.is_under_way) throw problem("RESOURCE_IN_USE", { by: "delivery", count: 1 });
  return held;
}
