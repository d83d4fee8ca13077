import { type OutboxContent, type RowFacts, stampsOf } from "./outbox-row.ts";

interface FreezeFacts {
  readonly row: Pick<RowFacts, "action_id" | "at" | "offset" | "seen">;
  /** The newest version that the server has told of, 0 when it never has. */
  readonly version: number;
  /** What to add to this phone's clock, as learnt by now. */
  readonly offset: number;
}

/**
 * The input of the first try, as text: every later try sends these very bytes under the same key. Its version is the newest
 * that this phone knows, because steps of its own raise it, too.
 */
export function freeze(content: OutboxContent, { row, version, offset }: FreezeFacts): string {
  const stamps = {
    lock_version: Math.max(row.seen, version),
    occurred_at: new Date(row.at + (row.offset ?? offset)).toISOString(),
    action_id: row.action_id,
    client_id: row.action_id,
  };
  const taken = stampsOf[content.op].map((name) => [name, stamps[name]] as const);
  return JSON.stringify({ ...content.body, ...Object.fromEntries(taken) });
}
