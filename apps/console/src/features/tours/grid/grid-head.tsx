import { memo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useNow } from "#shared/text/now.ts";
import { formatClock, formatWeekdayAndDay } from "#shared/text/time.ts";
import { type TimelineTick, axisTicksOf, type TimelineAxis, xOfInstant } from "./time-axis.ts";
import styles from "./tour-grid.module.css";

/** Days and hours on top of the grid, which stay in place while rows scroll below. */
export const TimelineGridHead = memo(function GridHead({ axis }: { axis: TimelineAxis }) {
  const t = useTranslations("tours");
  const locale = useLocale();
  const textOf = ({ at, is }: TimelineTick) =>
    is === "day" ? formatWeekdayAndDay(at, locale) : formatClock(at, locale);
  return (
    <div className={styles["head"]} role="row" aria-rowindex={1}>
      <div className={styles["corner"]} role="columnheader">
        {t("column_vehicle")}
      </div>
      <div className={styles["hours"]} role="columnheader">
        <b className="visually-hidden">{t("column_time")}</b>
        {axisTicksOf(axis)
          .filter(({ hasLabel }) => hasLabel)
          .map((tick) => (
            <span key={tick.at} data-is={tick.is} style={{ left: tick.x }} aria-hidden>
              <i>{textOf(tick)}</i>
            </span>
          ))}
        <CurrentTimeBadge axis={axis} />
      </div>
    </div>
  );
});

export const GridLines = memo(function GridLines({ axis }: { axis: TimelineAxis }) {
  return (
    <div className={styles["lines"]} aria-hidden>
      {axisTicksOf(axis).map(({ at, x, is }) => (
        <i key={at} data-is={is} style={{ left: x }} />
      ))}
    </div>
  );
});

function CurrentTimeBadge({ axis }: { axis: TimelineAxis }) {
  const now = useNow();
  const locale = useLocale();
  if (now < axis.from || now > axis.to) return null;
  return (
    <b className={styles["now-badge"]} style={{ left: xOfInstant(axis, now) }} aria-hidden>
      {formatClock(now, locale)}
    </b>
  );
}

export function CurrentTimeLine({ axis }: { axis: TimelineAxis }) {
  const now = useNow();
  if (now < axis.from || now > axis.to) return null;
  return <div className={styles["now-line"]} style={{ left: xOfInstant(axis, now) }} aria-hidden />;
}
