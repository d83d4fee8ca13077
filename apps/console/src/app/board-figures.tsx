import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { boardQuery } from "#shared/board.ts";
import { useNow } from "#shared/now.ts";
import styles from "./board-figures.module.css";

/** How the day stands, in four numbers. */
export function BoardFigures() {
  const t = useTranslations("shell");
  const now = useNow();
  const { data: board } = useQuery(boardQuery);
  if (!board) return null;
  const cases = [...board.cases.values()];
  const running = cases.filter(({ tour_case_states }) => tour_case_states.some(({ bucket }) => bucket === "open"));
  const late = cases.filter(({ due_at }) => due_at !== null && Date.parse(due_at) < now).length;
  const vehicles = [...board.vehicles.values()];
  const onTour = vehicles.filter(({ tour_id }) => tour_id !== null).length;
  return (
    <span className={styles["figures"]}>
      <Figure count={late} label={t("late")} isLate={late > 0} />
      <Figure count={cases.length - running.length} label={t("open")} />
      <Figure count={running.length} label={t("running")} />
      <Figure count={`${onTour}/${vehicles.length}`} label={t("vehicles_active")} />
    </span>
  );
}

const Figure = ({ count, label, isLate = false }: { count: number | string; label: string; isLate?: boolean }) => (
  <span className={styles["figure"]}>
    <b data-late={isLate}>{count}</b> {label}
  </span>
);
