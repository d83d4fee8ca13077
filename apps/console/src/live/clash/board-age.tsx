import { useStore } from "@leitstand/app/store";
import { useLocale, useTranslations } from "use-intl";
import { formatClock } from "#shared/text/time.ts";
import styles from "./board-age.module.css";
import { delayedSince, lastMessageAt, liveState } from "../stream-state.ts";

/** Text of how and since when the board is out of date; undefined while it is live. */
export function useBoardAge(): string | undefined {
  const t = useTranslations("actions");
  const locale = useLocale();
  const state = useStore(liveState);
  const since = useStore(delayedSince);
  if (state === "lost" || state === "refused") return t("board_lost", { time: formatClock(lastMessageAt(), locale) });
  return state === "live" && since !== null ? t("board_delayed", { time: formatClock(since, locale) }) : undefined;
}

/** Note beside actions while the board is not live: a decision would rest on an old state. */
export function BoardAge() {
  const t = useTranslations("actions");
  const age = useBoardAge();
  if (age === undefined) return null;
  return (
    <span className={styles["age"]} title={t("board_age_hint")}>
      {age}
    </span>
  );
}
