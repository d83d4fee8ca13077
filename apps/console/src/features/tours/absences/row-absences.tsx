import { Glyph } from "@leitstand/ui/glyph";
import type { ReactNode } from "react";
import { type TimelineAxis, xOfInstant } from "../grid/time-axis.ts";
import type { AbsenceTourConflict } from "../conflicts.ts";
import type { TimelineRow } from "../grid/tour-rows.ts";
import type { TimelineCalendarData } from "./calendar-query.ts";
import { assignAbsenceLanes, type AbsenceRowSpan, absenceRowSpansOf } from "./row-spans.ts";
import { calendarSpanLabel, type CalendarSpanTexts, calendarSpanDescription } from "./span-texts.ts";

/** Calendar of the rows, to be drawn, and its conflicts with tours. */
export interface RowAbsenceDrawing {
  /** Draws the spans of a row; undefined when there are none. The head of the row is described by it. */
  readonly draw: (row: TimelineRow, axis: TimelineAxis) => ReactNode;
  /** Absences within a tour of the row that is not over. */
  readonly clashesOf: (row: TimelineRow, axis: TimelineAxis) => readonly AbsenceTourConflict[];
}

/** Smallest width in pixels of a span with a label. */
const LABEL_WIDTH_MIN = 40;

export const createRowAbsenceDrawing = (
  calendar: TimelineCalendarData,
  words: CalendarSpanTexts,
): RowAbsenceDrawing => ({
  draw: spanDrawer(calendar, words),
  clashesOf: (row, axis) => {
    // An absence may be drawn more than once, such as one that is repeated daily.
    const clashes = new Map<string, AbsenceTourConflict>();
    for (const { id, isPerson, hit_tour_ids, isClash } of absenceRowSpansOf(row, axis, calendar)) {
      const known = clashes.get(id)?.tour_ids ?? [];
      const constraint = isPerson ? "AVAILABILITY_USER" : "AVAILABILITY_VEHICLE";
      if (isClash) clashes.set(id, { constraint, tour_ids: [...known, ...hit_tour_ids] });
    }
    return [...clashes.values()];
  },
});

/** Absences are hatched, shifts outlined; their texts are read with the head of the row. */
const spanDrawer =
  (calendar: TimelineCalendarData, words: CalendarSpanTexts): RowAbsenceDrawing["draw"] =>
  (row, axis) => {
    const spans = absenceRowSpansOf(row, axis, calendar);
    if (spans.length === 0) return undefined;
    const told = spans.map((span) => calendarSpanDescription(span, axis, words));
    const draw = (type: AbsenceRowSpan["type"]) => {
      const { banded, count } = assignAbsenceLanes(spans.filter((span) => span.type === type));
      return banded.map(({ span, band }) => drawAbsenceSpan(span, { axis, words, band, count }));
    };
    return (
      <>
        {draw("SCHEDULED_SHIFT")}
        {draw("UNAVAILABLE")}
        <span id={`absences-${row.id}`} hidden>
          {[...new Set(told)].join("; ")}
        </span>
      </>
    );
  };

interface SpanPlacement {
  readonly axis: TimelineAxis;
  readonly words: CalendarSpanTexts;
  readonly band: number;
  readonly count: number;
}
function drawAbsenceSpan(span: AbsenceRowSpan, { axis, words, band, count }: SpanPlacement) {
  const left = xOfInstant(axis, span.shown.start);
  const width = Math.max(3, xOfInstant(axis, span.shown.end) - left);
  return (
    <span
      key={`${span.id} ${span.shown.start} ${span.who}`}
      data-calendar={span.type}
      data-clash={span.isClash || undefined}
      title={calendarSpanDescription(span, axis, words)}
      style={{ left, width, top: `${(100 * band) / count}%`, height: `${100 / count}%` }}
      aria-hidden
    >
      {width >= LABEL_WIDTH_MIN && (
        <span>
          {span.isClash && <Glyph shape="triangle-outline" color="var(--late)" size={11} />}
          {calendarSpanLabel(span, words)}
        </span>
      )}
    </span>
  );
}
