import { randomUUID } from "node:crypto";
import { followEvents, type StreamMessage, type StreamConnectionState } from "@leitstand/client/event-stream";
import { expect, onTestFinished } from "vitest";
import type { Database, Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { announceEvent, type EventAudience } from "#platform/events/events";
import { connectTestDatabase, startTestServerNode } from "./start-node";
import type { ApiSession } from "./start-api";

type NodeOptions = Parameters<typeof startTestServerNode>[1];

/** Starts a node that stops with the test. */
export async function startTestNode(databaseUrl: string, options?: NodeOptions) {
  const node = await startTestServerNode(databaseUrl, options);
  onTestFinished(() => node.stop());
  return node;
}

/** A database connection that writes past every node: nodes learn of its events only by the log. */
export function openWritingDatabase(databaseUrl: string, connections = 2): Database {
  const db = connectTestDatabase(databaseUrl, connections);
  onTestFinished(() => db.close());
  return db;
}

/** Announces an event that is known by its title. */
export const announceTitledEvent = (tx: Tx, title: string, audience: EventAudience = { everyone: true }) =>
  announceEvent(tx, {
    type: "area waiting time",
    audience,
    payload: { area_id: randomUUID(), title, waiting_minutes: null, waiting_updated_at: null },
  });

export const titleOfStreamMessage = (message: StreamMessage) =>
  message.type === "area waiting time" ? message.data.title : `(${message.type})`;

/**
 * Cursor of a dashboard that is read now; waits until every event has its position, so that the stream repeats none of
 * them.
 */
export async function readCurrentCursor(db: Database, session: ApiSession): Promise<string> {
  const waiting = sql`
    select count(*)::int as count from events left join event_positions place using (tenant_id, xid, id) where place.position is null`;
  await expect.poll(() => db.system.one(waiting), { timeout: 60_000 }).toEqual({ count: 0 });
  return (await session.getDashboard()).cursor;
}

export interface FollowStreamOptions {
  readonly url: string;
  readonly session: ApiSession;
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly onState?: (state: StreamConnectionState) => unknown;
  readonly onDelay?: (since: string | null) => void;
}

/** Follows a stream that ends with the test and reconnects quickly. */
export function followStream({
  url,
  session,
  signal,
  ...given
}: FollowStreamOptions): AsyncGenerator<StreamMessage, void> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  return followEvents({
    ...given,
    baseUrl: url,
    token: () => session.session.token,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    firstWaitMs: 5,
    longestWaitMs: 50,
  });
}

/** Receives messages up to the one with this title, or up to the end of the stream. */
export async function receiveMessagesUntilTitle(
  stream: AsyncGenerator<StreamMessage, void>,
  last?: string,
): Promise<StreamMessage[]> {
  const received: StreamMessage[] = [];
  for await (const message of stream) {
    received.push(message);
    if (last !== undefined && titleOfStreamMessage(message) === last) break;
  }
  return received;
}

/** Receives from a stream that is open when this resolves: every event from then on has to arrive. */
export async function listenToStream(
  given: FollowStreamOptions,
  last?: string,
): Promise<{ readonly reading: Promise<StreamMessage[]> }> {
  let reading: Promise<StreamMessage[]> | undefined;
  await new Promise<void>((resolve, reject) => {
    const onState = ({ is }: StreamConnectionState) => is === "open" && resolve();
    reading = receiveMessagesUntilTitle(followStream({ ...given, onState }), last);
    reading.catch(reject);
  });
  return { reading: reading as unknown as Promise<StreamMessage[]> };
}
