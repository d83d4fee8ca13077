import { type Store, useStore } from "@leitstand/app/store";
import { Suspense } from "react";
import { useFormatter, useTranslations } from "use-intl";
import de from "virtual:texts/de/export-notice";
import en from "virtual:texts/en/export-notice";
import { useFaultText } from "#shared/api/faults.ts";
import { withLazyTexts } from "#shared/text/later-texts.tsx";
import styles from "./exports.module.css";
import type { ExportProgress } from "./export-progress.ts";

interface NoticeProps {
  readonly title: string;
  readonly progress: Store<ExportProgress>;
  readonly cancel: () => void;
  readonly again: () => void;
  readonly close: () => void;
}

/** Notice with the progress of an export, shown over the current page. */
export const ExportNotice = (props: NoticeProps) => (
  <Suspense fallback={props.title}>
    <NoticeWithTexts {...props} />
  </Suspense>
);

function ExportNoticeContent({ title, progress, cancel, again, close }: NoticeProps) {
  const t = useTranslations("export-notice");
  const now = useStore(progress);
  const isOver = now.state === "saved" || now.state === "failed";
  return (
    <div className={styles["notice"]}>
      <strong>{title}</strong>
      <ExportNoticeText now={now} />
      {!isOver && now.state !== "offline" && <ExportProgressBar title={title} now={now} />}
      <span className={styles["choices"]}>
        {!isOver && <NoticeLinkButton onClick={cancel}>{t("cancel")}</NoticeLinkButton>}
        {now.state === "failed" && <NoticeLinkButton onClick={again}>{t("again")}</NoticeLinkButton>}
        {now.state === "failed" && <NoticeLinkButton onClick={close}>{t("close")}</NoticeLinkButton>}
      </span>
    </div>
  );
}

function ExportNoticeText({ now }: { now: ExportProgress }) {
  const t = useTranslations("export-notice");
  const format = useFormatter();
  const textOf = useFaultText();
  const mega = (bytes: number) => format.number(bytes / 1_000_000, { maximumFractionDigits: 1 });
  switch (now.state) {
    case "asked":
      return <span>{t("asked")}</span>;
    case "offline":
      return <span>{t("offline")}</span>;
    case "waits":
      return <span>{t("waits", { why: textOf(now.fault).message, seconds: now.seconds })}</span>;
    case "comes":
      return <span>{t("comes", { size: mega(now.received) })}</span>;
    case "saved":
      return <span>{t("saved", { name: now.file_name })}</span>;
    case "failed":
      return <span className={styles["fault"]}>{textOf(now.fault).message}</span>;
  }
}

/** Progress bar; without a known total it moves to show activity. */
function ExportProgressBar({ title, now }: { title: string; now: ExportProgress }) {
  const share = now.state === "comes" && now.total !== undefined ? now.received / now.total : undefined;
  return <progress className={styles["bar"]} aria-label={title} max={1} value={share} />;
}

const NoticeLinkButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button type="button" className="link-button" onClick={onClick}>
    {children}
  </button>
);

/** Texts in both languages are bundled, because they must be there without a network. */
const NoticeWithTexts = withLazyTexts(ExportNoticeContent, {
  de: () => Promise.resolve({ default: de }),
  en: () => Promise.resolve({ default: en }),
});
