import { Glyph } from "@leitstand/ui/glyph";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import type { CriticalMessage } from "./message-lists.ts";
import styles from "./messages.module.css";

interface MessageCardProps {
  readonly message: CriticalMessage;
  readonly onView: ChangeBoardView;
  readonly to?: string;
  /** Number of recipients who have read the message, when it went to several. */
  readonly reading?: string | undefined;
  readonly action?: ReactNode;
}

export function MessageCard({ message, onView, to, reading, action }: MessageCardProps) {
  const t = useTranslations("messages");
  const at = useMessageTimeText();
  const { title, body, created_at, sent_by_name, acknowledged, acknowledged_at, acknowledged_by_name } = message;
  const read =
    acknowledged_at === null
      ? t("waiting")
      : t("read_by", { name: acknowledged_by_name ?? t("somebody"), time: at(acknowledged_at) });
  return (
    <article className={styles["card"]} data-unread={!acknowledged}>
      <Glyph
        shape={acknowledged ? "tick" : "triangle"}
        color={acknowledged ? "var(--state-closed)" : "var(--late)"}
        label={t(acknowledged ? "is_read" : "is_unread")}
      />
      <div className={styles["content"]}>
        <h4>{title}</h4>
        {body !== "" && <p>{body}</p>}
        <span className={styles["meta"]}>
          {[at(created_at), sent_by_name ?? t("system"), to && t("to", { name: to })].filter(Boolean).join(" · ")}
        </span>
        {(acknowledged || to !== undefined) && <span className={styles["meta"]}>{reading ?? read}</span>}
        <div className={styles["actions"]}>
          {action}
          <OpenSubjectButton message={message} onView={onView} />
        </div>
      </div>
    </article>
  );
}

/** Button that opens the case or tour that the message is about. */
function OpenSubjectButton({ message: { case_id, tour_id }, onView }: Pick<MessageCardProps, "message" | "onView">) {
  const t = useTranslations("messages");
  if (case_id === null && tour_id === null) return null;
  const open = () =>
    onView(
      case_id === null
        ? { tour: tour_id ?? undefined, case: undefined, vehicle: undefined }
        : { case: case_id, tour: undefined, vehicle: undefined },
    );
  return (
    <button type="button" className={styles["text-button"]} onClick={open}>
      {t(case_id === null ? "open_tour" : "open_case")}
    </button>
  );
}

function useMessageTimeText() {
  const locale = useLocale();
  return (instant: string) => formatClockOrDay(instant, Date.now(), locale);
}
