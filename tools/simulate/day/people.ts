import { type Client, createClient } from "@leitstand/client/client";
import { type EventType, eventTypes } from "@leitstand/contract/board/events";
import type { Book } from "./book";
import type { Viewer } from "./facts";
import type { NodePool } from "./node-pool";

/** A signed-in user or program, and what it may see. */
export interface Person {
  readonly viewer: Viewer;
  readonly client: Client;
  readonly token: () => string | undefined;
  readonly fetch: typeof fetch;
}

export interface Entrance {
  readonly pool: NodePool;
  readonly book: Book;
}

/** Attempts of a client, enough for another node to answer when one is lost. */
const ATTEMPTS = 8;

export function aClient(
  { pool, book }: Entrance,
  {
    fetch = pool.fetchOf(),
    ...who
  }: { token?: () => string | undefined; tenantKey?: string; fetch?: typeof globalThis.fetch },
): Client {
  return createClient({
    baseUrl: pool.urls[0] as string,
    fetch: book.watching(fetch),
    attempts: ATTEMPTS,
    onRetry: () => {
      book.retries++;
    },
    ...who,
  });
}

export const typesOf = (grants: readonly string[]): ReadonlySet<EventType> =>
  new Set((Object.keys(eventTypes) as EventType[]).filter((type) => grants.includes(eventTypes[type].grant)));
