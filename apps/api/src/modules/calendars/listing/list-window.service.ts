import { CALENDAR_DAYS_MAX } from "@leitstand/contract/board/calendar-events";
import { problem } from "#platform/problem";
import { addDays, atMidnight, localDayOf } from "../recurrence/local-time";
import { WallClock } from "../recurrence/wall-clock";

interface Where {
  readonly now: Date;
  readonly timezone: string;
}
interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** Days in the window of a request that names none. */
const DAYS_SHOWN = 31;
const DAY = 86_400_000;

/** Window of a list, given as moments or days; a day as the end is included. */
export function listWindow(
  asked: { from: string | undefined; to: string | undefined },
  { now, timezone }: Where,
): Window {
  const from = momentOf(asked.from ?? localDayOf(now, timezone), timezone);
  const to =
    asked.to === undefined ? new Date(from.getTime() + DAYS_SHOWN * DAY) : momentOf(dayAfter(asked.to), timezone);
  if (to <= from) throw problem("TIME_RANGE_INVALID", { from: from.toISOString(), to: to.toISOString() });
  const most = new Date(Math.min(from.getTime(), now.getTime()) + (CALENDAR_DAYS_MAX + 1) * DAY);
  if (to > most) throw outOfRange("to", { min: from, max: most });
  return { from, to };
}

export const windowFromToday = (where: Where): Window => listWindow({ from: undefined, to: undefined }, where);

const dayAfter = (value: string) => (value.length === 10 ? addDays(value, 1) : value);

function momentOf(value: string, timezone: string): Date {
  if (value.length > 10) return new Date(value);
  const noon = new Date(`${value}T12:00:00Z`);
  return new WallClock(timezone, noon, noon).momentOf(atMidnight(value));
}

const outOfRange = (field: string, { min, max }: { min: Date; max: Date }) =>
  problem("TIME_OUT_OF_RANGE", { field, min: min.toISOString(), max: max.toISOString() });
