import { serverTimeOfStamp } from "./clock-offset.ts";
import { type OutboxContent, type UnencryptedOutboxFields, stampedFieldsByOperation } from "./outbox-row.ts";

interface FreezeFacts {
  readonly row: Pick<UnencryptedOutboxFields, "action_id" | "at" | "offset" | "seen">;
  /** The newest version from the server, 0 without any. */
  readonly version: number;
  /** Current time by this phone's clock, and the milliseconds to add to it, which an answer has told. */
  readonly clock: { readonly now: number; readonly offset: number };
}

/**
 * Input of the first attempt, as text: every later attempt sends the same bytes under the same key. Its version is the
 * newest that this phone knows, because the phone's own steps raise it, too.
 */
export function freezeOutboxInput(content: OutboxContent, { row, version, clock }: FreezeFacts): string {
  const stamps = {
    lock_version: Math.max(row.seen, version),
    occurred_at: new Date(serverTimeOfStamp(row, clock)).toISOString(),
    action_id: row.action_id,
    client_id: row.action_id,
  };
  const taken = stampedFieldsByOperation[content.op].map((name) => [name, stamps[name]] as const);
  return JSON.stringify({ ...content.body, ...Object.fromEntries(taken) });
}
