import { Glyph } from "@leitstand/ui/glyph";
import { type CSSProperties, memo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { alarmLook } from "#shared/state-look.ts";
import { clock, dayAndClock } from "#shared/time.ts";
import { isLate } from "./bar-times.ts";
import { LANE_HEIGHT } from "./grid-spots.ts";
import { holdsOf } from "./moves.ts";
import { RowHead } from "./row-head.tsx";
import { RowShifts } from "./row-shifts.tsx";
import { type TimeAxis, xOf } from "./time-axis.ts";
import type { TimelineBar, TimelineRow } from "./tour-rows.ts";
import styles from "./tour-row.module.css";

export interface RowProps {
  readonly row: TimelineRow;
  readonly axis: TimeAxis;
  readonly top: number;
  readonly height: number;
  readonly index: number;
  /** To the minute: what is late and what lasts until now need no more. */
  readonly minute: number;
  /** Pixels between which bars are drawn; further ones are out of sight. */
  readonly from: number;
  readonly to: number;
  /** The case that the keyboard stands on; null: the head of the row; undefined: elsewhere. */
  readonly spot: string | null | undefined;
  readonly selected: string | undefined;
  readonly isRowSelected: boolean;
}

export const TourRow = memo(function TourRow(props: RowProps) {
  const { row, axis, top, height, index, minute, from, to, spot, selected, isRowSelected } = props;
  const isSeen = (bar: TimelineBar) =>
    bar.job.id === spot || (xOf(axis, bar.end) >= from && xOf(axis, bar.start) <= to);
  return (
    <div
      className={styles["row"]}
      role="row"
      aria-rowindex={index + 2}
      data-line={row.id}
      data-selected={isRowSelected || undefined}
      style={{ top, height }}
    >
      <RowHead row={row} isSpot={spot === null} />
      <div className={styles["lane"]} role="presentation">
        <RowShifts row={row} axis={axis} now={minute} />
        {row.bars.filter(isSeen).map((bar) => (
          <Bar
            key={bar.job.id}
            bar={bar}
            title={row.title}
            place={barPlace(bar, { axis, height, lanes: row.lanes })}
            isLate={isLate(bar.job, minute)}
            isSpot={bar.job.id === spot}
            isSelected={bar.job.id === selected}
            isLong={axis.days > 1}
          />
        ))}
      </div>
    </div>
  );
});

interface Place {
  readonly style: CSSProperties;
  readonly width: number;
}
function barPlace(bar: TimelineBar, { axis, height, lanes }: { axis: TimeAxis; height: number; lanes: number }): Place {
  const x = xOf(axis, bar.start);
  const width = Math.max(5, xOf(axis, bar.end) - x - 1);
  const isAlone = lanes === 1;
  const top = isAlone ? 5 : 4 + bar.lane * LANE_HEIGHT;
  const barHeight = isAlone ? height - 11 : LANE_HEIGHT - 2;
  return { width, style: { transform: `translate(${x}px, 0px)`, width: `${width}px`, top, height: barHeight } };
}

interface BarProps {
  readonly bar: TimelineBar;
  readonly title: string;
  readonly place: Place;
  readonly isLate: boolean;
  readonly isSpot: boolean;
  readonly isSelected: boolean;
  /** Several days are shown: times say their day. */
  readonly isLong: boolean;
}
/** Narrower bars than these have no room for a shape, or for words. */
const GLYPH_WIDTH = 22;
const TEXT_WIDTH = 58;

function Bar({ bar, title, place, isLate: late, isSpot, isSelected, isLong }: BarProps) {
  const t = useTranslations("tours");
  const word = useTranslations("states");
  const locale = useLocale();
  const { job, look, violation } = bar;
  const isAlarm = late || violation === "alarm";
  const time = isLong ? dayAndClock : clock;
  const [from, to] = [time(bar.start, locale), time(bar.end, locale)];
  // What is read out begins with what is seen.
  const text = `${shortNumber(job.natural_id)} ${job.display_name}`;
  const kind = bar.tour.vehicle_device_associations.length > 0 ? "vehicle" : "tour";
  const said = t("bar", { name: text, state: word(look.word), from, to, kind, row: title });
  const notes = [late && t("late"), violation !== "none" && t(`violation_${violation}`)];
  const name = [said, ...notes].filter(Boolean).join(", ");
  const holds = holdsOf(bar);
  const canPull = bar.job.bucket === "open";
  return (
    <div
      className={styles["bar"]}
      role="gridcell"
      aria-label={name}
      title={name}
      tabIndex={isSpot ? 0 : -1}
      aria-selected={isSelected}
      data-bar={job.id}
      data-state={look.word}
      data-bucket={job.bucket}
      data-outline={isAlarm ? "alarm" : violation === "warning" ? "warning" : undefined}
      data-free={canPull || undefined}
      data-start={holds.start || undefined}
      data-end={holds.end || undefined}
      style={{ ...place.style, "--state": look.color } as CSSProperties}
    >
      {place.width >= GLYPH_WIDTH && (
        <Glyph
          shape={isAlarm ? alarmLook.shape : look.shape}
          color={isAlarm ? "var(--late)" : "var(--state)"}
          size={13}
        />
      )}
      {place.width >= TEXT_WIDTH && (
        <span className={styles["text"]} aria-hidden>
          {text}
        </span>
      )}
    </div>
  );
}

/** `C-2026-000139` is said as C-139 on a desk that sees one day. */
const shortNumber = (natural_id: string) => natural_id.replace(/^(\w+)-\d{4}-0*(\d+)$/, "$1-$2");
