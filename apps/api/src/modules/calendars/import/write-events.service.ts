import type { Tx } from "#platform/database/database";
import { announceCalendarEvents } from "../calendar-event-record.service";
import { insertCalendarEvents, type InsertedEventRow } from "../calendar-events.sql";
import { insertEventExclusions } from "../exclusions.sql";
import { insertOccurrencesOfEvents } from "../occurrences.sql";
import type { EventImportPlan } from "./plan-events.service";

/** Writes all planned events in a few statements; answers the new ids by the key of each. */
export async function writePlannedCalendarEvents(tx: Tx, plans: readonly EventImportPlan[], calendar_id: string) {
  const byKey = new Map(plans.flatMap(({ event, planned }) => (planned ? [[event.key, { event, planned }]] : [])));
  const drafts = [...byKey.values()].map(({ event, planned: { draft, stored } }) => {
    const { occurrences: _, ...kept } = stored;
    return { ...draft, ...kept, calendar_id, ical_uid: event.key, ical_digest: event.digest };
  });
  const rows = await insertCalendarEvents(tx, drafts);
  const ofRow = <T>(list: (row: InsertedEventRow) => readonly T[] | undefined) =>
    rows.flatMap((row) => (list(row) ?? []).map((each) => ({ event_id: row.id, ...each })));
  insertEventExclusions(
    tx,
    ofRow(({ ical_uid }) => byKey.get(ical_uid)?.planned.excluded.map((date) => ({ date }))),
  );
  const [first] = drafts;
  const times = ofRow(({ ical_uid }) => byKey.get(ical_uid)?.planned.stored.occurrences);
  if (first) insertOccurrencesOfEvents(tx, first, times);
  await announceCalendarEvents(tx, rows, "created");
  return new Map(rows.map(({ ical_uid, id }) => [ical_uid, id]));
}
