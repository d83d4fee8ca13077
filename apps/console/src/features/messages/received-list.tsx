import { EmptyState, FaultPanel, InlineFault, RefreshingBar, Skeleton } from "@leitstand/ui/states";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { api, queryClient } from "#shared/api/api.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { useFaultDisplay } from "#shared/screen/use-fault-display.ts";
import { MessageCard } from "./message-card.tsx";
import { splitMessagesByRead, type CriticalMessage } from "./message-lists.ts";
import styles from "./messages.module.css";
import { MESSAGES_KEY, receivedMessagesQuery } from "./messages.queries.ts";

const READ_MESSAGES_SHOWN = 30;

export function ReceivedMessageList({ onView }: { onView: ChangeBoardView }) {
  const t = useTranslations("messages");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  const query = useQuery(receivedMessagesQuery);
  const [shown, setShown] = useState(READ_MESSAGES_SHOWN);
  if (query.data === undefined) {
    if (query.isPending) return <Skeleton rows={4} height={76} label={t("loading")} />;
    const texts = { ...textOf(query.error), retry: f("retry"), copy: f("copy") };
    return <FaultPanel texts={texts} onRetry={() => void query.refetch()} />;
  }
  const { unread, read } = splitMessagesByRead(query.data);
  if (unread.length + read.length === 0) return <EmptyState>{t("none")}</EmptyState>;
  return (
    <>
      <RefreshingBar active={query.isFetching} />
      <h3 className={styles["group"]}>{t("unread", { count: unread.length })}</h3>
      {unread.length === 0 && <p className={styles["hint"]}>{t("all_read")}</p>}
      <ul className={styles["list"]}>
        {unread.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} onView={onView} action={<AcknowledgeButton message={message} />} />
          </li>
        ))}
      </ul>
      {read.length > 0 && <h3 className={styles["group"]}>{t("read")}</h3>}
      <ul className={styles["list"]}>
        {read.slice(0, shown).map((message) => (
          <li key={message.id}>
            <MessageCard message={message} onView={onView} />
          </li>
        ))}
      </ul>
      {read.length > shown && (
        <Button
          variant="default"
          size="compact-sm"
          ml={16}
          mb={16}
          onClick={() => setShown(shown + READ_MESSAGES_SHOWN)}
        >
          {t("more", { count: read.length - shown })}
        </Button>
      )}
    </>
  );
}

function AcknowledgeButton({ message }: { message: CriticalMessage }) {
  const t = useTranslations("messages");
  const may = useHasGrant();
  const textOf = useFaultText();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const showFault = useFaultDisplay();
  if (!may("acknowledgeCriticalMessage")) return null;
  const acknowledge = async (panel: HTMLElement | null) => {
    setBusy(true);
    setFault(undefined);
    try {
      const answer = await api.acknowledgeCriticalMessage({ id: message.id });
      queryClient.setQueryData(receivedMessagesQuery.queryKey, (all) =>
        all?.map((known) => (known.id === answer.id ? answer : known)),
      );
      // The pressed button is gone with its message: focus the next one.
      requestAnimationFrame(() => (panel?.querySelector<HTMLElement>("button[data-acknowledge]") ?? panel)?.focus());
      await queryClient.invalidateQueries({ queryKey: [MESSAGES_KEY] });
    } catch (error) {
      showFault(textOf(error).message, { name: message.title, beside: setFault });
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={isBusy}
        onClick={(event) => void acknowledge(event.currentTarget.closest("aside"))}
        data-acknowledge
      >
        {t("acknowledge")}
      </Button>
      <InlineFault>{fault}</InlineFault>
    </>
  );
}
