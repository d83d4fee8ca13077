import { Glyph } from "@leitstand/ui/glyph";
import { IconButton } from "@leitstand/ui/icon-button";
import { IconChevronLeft, IconChevronRight, IconDownload, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { TimeExportPanel } from "#shared/exports/time-export.tsx";
import { useHasGrant } from "#shared/api/me.ts";
import { useStore } from "@leitstand/app/store";
import { addDays, dayBounds, formatWeekdayAndDay } from "#shared/text/time.ts";
import { timelineGridMinutes } from "./grid/time-axis.ts";
import { setTimelineGrid, timelineSettings } from "./timeline-settings.ts";
import styles from "./tour-timeline.module.css";

interface ToolbarProps extends BoardViewProps {
  readonly day: string;
  readonly rows: number;
  readonly cases: number;
  readonly conflicts: number;
  readonly onDay: (step: -1 | 1) => void;
  readonly onToday: () => void;
  readonly onConflict: () => void;
  readonly onPlan: () => void;
}

const dayCountChoices = [1, 3, 7] as const;

export function TourToolbar(props: ToolbarProps) {
  const { view, onView, day, rows, cases, conflicts, onDay, onToday, onConflict, onPlan } = props;
  const t = useTranslations("tours");
  const locale = useLocale();
  const can = useHasGrant();
  const { grid } = useStore(timelineSettings);
  return (
    <div className={styles["toolbar"]} role="toolbar" aria-label={t("toolbar")}>
      <h2>{t("title")}</h2>
      <span className={styles["figures"]}>{t("figures", { rows, cases })}</span>
      <ToolbarChoice label={t("span")}>
        {dayCountChoices.map((days) => (
          <button key={days} type="button" aria-pressed={view.days === days} onClick={() => onView({ days })}>
            {t("days", { days })}
          </button>
        ))}
      </ToolbarChoice>
      <span className={styles["days"]}>
        <IconButton label={t("earlier")} size={26} onClick={() => onDay(-1)}>
          <IconChevronLeft size={16} aria-hidden />
        </IconButton>
        <button type="button" className={styles["button"]} onClick={onToday}>
          {t("today")}
        </button>
        <IconButton label={t("later")} size={26} onClick={() => onDay(1)}>
          <IconChevronRight size={16} aria-hidden />
        </IconButton>
        <span className={styles["day"]} aria-live="polite">
          {formatWeekdayAndDay(dayBounds(day, 1).from, locale)}
          {view.days > 1 && ` – ${formatWeekdayAndDay(dayBounds(addDays(day, view.days - 1), 1).from, locale)}`}
        </span>
      </span>
      <span className={styles["space"]} />
      {conflicts > 0 && (
        <button type="button" className={styles["conflicts"]} onClick={onConflict} title={t("next_conflict")}>
          <Glyph shape="triangle" color="var(--late)" size={14} />
          {t("conflicts", { count: conflicts })}
        </button>
      )}
      <ToolbarChoice label={t("grid_step")}>
        {timelineGridMinutes.map((minutes) => (
          <button key={minutes} type="button" aria-pressed={grid === minutes} onClick={() => setTimelineGrid(minutes)}>
            {t("minutes", { minutes })}
          </button>
        ))}
      </ToolbarChoice>
      {can("exportTime") && <TimeExportButton label={t("export_time")} />}
      {can("createTour") && (
        <button type="button" className={styles["plan"]} onClick={onPlan}>
          <IconPlus size={14} aria-hidden />
          {t("plan")}
        </button>
      )}
    </div>
  );
}

const ToolbarChoice = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className={styles["choice"]} role="group" aria-label={label}>
    {children}
  </span>
);

function TimeExportButton({ label }: { label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={label} size={26} onClick={() => setOpen(true)}>
        <IconDownload size={16} aria-hidden />
      </IconButton>
      <TimeExportPanel isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
