import { useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { changesDelayedSinceStore, lastMessageAt, liveStreamStateStore } from "#live/stream-state.ts";
import { useNow } from "#shared/text/now.ts";
import { useStore } from "@leitstand/app/store";
import { formatClock, formatClockOrDay } from "#shared/text/time.ts";
import styles from "./live-indicator.module.css";

/** Mark that says whether the shown data is live, and how old it is. */
export function LiveIndicator() {
  const t = useTranslations("shell");
  const locale = useLocale();
  const state = useStore(liveStreamStateStore);
  const since = useStore(changesDelayedSinceStore);
  const now = useNow();
  const is = state === "live" && since !== null ? "delayed" : state;
  const asOf = (instant: number | string) => formatClockOrDay(instant, now, locale);
  const texts = {
    connecting: () => t("connecting"),
    live: () => t("live"),
    delayed: () => t("delayed", { time: asOf(since ?? now) }),
    lost: () => t("connection_lost", { time: asOf(lastMessageAt()) }),
    refused: () => t("too_many_windows", { time: asOf(lastMessageAt()) }),
    forbidden: () => t("board_forbidden"),
  };
  const hints: Partial<Record<typeof is, string>> = {
    refused: t("too_many_windows_hint"),
    forbidden: t("board_forbidden_hint"),
  };
  return (
    <>
      <span className={styles["live"]} data-is={is} title={hints[is]}>
        <i aria-hidden />
        <span role="status">{texts[is]()}</span>
        {is === "live" && <SecondsSinceLastMessage />}
      </span>
      <time className={styles["clock"]} dateTime={new Date(now).toISOString()}>
        {formatClock(now, locale)}
      </time>
    </>
  );
}

/** Seconds since the last message of the server. For the eye only: a screen reader would read every second aloud. */
function SecondsSinceLastMessage() {
  const t = useTranslations("shell");
  const [seconds, setSeconds] = useState(ageSeconds);
  useEffect(() => {
    const ticking = setInterval(() => setSeconds(ageSeconds()), 1_000);
    return () => clearInterval(ticking);
  }, []);
  return (
    <span className={styles["age"]} aria-hidden title={t("heard_ago", { seconds })}>
      {t("age", { seconds })}
    </span>
  );
}

const ageSeconds = () => Math.max(0, Math.round((Date.now() - lastMessageAt()) / 1_000));
