import { useTranslations } from "use-intl";
import { useBoard } from "#live/use-entities.ts";
import { useNow } from "#shared/text/now.ts";
import styles from "./board-figures.module.css";
import { countDayFigures } from "./figures.ts";

/** Top figures of the day: four counts over cases and vehicles. */
export function BoardFigures() {
  const t = useTranslations("shell");
  const now = useNow();
  const board = useBoard("calm");
  if (!board) return null;
  const { late, open, running, vehicles, vehiclesOnTour } = countDayFigures(board, now);
  return (
    <span className={styles["figures"]}>
      <DayFigure count={late} label={t("late")} isLate={late > 0} />
      <DayFigure count={open} label={t("open")} />
      <DayFigure count={running} label={t("running")} />
      <DayFigure count={`${vehiclesOnTour}/${vehicles}`} label={t("vehicles_active")} />
    </span>
  );
}

const DayFigure = ({ count, label, isLate = false }: { count: number | string; label: string; isLate?: boolean }) => (
  <span className={styles["figure"]}>
    <b data-late={isLate}>{count}</b> {label}
  </span>
);
