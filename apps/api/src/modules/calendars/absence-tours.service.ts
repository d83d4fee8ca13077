import type { AbsenceTour, absenceRemedyOperations } from "@leitstand/contract/board/absence-tours";
import type { Static } from "@leitstand/contract/core/schema";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { givenOccurrenceTimesSql, storedOccurrenceTimesSql, selectToursDuringAbsence } from "./absence-tours.sql";
import type { CalendarEventRow } from "./calendar-events.sql";
import type { EventOccurrence } from "./series";

type AbsenceResolution = (typeof absenceRemedyOperations)[number];
type AffectedTour = Pick<Static<typeof AbsenceTour>, "status" | "open_cases">;

interface TourReader {
  readonly tx: Tx;
  readonly now: Date;
  /** Scope of the tours that the caller may read; undefined when there are none. */
  readonly tours: Scope | undefined;
}

type AbsenceOwner = Pick<CalendarEventRow, "event_type" | "user_id" | "vehicle_id">;
type AbsenceTimes =
  | { readonly id: string }
  | { readonly times: readonly Pick<EventOccurrence, "starts_at" | "ends_at">[] };

/**
 * Tours that an absence just written, or some of its occurrences, fall into, and their total; none for a shift, null
 * for a caller who may read no tours.
 */
export async function listToursDuringAbsence(
  { tx, now, tours: readable }: TourReader,
  absence: AbsenceOwner & AbsenceTimes,
) {
  if (!readable) return { tours: null, tours_total: null };
  if (absence.event_type !== "UNAVAILABLE") return { tours: [], tours_total: 0 };
  const times = "times" in absence ? givenOccurrenceTimesSql(absence.times) : storedOccurrenceTimesSql(tx, absence.id);
  const { user_id, vehicle_id } = absence;
  const hit = await selectToursDuringAbsence(tx, readable, { user_id, vehicle_id, times, now });
  const tours = hit.map(({ in_all: _, ...tour }) => ({
    ...tour,
    ways_out: absenceResolutionsOf(tour, user_id !== null),
  }));
  return { tours, tours_total: hit[0]?.in_all ?? 0 };
}

function absenceResolutionsOf({ status, open_cases }: AffectedTour, isPerson: boolean): AbsenceResolution[] {
  const exchange = isPerson ? "setScheduledTourUsers" : "setScheduledTourVehicles";
  const end = status === "SCHEDULED" ? "deleteScheduledTour" : "finishTour";
  return [...(status === "SCHEDULED" ? [exchange as AbsenceResolution] : []), open_cases > 0 ? "reassignCase" : end];
}
