import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import { entities } from "#live/store.ts";
import { boardMessageOf } from "./message-lists.ts";

/**
 * Poll intervals in milliseconds. The stream reports changes of messages; polling besides lets a page without a stream
 * miss none: unread ones often, all others now and then. A hidden page does not poll, and does so first when it is
 * visible again.
 */
const WAITING_MS = 5_000;
const REFRESH_MS = 30_000;

/**
 * Messages of others that are not acknowledged. The board's count is updated too, so that every badge shows the same
 * number.
 */
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
