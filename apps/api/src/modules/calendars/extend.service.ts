import type { Database, Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { sql } from "#platform/database/sql";
import {
  type CalendarEventToExtend,
  postponeOccurrenceExtension,
  lockCalendarEventsToExtend,
  updateOccurrenceExtent,
} from "./extend.sql";
import { insertOccurrences, removeOldOccurrences } from "./occurrences.sql";
import { computeFurtherOccurrences } from "./recurrence/stored-occurrences";

/** Days for which past events are kept: three years, for questions about past working time. */
const EVENT_RETENTION_DAYS = 1_095;
const DAY_MS = 86_400_000;
export const calendarEventRetention: RetentionRule = {
  table: sql`calendar_events`,
  column: sql`ends_at`,
  days: EVENT_RETENTION_DAYS,
  // With each event up to some hundred occurrences and excluded days are deleted.
  rowsPerStatement: 100,
};

/**
 * Extends the stored occurrences of events without an end; several nodes may do so at once. Returns how many events
 * were extended. An event whose occurrences cannot be computed does not stop the others: it is tried again the next
 * day, and its error is thrown when all are done.
 */
export async function extendOccurrences(db: Database, now: Date): Promise<number> {
  let extended = 0;
  const failures: Error[] = [];
  for (;;) {
    const count = await db.systemTransaction("", async (tx) => {
      const due = await lockCalendarEventsToExtend(tx, now);
      for (const event of due) {
        const own = { ...tx, tenantId: event.tenant_id };
        try {
          extendOccurrencesOfEvent(own, event, now);
        } catch (cause) {
          failures.push(new Error(`The calendar event ${event.id} cannot be extended.`, { cause }));
          postponeOccurrenceExtension(own, event.id, new Date(now.getTime() + DAY_MS));
        }
      }
      return due.length;
    });
    extended += count;
    if (count > 0) continue;
    if (failures.length > 0) throw new AggregateError(failures, failures[0]?.message);
    return extended;
  }
}

function extendOccurrencesOfEvent(tx: Tx, event: CalendarEventToExtend, now: Date) {
  const { occurrences, ...extent } = computeFurtherOccurrences(event, { expanded_until: event.expanded_until, now });
  removeOldOccurrences(tx, event.id, new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS));
  insertOccurrences(tx, event, occurrences);
  updateOccurrenceExtent(tx, event.id, extent);
}
