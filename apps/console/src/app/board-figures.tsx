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
  const { isCut } = board;
  return (
    <span className={styles["figures"]}>
      <DayFigure count={late} label={t("late")} isMinimum={isCut.cases} isLate={late > 0} />
      <DayFigure count={open} label={t("open")} isMinimum={isCut.cases} />
      <DayFigure count={running} label={t("running")} isMinimum={isCut.cases} />
      <DayFigure
        count={vehiclesOnTour}
        total={vehicles}
        label={t("vehicles_active")}
        isMinimum={isCut.tours || isCut.vehicles}
      />
    </span>
  );
}

interface DayFigureProps {
  readonly count: number;
  /** Number of all of which these were counted. */
  readonly total?: number;
  readonly label: string;
  /** Whether there may be more than were counted. */
  readonly isMinimum: boolean;
  readonly isLate?: boolean;
}

function DayFigure({ count, total, label, isMinimum, isLate = false }: DayFigureProps) {
  // "At least none" says nothing.
  if (isMinimum && count === 0) return null;
  return (
    <span className={styles["figure"]}>
      {isMinimum && <AtLeast />}
      <b data-late={isLate}>{total === undefined ? count : `${count}/${total}`}</b> {label}
    </span>
  );
}

/** Short for the eye, as the bar has little room, and in full for screen readers. */
function AtLeast() {
  const t = useTranslations("shell");
  return (
    <>
      <span aria-hidden>{t("at_least_short")} </span>
      <span className="visually-hidden">{t("at_least")} </span>
    </>
  );
}
