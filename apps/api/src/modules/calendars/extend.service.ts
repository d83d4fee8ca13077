import type { Database, Tx } from "#platform/database/database";
import type { Retention } from "#platform/database/retention";
import { sql } from "#platform/database/sql";
import { type DueEvent, postponeExtension, selectDueEvents, updateExtent } from "./extend.sql";
import { insertOccurrences, removeOldOccurrences } from "./occurrences.sql";
import { extend } from "./recurrence/stored-occurrences";

/** Days for which past events are kept: three years, for questions about past working time. */
const KEPT_DAYS = 1_095;
const DAY = 86_400_000;
export const calendarRetention: Retention = { table: sql`calendar_events`, column: sql`ends_at`, days: KEPT_DAYS };

/**
 * Extends the stored occurrences of events that go on; several nodes may do so at once. Answers how many events were
 * extended. An event whose occurrences cannot be computed does not stop the others: it is tried again the next day, and
 * its error is thrown when all are done.
 */
export async function extendOccurrences(db: Database, now: Date): Promise<number> {
  let extended = 0;
  const failures: Error[] = [];
  for (;;) {
    const count = await db.systemTransaction("", async (tx) => {
      const due = await selectDueEvents(tx, now);
      for (const event of due) {
        const own = { ...tx, tenantId: event.tenant_id };
        try {
          extendEvent(own, event, now);
        } catch (cause) {
          failures.push(new Error(`The calendar event ${event.id} cannot be extended.`, { cause }));
          postponeExtension(own, event.id, new Date(now.getTime() + DAY));
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

function extendEvent(tx: Tx, event: DueEvent, now: Date) {
  const { occurrences, ...extent } = extend(event, { expanded_until: event.expanded_until, now });
  removeOldOccurrences(tx, event.id, new Date(now.getTime() - KEPT_DAYS * DAY));
  insertOccurrences(tx, event, occurrences);
  updateExtent(tx, event.id, extent);
}
