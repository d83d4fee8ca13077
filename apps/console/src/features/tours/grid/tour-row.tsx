import { type CSSProperties, memo } from "react";
import { isPastDeadline } from "./bar-times.ts";
import type { RowAbsenceDrawing } from "../absences/row-absences.tsx";
import { TIMELINE_LANE_HEIGHT } from "../drag/grid-spots.ts";
import { draggableHandles } from "../drag/moves.ts";
import { TimelineRowHead } from "./row-head.tsx";
import { TimelineRowShifts } from "./row-shifts.tsx";
import { accessibleBarName, type TimelineRowTexts, timelineBarText } from "./row-texts.ts";
import { type TimelineAxis, xOfInstant } from "./time-axis.ts";
import type { TimelineBar, TimelineRow } from "./tour-rows.ts";
import styles from "./tour-row.module.css";

export interface TourRowProps {
  readonly row: TimelineRow;
  readonly words: TimelineRowTexts;
  readonly axis: TimelineAxis;
  readonly top: number;
  readonly height: number;
  readonly index: number;
  /** The time now to the minute: lateness and running shifts need no more. */
  readonly minute: number;
  /** Left end in pixels of the range in which bars are drawn; others are out of sight. */
  readonly from: number;
  readonly to: number;
  /** The case with the keyboard focus; null for the head of the row, undefined when the focus is elsewhere. */
  readonly spot: string | null | undefined;
  readonly selected: string | undefined;
  readonly isRowSelected: boolean;
  /** Draws absences; undefined when the calendar is not loaded or the user may not read it. */
  readonly drawAbsences: RowAbsenceDrawing["draw"] | undefined;
}

export const TourRow = memo(function TourRow(props: TourRowProps) {
  const { row, words, axis, top, height, index, minute, from, to, spot, selected, isRowSelected } = props;
  const absences = props.drawAbsences?.(row, axis);
  const isSeen = (bar: TimelineBar) =>
    bar.dispatchCase.id === spot || (xOfInstant(axis, bar.end) >= from && xOfInstant(axis, bar.start) <= to);
  return (
    <div
      className={styles["row"]}
      role="row"
      aria-rowindex={index + 2}
      data-line={row.id}
      data-selected={isRowSelected || undefined}
      style={{ top, height }}
    >
      <TimelineRowHead row={row} words={words} isSpot={spot === null} hasMore={absences !== undefined} />
      <div className={styles["lane"]} role="presentation">
        {absences}
        <TimelineRowShifts row={row} axis={axis} now={minute} />
        {row.bars.filter(isSeen).map((bar) => {
          const late = isPastDeadline(bar.dispatchCase, minute);
          return drawBar(bar, {
            name: accessibleBarName(bar, words, { row: row.title, isLate: late, axis }),
            place: placeOfBar(bar, { axis, height, lanes: row.lanes }),
            isLate: late,
            isSpot: bar.dispatchCase.id === spot,
            isSelected: bar.dispatchCase.id === selected,
          });
        })}
      </div>
    </div>
  );
});

interface BarPlace {
  readonly style: CSSProperties;
  readonly width: number;
}
function placeOfBar(
  bar: TimelineBar,
  { axis, height, lanes }: { axis: TimelineAxis; height: number; lanes: number },
): BarPlace {
  const x = xOfInstant(axis, bar.start);
  const width = Math.max(5, xOfInstant(axis, bar.end) - x - 1);
  const isAlone = lanes === 1;
  const top = isAlone ? 5 : 4 + bar.lane * TIMELINE_LANE_HEIGHT;
  const barHeight = isAlone ? height - 11 : TIMELINE_LANE_HEIGHT - 2;
  return { width, style: { left: x, width, top, height: barHeight } };
}

interface DrawnBar {
  readonly name: string;
  readonly place: BarPlace;
  readonly isLate: boolean;
  readonly isSpot: boolean;
  readonly isSelected: boolean;
}
/** Smallest width in pixels of a bar with a shape. */
const GLYPH_BAR_WIDTH_MIN = 22;
const TEXT_BAR_WIDTH_MIN = 58;

/**
 * Draws a bar as a single element without a component: a row that scrolls in draws a dozen of them within one frame.
 */
function drawBar(bar: TimelineBar, { name, place, isLate: late, isSpot, isSelected }: DrawnBar) {
  const { dispatchCase, look, violation } = bar;
  const isAlarm = late || violation === "alarm";
  const holds = draggableHandles(bar);
  const backgroundImage =
    place.width < GLYPH_BAR_WIDTH_MIN ? undefined : `var(--glyph-${isAlarm ? "late" : look.word})`;
  return (
    <div
      key={dispatchCase.id}
      className={styles["bar"]}
      role="gridcell"
      aria-label={name}
      title={name}
      tabIndex={isSpot ? 0 : -1}
      aria-selected={isSelected}
      data-bar={dispatchCase.id}
      data-state={look.word}
      data-outline={isAlarm ? "alarm" : violation === "warning" ? "warning" : undefined}
      data-free={dispatchCase.bucket === "open" || undefined}
      data-start={holds.start || undefined}
      data-end={holds.end || undefined}
      style={{ ...place.style, backgroundImage, "--state": look.color } as CSSProperties}
    >
      {place.width >= TEXT_BAR_WIDTH_MIN && timelineBarText(bar)}
    </div>
  );
}
