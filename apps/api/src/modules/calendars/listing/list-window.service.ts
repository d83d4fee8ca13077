import { CALENDAR_DAYS_MAX } from "@leitstand/contract/board/calendar-events";
import { problem } from "#platform/problem";
import { addDays, midnightOf, localDayAt } from "../recurrence/local-time";
import { ZoneClock } from "../recurrence/wall-clock";

interface ListClock {
  readonly now: Date;
  readonly timezone: string;
}
interface MomentWindow {
  readonly from: Date;
  readonly to: Date;
}

/** Days in the window of a request that names none. */
const DEFAULT_LIST_DAYS = 31;
const DAY_MS = 86_400_000;

/** Window of a list, given as moments or days; a day as the end is included. */
export function resolveCalendarListWindow(
  asked: { from: string | undefined; to: string | undefined },
  { now, timezone }: ListClock,
): MomentWindow {
  const from = momentOfBound(asked.from ?? localDayAt(now, timezone), timezone);
  const to =
    asked.to === undefined
      ? new Date(from.getTime() + DEFAULT_LIST_DAYS * DAY_MS)
      : momentOfBound(dayAfterOrSame(asked.to), timezone);
  if (to <= from) throw problem("TIME_RANGE_INVALID", { from: from.toISOString(), to: to.toISOString() });
  const most = new Date(Math.min(from.getTime(), now.getTime()) + (CALENDAR_DAYS_MAX + 1) * DAY_MS);
  if (to > most) throw listWindowOutOfRange("to", { min: from, max: most });
  return { from, to };
}

export const defaultCalendarListWindow = (where: ListClock): MomentWindow =>
  resolveCalendarListWindow({ from: undefined, to: undefined }, where);

const dayAfterOrSame = (value: string) => (value.length === 10 ? addDays(value, 1) : value);

function momentOfBound(value: string, timezone: string): Date {
  if (value.length > 10) return new Date(value);
  const noon = new Date(`${value}T12:00:00Z`);
  return new ZoneClock(timezone, noon, noon).momentOf(midnightOf(value));
}

const listWindowOutOfRange = (field: string, { min, max }: { min: Date; max: Date }) =>
  problem("TIME_OUT_OF_RANGE", { field, min: min.toISOString(), max: max.toISOString() });
