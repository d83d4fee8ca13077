import { useStore } from "@leitstand/app/store";
import { useLocale, useTranslations } from "use-intl";
import { clock } from "#shared/text/time.ts";
import styles from "./board-age.module.css";
import { delayedSince, lastMessageAt, liveState } from "../stream-state.ts";

/** In what way the board is not the present, and since when; undefined while it is. */
export function useBoardAge(): string | undefined {
  const t = useTranslations("actions");
  const locale = useLocale();
  const state = useStore(liveState);
  const since = useStore(delayedSince);
  if (state === "lost" || state === "refused") return t("board_lost", { time: clock(lastMessageAt(), locale) });
  return state === "live" && since !== null ? t("board_delayed", { time: clock(since, locale) }) : undefined;
}

/** Stands beside what can be done while the board is not live: whoever acts on it acts on what was. */
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
