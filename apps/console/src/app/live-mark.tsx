import { useLocale, useTranslations } from "use-intl";
import { liveState } from "#shared/live.ts";
import { useNow } from "#shared/now.ts";
import { useStore } from "#shared/store.ts";
import { clock } from "#shared/time.ts";
import styles from "./live-mark.module.css";

/** Whether what is shown is the present, and since when it is not. */
export function LiveMark() {
  const t = useTranslations("shell");
  const locale = useLocale();
  const { is, since } = useStore(liveState);
  const now = useNow();
  const text = is === "lost" ? t("connection_lost", { time: clock(since, locale) }) : t(is);
  return (
    <>
      <span className={styles["live"]} data-is={is} role="status">
        <i aria-hidden />
        {text}
      </span>
      <time className={styles["clock"]} dateTime={new Date(now).toISOString()}>
        {clock(now, locale)}
      </time>
    </>
  );
}
