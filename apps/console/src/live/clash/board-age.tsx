import { useStore } from "@leitstand/app/store";
import { useLocale, useTranslations } from "use-intl";
import { formatClock } from "#shared/text/time.ts";
import styles from "./board-age.module.css";
import { changesDelayedSinceStore, lastMessageAt, liveStreamStateStore } from "../stream-state.ts";

/** Text of how and since when the board is out of date; undefined while it is live. */
export function useBoardOutdatedText(): string | undefined {
  const t = useTranslations("actions");
  const locale = useLocale();
  const state = useStore(liveStreamStateStore);
  const since = useStore(changesDelayedSinceStore);
  if (state === "connecting") return undefined;
  if (state !== "live") return t("board_lost", { time: formatClock(lastMessageAt(), locale) });
  return since === null ? undefined : t("board_delayed", { time: formatClock(since, locale) });
}

/** Note beside actions while the board is not live: a decision would rest on an old state. */
export function BoardOutdatedNote() {
  const t = useTranslations("actions");
  const age = useBoardOutdatedText();
  if (age === undefined) return null;
  return (
    <span className={styles["age"]} title={t("board_age_hint")}>
      {age}
    </span>
  );
}
