import { type Client, createClient } from "@leitstand/client/client";
import { type EventType, streamEventTypes } from "@leitstand/contract/board/events";
import type { SimulatedDayRecord } from "./book";
import type { EventViewer } from "./facts";
import type { NodePool } from "./node-pool";

/** A signed-in user or program, with the scopes of its rights. */
export interface SignedInPerson {
  readonly viewer: EventViewer;
  readonly client: Client;
  readonly token: () => string | undefined;
  readonly fetch: typeof fetch;
}

export interface RecordedClientContext {
  readonly pool: NodePool;
  readonly book: SimulatedDayRecord;
}

/** Attempts of a client, enough for another node to answer when one is lost. */
const CLIENT_ATTEMPTS = 8;

export function createRecordedClient(
  { pool, book }: RecordedClientContext,
  {
    fetch = pool.fetchOf(),
    ...who
  }: { token?: () => string | undefined; tenantKey?: string; fetch?: typeof globalThis.fetch },
): Client {
  return createClient({
    baseUrl: pool.urls[0] as string,
    fetch: book.watching(fetch),
    attempts: CLIENT_ATTEMPTS,
    onRetry: () => {
      book.retries++;
    },
    ...who,
  });
}

export const eventTypesOfGrants = (grants: readonly string[]): ReadonlySet<EventType> =>
  new Set(
    (Object.keys(streamEventTypes) as EventType[]).filter((type) => grants.includes(streamEventTypes[type].grant)),
  );
