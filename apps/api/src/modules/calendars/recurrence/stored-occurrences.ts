import { CALENDAR_DAYS_MAX } from "@leitstand/contract/board/calendar-events";
import { addDays, localDayAt } from "./local-time";
import type { EventOccurrence, EventSeries, StoredOccurrenceExpansion } from "../series";
import { hasSeriesEndedBy, listOccurrences } from "./recurrence";

/**
 * Days for which occurrences are stored: as far as lists reach, and some more, because each event is extended once a
 * month and a few missed nights must do no harm.
 */
const STORED_DAYS_AHEAD = CALENDAR_DAYS_MAX + 35;
const EXTENSION_INTERVAL_DAYS = 30;
/** Years after which a rule without a day is taken to have none: the 29th of February skips eight years at most. */
const YEARS_WITHOUT_OCCURRENCE_MAX = 10;
const DAY_MS = 86_400_000;

/** Computes the occurrences to store; undefined when the series has none. */
export function computeOccurrencesToStore(series: EventSeries, now: Date): StoredOccurrenceExpansion | undefined {
  const first = findFirstOccurrence(series);
  if (!first) return undefined;
  const until = lastDayToStore(series, now);
  const known = listOccurrences(series, { from: first.date, to: until });
  return { ...toStoredSeries(series, { known, until, now }), starts_at: first.starts_at };
}

/** Computes the occurrences after those that are stored already. */
export function computeFurtherOccurrences(
  series: EventSeries,
  { expanded_until, now }: { expanded_until: string; now: Date },
) {
  const until = lastDayToStore(series, now);
  const known = listOccurrences(series, { from: addDays(expanded_until, 1), to: until });
  return toStoredSeries(series, { known, until, now });
}

function toStoredSeries(
  series: EventSeries,
  { known, until, now }: { known: readonly EventOccurrence[]; until: string; now: Date },
) {
  const isWhole = hasSeriesEndedBy(series, until);
  const ends = known.map(({ ends_at }) => ends_at.getTime());
  return {
    occurrences: known,
    ends_at: isWhole && ends.length > 0 ? new Date(Math.max(...ends)) : null,
    expanded_until: until,
    extend_at: isWhole ? null : new Date(now.getTime() + EXTENSION_INTERVAL_DAYS * DAY_MS),
  };
}

/** Last day to store; an event that takes place once is stored however far ahead it is. */
function lastDayToStore({ recurrence, start_local, timezone }: EventSeries, now: Date): string {
  const ahead = addDays(localDayAt(now, timezone), STORED_DAYS_AHEAD);
  const first = start_local.slice(0, 10);
  return recurrence === null && first > ahead ? first : ahead;
}

/** First occurrence of a series; undefined when it has none. */
export function findFirstOccurrence(series: EventSeries): EventOccurrence | undefined {
  const from = series.start_local.slice(0, 10);
  const inDays = (days: number) => listOccurrences(series, { from, to: addDays(from, days) })[0];
  return inDays(STORED_DAYS_AHEAD) ?? inDays(YEARS_WITHOUT_OCCURRENCE_MAX * 366);
}
