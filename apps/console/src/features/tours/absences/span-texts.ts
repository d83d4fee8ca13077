import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { formatClock, formatDayAndClock, formatWeekdayAndDay } from "#shared/text/time.ts";
import type { TimelineAxis } from "../grid/time-axis.ts";
import type { AbsenceRowSpan } from "./row-spans.ts";

export interface CalendarSpanTexts {
  readonly absences: ReturnType<typeof useTranslations<"absences">>;
  readonly locale: string;
}
export function useCalendarSpanTexts(): CalendarSpanTexts {
  const absences = useTranslations("absences");
  const locale = useLocale();
  return useMemo(() => ({ absences, locale }), [absences, locale]);
}

/** Label of a span; the note about a person is only shown on hovering and read with the head of the row. */
export function calendarSpanLabel(
  { type, who, isPerson, note }: AbsenceRowSpan,
  { absences: t }: CalendarSpanTexts,
): string {
  if (type === "SCHEDULED_SHIFT") return t("shift");
  if (isPerson) return t("person", { name: who ?? "" });
  return note ?? t("vehicle", { kind: who === null ? "own" : "named", name: who ?? "" });
}

/** Full text of a span: who, when, whether a tour needs them, and why. */
export function calendarSpanDescription(span: AbsenceRowSpan, axis: TimelineAxis, words: CalendarSpanTexts): string {
  const { absences: t } = words;
  const { type, who, isPerson, note, isClash } = span;
  const kind = type === "SCHEDULED_SHIFT" ? "shift" : isPerson ? "person" : who === null ? "own" : "named";
  const what = t("what", { kind, name: who ?? "" });
  const clash = isClash ? `, ${t("clash")}` : "";
  return `${what}, ${spanTimeText(span, axis, words)}${clash}${note === null ? "" : `: ${note}`}`;
}

function spanTimeText(
  { start, end, isWholeDays, isCut }: AbsenceRowSpan,
  axis: TimelineAxis,
  { absences: t, locale }: CalendarSpanTexts,
) {
  const isLong = axis.days > 1 || start < axis.from || end > axis.to;
  const [first, last] = [formatWeekdayAndDay(start, locale), formatWeekdayAndDay(end - 1, locale)];
  const time = isLong ? formatDayAndClock : formatClock;
  const [from, to] = isWholeDays ? [first, last] : [time(start, locale), time(end, locale)];
  if (isCut.start || isCut.end) {
    const cut = isCut.start && isCut.end ? "both" : isCut.start ? "start" : "end";
    return t("cut", { cut, from, to });
  }
  if (!isWholeDays) return t("time", { from, to });
  return t("days", { kind: first !== last ? "several" : isLong ? "one" : "shown", from, to });
}
