import type { AbsenceTour, waysOut } from "@leitstand/contract/board/absence-tours";
import type { Static } from "@leitstand/contract/core/schema";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { givenTimes, keptTimes, selectAbsenceTours } from "./absence-tours.sql";
import type { EventRow } from "./calendar-events.sql";
import type { Occurrence } from "./series";

type WayOut = (typeof waysOut)[number];
type HitTour = Pick<Static<typeof AbsenceTour>, "status" | "open_cases">;

interface Reader {
  readonly tx: Tx;
  readonly now: Date;
  /** Scope of the tours that the caller may read; undefined when there are none. */
  readonly tours: Scope | undefined;
}

type Absence = Pick<EventRow, "event_type" | "user_id" | "vehicle_id">;
type Absent = { readonly id: string } | { readonly times: readonly Pick<Occurrence, "starts_at" | "ends_at">[] };

/**
 * Tours that an absence just written, or some of its occurrences, fall into, and their total; none for a shift, null
 * for a caller who may read no tours.
 */
export async function toursHitBy({ tx, now, tours: readable }: Reader, absence: Absence & Absent) {
  if (!readable) return { tours: null, tours_total: null };
  if (absence.event_type !== "UNAVAILABLE") return { tours: [], tours_total: 0 };
  const times = "times" in absence ? givenTimes(absence.times) : keptTimes(tx, absence.id);
  const { user_id, vehicle_id } = absence;
  const hit = await selectAbsenceTours(tx, readable, { user_id, vehicle_id, times, now });
  const tours = hit.map(({ in_all: _, ...tour }) => ({ ...tour, ways_out: waysOutOf(tour, user_id !== null) }));
  return { tours, tours_total: hit[0]?.in_all ?? 0 };
}

function waysOutOf({ status, open_cases }: HitTour, isPerson: boolean): WayOut[] {
  const exchange = isPerson ? "setScheduledTourUsers" : "setScheduledTourVehicles";
  const end = status === "SCHEDULED" ? "deleteScheduledTour" : "finishTour";
  return [...(status === "SCHEDULED" ? [exchange as WayOut] : []), open_cases > 0 ? "reassignCase" : end];
}
