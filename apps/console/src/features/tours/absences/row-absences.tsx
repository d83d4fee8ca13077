import { Glyph } from "@leitstand/ui/glyph";
import type { ReactNode } from "react";
import { type TimeAxis, xOf } from "../grid/time-axis.ts";
import type { Clash } from "../conflicts.ts";
import type { TimelineRow } from "../grid/tour-rows.ts";
import type { CalendarWindow } from "./calendar-query.ts";
import { inBands, type RowSpan, rowSpans } from "./row-spans.ts";
import { labelOf, type SpanWords, toldOf } from "./span-words.ts";

/** Draws the calendar of a row, and counts its conflicts. */
export interface RowAbsences {
  /** Draws the spans of a row; undefined when there are none. The head of the row is described by it. */
  readonly draw: (row: TimelineRow, axis: TimeAxis) => ReactNode;
  /** Absences within a tour of the row that is not over. */
  readonly clashesOf: (row: TimelineRow, axis: TimeAxis) => readonly Clash[];
}

/** Smallest width in pixels of a span with a label. */
const LABEL_WIDTH = 40;

export const absencesOf = (calendar: CalendarWindow, words: SpanWords): RowAbsences => ({
  draw: drawerOf(calendar, words),
  clashesOf: (row, axis) => {
    // An absence may be drawn more than once, such as one that is repeated daily.
    const clashes = new Map<string, Clash>();
    for (const { id, isPerson, hit_tour_ids, isClash } of rowSpans(row, axis, calendar)) {
      const known = clashes.get(id)?.tour_ids ?? [];
      const constraint = isPerson ? "AVAILABILITY_USER" : "AVAILABILITY_VEHICLE";
      if (isClash) clashes.set(id, { constraint, tour_ids: [...known, ...hit_tour_ids] });
    }
    return [...clashes.values()];
  },
});

/** Absences are hatched, shifts outlined; their texts are read with the head of the row. */
const drawerOf =
  (calendar: CalendarWindow, words: SpanWords): RowAbsences["draw"] =>
  (row, axis) => {
    const spans = rowSpans(row, axis, calendar);
    if (spans.length === 0) return undefined;
    const told = spans.map((span) => toldOf(span, axis, words));
    const draw = (type: RowSpan["type"]) => {
      const { banded, count } = inBands(spans.filter((span) => span.type === type));
      return banded.map(({ span, band }) => drawSpan(span, { axis, words, band, count }));
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

interface Place {
  readonly axis: TimeAxis;
  readonly words: SpanWords;
  readonly band: number;
  readonly count: number;
}
function drawSpan(span: RowSpan, { axis, words, band, count }: Place) {
  const left = xOf(axis, span.shown.start);
  const width = Math.max(3, xOf(axis, span.shown.end) - left);
  return (
    <span
      key={`${span.id} ${span.shown.start} ${span.who}`}
      data-calendar={span.type}
      data-clash={span.isClash || undefined}
      title={toldOf(span, axis, words)}
      style={{ left, width, top: `${(100 * band) / count}%`, height: `${100 / count}%` }}
      aria-hidden
    >
      {width >= LABEL_WIDTH && (
        <span>
          {span.isClash && <Glyph shape="triangle-outline" color="var(--late)" size={11} />}
          {labelOf(span, words)}
        </span>
      )}
    </span>
  );
}
