import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import { entities } from "#live/store.ts";
import { boardMessageOf } from "./message-lists.ts";

/**
 * The stream says when there is news of them. They are asked for again besides, so that a page without a stream misses none:
 * those that wait for somebody as often as one can bear to be late, all others now and then. Nothing is asked while nobody sees the page; whoever comes back sees them first.
 */
const WAITING_MS = 5_000;
const REFRESH_MS = 30_000;

/** Of others, not acknowledged by anybody. The board's count follows, so that every badge says the same. */
export const unreadQuery = queryOptions({
  queryKey: ["messages", "unread"],
  queryFn: async () => {
    const messages = await api.getCriticalMessages({ acknowledged: false, sent: false });
    entities.putMessages(messages.map(boardMessageOf));
    return messages;
  },
  refetchInterval: WAITING_MS,
  refetchOnWindowFocus: "always",
  staleTime: WAITING_MS,
});

export const receivedQuery = queryOptions({
  queryKey: ["messages", "received"],
  queryFn: () => api.getCriticalMessages({ sent: false }),
});
export const sentQuery = queryOptions({
  queryKey: ["messages", "sent"],
  queryFn: () => api.getCriticalMessages({ sent: true }),
  refetchInterval: REFRESH_MS,
});
