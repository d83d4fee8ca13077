import { Temporal } from "#shared/text/temporal.ts";
import { dayBounds, hourStartsOf, tenantTimeZone } from "#shared/text/time.ts";

export type TimelineGridMinutes = 60 | 30 | 15;
export const timelineGridMinutes: readonly TimelineGridMinutes[] = [60, 30, 15];
type ShownDays = 1 | 3 | 7;

/** Maps instants to pixels. Time runs evenly, so a day of 23 or 25 hours is shorter or longer by an hour's width. */
export interface TimelineAxis {
  readonly day: string;
  readonly days: ShownDays;
  readonly grid: TimelineGridMinutes;
  readonly from: number;
  readonly to: number;
  readonly pixelsPerHour: number;
  readonly width: number;
}

const HOUR_MS = 3_600_000;
const SNAP_MINUTES = 15;
const hourWidths: Readonly<Record<ShownDays, Readonly<Record<TimelineGridMinutes, number>>>> = {
  1: { 60: 66, 30: 132, 15: 264 },
  3: { 60: 26, 30: 52, 15: 104 },
  7: { 60: 8, 30: 20, 15: 48 },
};

export function createTimelineAxis({
  day,
  days,
  grid,
}: {
  day: string;
  days: ShownDays;
  grid: TimelineGridMinutes;
}): TimelineAxis {
  const { from, to } = dayBounds(day, days);
  const pixelsPerHour = hourWidths[days][grid];
  return { day, days, grid, from, to, pixelsPerHour, width: ((to - from) / HOUR_MS) * pixelsPerHour };
}

export const xOfInstant = ({ from, pixelsPerHour }: TimelineAxis, instant: number) =>
  ((instant - from) / HOUR_MS) * pixelsPerHour;
export const instantAtX = ({ from, pixelsPerHour }: TimelineAxis, x: number) => from + (x / pixelsPerHour) * HOUR_MS;
export const durationOfPixels = ({ pixelsPerHour }: TimelineAxis, pixels: number) => (pixels / pixelsPerHour) * HOUR_MS;
/**
 * Snaps an instant to the grid. Zones differ by whole quarters of an hour, so quarters of the clock are quarters of
 * UTC.
 */
export const snapInstant = (instant: number, minutes = SNAP_MINUTES) =>
  Math.round(instant / (minutes * 60_000)) * minutes * 60_000;

export interface TimelineTick {
  readonly at: number;
  readonly x: number;
  readonly is: "day" | "hour" | "line";
  readonly hasLabel: boolean;
}

/** Smallest distance of lines in pixels: nearer ones are a pattern and no help; labels need the width of their text. */
const LINE_GAP_PX_MIN = 24;
const LABEL_GAP_PX_MIN = 58;
const tickStepMinutes = [15, 30, 60, 120, 180, 360, 720, 1440];
const tickStepAtLeast = (minutes: number) => tickStepMinutes.find((step) => step >= minutes) ?? 1440;

/** Lines and labels by the local clock: an hour that comes twice has two of them, a skipped one has none. */
export function axisTicksOf(axis: TimelineAxis): TimelineTick[] {
  const minutesPerPixel = 60 / axis.pixelsPerHour;
  const line = tickStepAtLeast(Math.max(axis.grid, LINE_GAP_PX_MIN * minutesPerPixel));
  const label = tickStepAtLeast(Math.max(60, LABEL_GAP_PX_MIN * minutesPerPixel));
  return hourStartsOf(axis.day, axis.days).flatMap((hour) => {
    const wall = Temporal.Instant.fromEpochMilliseconds(hour).toZonedDateTimeISO(tenantTimeZone()).hour * 60;
    const isDay = wall === 0;
    const whole =
      wall % line === 0
        ? [{ at: hour, x: xOfInstant(axis, hour), is: isDay ? "day" : "hour", hasLabel: wall % label === 0 } as const]
        : [];
    const parts = Array.from({ length: Math.max(0, 60 / line - 1) }, (_, part) => {
      const at = hour + (part + 1) * line * 60_000;
      return { at, x: xOfInstant(axis, at), is: "line", hasLabel: false } as const;
    });
    return [...whole, ...parts];
  });
}
