import type { EventPayload, EventType } from "@leitstand/contract/board/events";
import type { Tx } from "../database/database";
import { toJsonParameter, sql } from "../database/sql";

/** Viewers of an event, besides holding its grant. Office roles see it by branch, drivers by their user or device. */
export interface EventAudience {
  /** Whether the whole tenant may see it, in any branch. */
  readonly everyone?: boolean;
  readonly branch_ids?: readonly string[];
  readonly user_ids?: readonly string[];
  readonly device_ids?: readonly string[];
}

export interface EventDraft<T extends EventType> {
  readonly type: T;
  readonly audience: EventAudience;
  readonly payload: EventPayload<T>;
}

/** Event for the nodes themselves: caches to drop, streams to close. */
export interface InternalEventDraft {
  readonly type: "principals changed" | "tenant changed";
  readonly payload: object;
}

/** Writes the event with the commit; it reaches the streams after it, in the order of the log. */
export function announceEvent<T extends EventType>(tx: Tx, { type, audience, payload }: EventDraft<T>) {
  insertEvent(tx, { type, audience, payload, internal: false });
}

export function announceInternalEvent(tx: Tx, { type, payload }: InternalEventDraft) {
  insertEvent(tx, { type, audience: {}, payload, internal: true });
}

function insertEvent(tx: Tx, event: { type: string; audience: EventAudience; payload: object; internal: boolean }) {
  tx.runAtCommit(sql`
    insert into events (tenant_id, type, internal, audience, payload, trace_id)
    values (${tx.tenantId}, ${event.type}, ${event.internal}, ${toJsonParameter(event.audience)}, ${toJsonParameter(event.payload)}, ${tx.traceId ?? null})`);
  tx.afterCommit(() => tx.announced(event.internal ? { type: event.type, payload: event.payload } : undefined));
}
