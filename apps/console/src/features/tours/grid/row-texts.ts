import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { formatClockOrDay, formatDayAndClock } from "#shared/text/time.ts";
import type { TimelineAxis } from "./time-axis.ts";
import type { TimelineBar } from "./tour-rows.ts";

/** Texts that rows and bars need for their names. */
export interface TimelineRowTexts {
  readonly tours: ReturnType<typeof useTranslations<"tours">>;
  readonly states: ReturnType<typeof useTranslations<"states">>;
  readonly locale: string;
}

/** Texts of rows, created once per grid: a translator for every bar costs more than drawing the bar. */
export function useTimelineRowTexts(): TimelineRowTexts {
  const tours = useTranslations("tours");
  const states = useTranslations("states");
  const locale = useLocale();
  return useMemo(() => ({ tours, states, locale }), [tours, states, locale]);
}

/** Text of a bar, with which its name begins: `C-139 Überführung …`. */
export const timelineBarText = ({ dispatchCase }: TimelineBar) =>
  `${shortenNumber(dispatchCase.natural_id)} ${dispatchCase.display_name}`;

/** Shortens `C-2026-000139` to C-139, for a board that shows one day. */
const shortenNumber = (natural_id: string) => natural_id.replace(/^(\w+)-\d{4}-0*(\d+)$/, "$1-$2");

/** Time of an instant with its day, unless that is the only day which the timeline shows. */
export const textOnAxis = (instant: number, { days, from }: TimelineAxis, locale: string): string =>
  days > 1 ? formatDayAndClock(instant, locale) : formatClockOrDay(instant, from, locale);

interface BarNameOptions {
  readonly row: string;
  readonly isLate: boolean;
  readonly axis: TimelineAxis;
}
/** Accessible name of a bar: everything that it shows by place, colour and shape, in words. */
export function accessibleBarName(
  bar: TimelineBar,
  { tours: t, states, locale }: TimelineRowTexts,
  naming: BarNameOptions,
): string {
  const name = t("bar", {
    name: timelineBarText(bar),
    state: states(bar.look.word),
    from: textOnAxis(bar.start, naming.axis, locale),
    to: textOnAxis(bar.end, naming.axis, locale),
    kind: bar.tour.vehicle_device_associations.length > 0 ? "vehicle" : "tour",
    row: naming.row,
  });
  const late = naming.isLate ? `, ${t("late")}` : "";
  const broken = bar.violation === "none" ? "" : `, ${t(`violation_${bar.violation}`)}`;
  return name + late + broken;
}
