import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { queryClient } from "#shared/api/api.ts";
import { subscribeToEvents } from "#live/stream.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { messagesNewSince } from "./message-lists.ts";
import { MESSAGES_KEY, receivedMessagesQuery, unreadMessagesQuery } from "./messages.queries.ts";

const ANNOUNCEMENT_SHOWN_MS = 12_000;
/** Milliseconds in which events are gathered into one request. */
const GATHER_EVENTS_MS = 100;

/** Polls messages as long as the page is visible, and announces new ones; returns the last announcement. */
export function useNewMessageAnnouncement(): string {
  const t = useTranslations("messages");
  const may = useHasGrant();
  const { data } = useQuery({ ...unreadMessagesQuery, enabled: may("getCriticalMessages") });
  const known = useRef<ReadonlySet<string>>(undefined);
  const [announced, setAnnounced] = useState("");
  useEffect(() => refetchAfterEvents(), []);
  useEffect(() => {
    if (data === undefined) return;
    const fresh = messagesNewSince(known.current, data);
    known.current = new Set(data.map(({ id }) => id));
    if (fresh.length === 0) return;
    // A page without a stream hears of it only here.
    void queryClient.invalidateQueries({ queryKey: receivedMessagesQuery.queryKey }, keepRunningRequest);
    const [newest] = fresh;
    setAnnounced(t("announced", { title: newest?.title ?? "", count: fresh.length }));
    for (const { id, title, body } of fresh.slice(0, 3))
      notifications.show({
        id,
        title,
        message: body,
        color: "red",
        autoClose: ANNOUNCEMENT_SHOWN_MS,
        role: "presentation",
        closeButtonProps: { "aria-label": t("close") },
      });
  }, [data, t]);
  return announced;
}

/** Option that keeps a running request: when the server is slow, no second one is sent. */
const keepRunningRequest = { cancelRefetch: false };

/** Reads the lists of messages that are shown, a moment after events have told of a message. */
function refetchAfterEvents() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => (timer ??= setTimeout(refetch, GATHER_EVENTS_MS));
  const refetch = () => {
    timer = undefined;
    if (document.visibilityState !== "visible") return;
    // A running request may have begun before the message: lists are read once it has been answered.
    if (queryClient.isFetching({ queryKey: [MESSAGES_KEY] }) > 0) schedule();
    else void queryClient.invalidateQueries({ queryKey: [MESSAGES_KEY] });
  };
  const stop = subscribeToEvents((events) => {
    if (events.some(({ type }) => type === "critical message")) schedule();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
