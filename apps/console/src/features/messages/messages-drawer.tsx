import { IconButton } from "@leitstand/ui/icon-button";
import { SegmentedControl } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useEscapeWithin } from "#shared/screen/escape.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { MessageCompose } from "./message-compose.tsx";
import { ReceivedMessageList } from "./received-list.tsx";
import { SentMessageList } from "./sent-list.tsx";
import styles from "./messages.module.css";

interface MessagesDrawerProps {
  readonly onClose: () => void;
  readonly onView: ChangeBoardView;
}

/** Drawer over the page that does not lock it: the map stays visible while reading. */
export function MessagesDrawer({ onClose, onView }: MessagesDrawerProps) {
  const t = useTranslations("messages");
  const may = useHasGrant();
  const [list, setList] = useState<"received" | "sent">("received");
  const [isWriting, setWriting] = useState(false);
  const frame = useEscapeWithin<HTMLElement>(() => (isWriting ? setWriting(false) : onClose()));
  useTakeAndReturnFocus(frame);
  const open: ChangeBoardView = (view) => {
    onView(view);
    onClose();
  };
  return (
    <aside className={styles["drawer"]} aria-label={t("name")} tabIndex={-1} ref={frame}>
      <header className={styles["head"]}>
        <h2>{t("name")}</h2>
        {may("createCriticalMessage") && (
          <button
            type="button"
            className={styles["new"]}
            aria-expanded={isWriting}
            onClick={() => setWriting(!isWriting)}
          >
            <IconPlus size={15} stroke={2} />
            {t("new")}
          </button>
        )}
        <IconButton label={t("close")} onClick={onClose}>
          <IconX size={18} stroke={1.8} />
        </IconButton>
      </header>
      {isWriting && (
        <section className={styles["writing"]} aria-label={t("new")}>
          <MessageCompose
            onSent={() => {
              setWriting(false);
              setList("sent");
            }}
          />
        </section>
      )}
      <SegmentedControl
        size="xs"
        className={styles["tabs"] as string}
        aria-label={t("which")}
        value={list}
        onChange={(value) => setList(value as "received" | "sent")}
        data={[
          { value: "received", label: t("received") },
          { value: "sent", label: t("sent_list") },
        ]}
      />
      <div className={styles["body"]}>
        {list === "received" ? <ReceivedMessageList onView={open} /> : <SentMessageList onView={open} />}
      </div>
    </aside>
  );
}

/** Takes the focus while the drawer is open, and gives it back afterwards. */
function useTakeAndReturnFocus(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const before = document.activeElement;
    frame.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [frame]);
}
