import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import { entityStore } from "#live/store.ts";
import { boardMessageOf } from "./message-lists.ts";

/**
 * Poll intervals in milliseconds. The stream reports changes of messages; polling besides lets a page without a stream
 * miss none: unread ones often, all others now and then. A hidden page does not poll, and does so first when it is
 * visible again.
 */
const UNREAD_POLL_MS = 5_000;
const OTHERS_POLL_MS = 30_000;

/** Key of all lists of messages: what changes a message changes each of them. */
export const MESSAGES_KEY = "messages";

/**
 * Messages of others that are not acknowledged. The board's count is updated too, so that every badge shows the same
 * number.
 */
export const unreadMessagesQuery = queryOptions({
  queryKey: [MESSAGES_KEY, "unread"],
  queryFn: async () => {
    const messages = await api.getCriticalMessages({ acknowledged: false, sent: false });
    entityStore.putMessages(messages.map(boardMessageOf));
    return messages;
  },
  refetchInterval: UNREAD_POLL_MS,
  refetchOnWindowFocus: "always",
  staleTime: UNREAD_POLL_MS,
});

/** A list that is opened is read then: a message that it lacks may have been announced already. */
const whileListIsOpen = { refetchInterval: OTHERS_POLL_MS, refetchOnWindowFocus: "always", staleTime: 0 } as const;

export const receivedMessagesQuery = queryOptions({
  queryKey: [MESSAGES_KEY, "received"],
  queryFn: () => api.getCriticalMessages({ sent: false }),
  ...whileListIsOpen,
});
export const sentMessagesQuery = queryOptions({
  queryKey: [MESSAGES_KEY, "sent"],
  queryFn: () => api.getCriticalMessages({ sent: true }),
  ...whileListIsOpen,
});
