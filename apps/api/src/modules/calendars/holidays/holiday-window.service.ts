import { HOLIDAY_QUERY_DAYS_MAX, HOLIDAY_YEARS_FROM_NOW_MAX } from "@leitstand/contract/board/public-holidays";
import { problem } from "#platform/problem";
import { addDays } from "../recurrence/local-time";

/** Window of days, both included. */
export interface HolidayWindow {
  readonly from: string;
  readonly to: string;
}

/** Days in the window of a request that names no end. */
const DEFAULT_HOLIDAY_DAYS = 365;
const HOLIDAY_DAYS_AROUND_MAX = HOLIDAY_YEARS_FROM_NOW_MAX * 366;

export function toHolidayWindow(
  asked: { readonly from: string | undefined; readonly to: string | undefined },
  today: string,
): HolidayWindow {
  const [min, max] = [addDays(today, -HOLIDAY_DAYS_AROUND_MAX), addDays(today, HOLIDAY_DAYS_AROUND_MAX)];
  const from = asked.from ?? today;
  if (asked.to !== undefined && asked.to < from) throw problem("TIME_RANGE_INVALID", { from, to: asked.to });
  if (from < min || from > max) throw problem("TIME_OUT_OF_RANGE", { field: "from", min, max });
  const to = asked.to ?? earlierDay(addDays(from, DEFAULT_HOLIDAY_DAYS), max);
  const last = earlierDay(addDays(from, HOLIDAY_QUERY_DAYS_MAX), max);
  if (to > last) throw problem("TIME_OUT_OF_RANGE", { field: "to", min: from, max: last });
  return { from, to };
}

const earlierDay = (a: string, b: string) => (a < b ? a : b);
