/** Distance of a due time from now. `minutes`, `hours` and `days` are whole and never negative. */
export interface TimeToDue {
  readonly isLate: boolean;
  readonly unit: "now" | "minutes" | "hours" | "days";
  readonly count: number;
  /** Minutes beside the hours, when those are few. */
  readonly minutes: number;
}

const MINUTE_MS = 60_000;
/** Number of hours from which a distance is shown without minutes. */
const MINUTES_SHOWN_BELOW_HOURS = 6;

export function timeToDueFromNow(due_at: string, now: number): TimeToDue {
  const distance = Date.parse(due_at) - now;
  const isLate = distance < 0;
  // A minute and a half is shown as one minute, in both directions.
  const minutes = Math.floor(Math.abs(distance) / MINUTE_MS);
  if (minutes === 0) return { isLate, unit: "now", count: 0, minutes: 0 };
  if (minutes < 60) return { isLate, unit: "minutes", count: minutes, minutes: 0 };
  const hours = Math.floor(minutes / 60);
  if (hours < 24)
    return { isLate, unit: "hours", count: hours, minutes: hours < MINUTES_SHOWN_BELOW_HOURS ? minutes % 60 : 0 };
  return { isLate, unit: "days", count: Math.floor(hours / 24), minutes: 0 };
}
