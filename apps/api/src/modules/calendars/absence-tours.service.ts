import type { AbsenceTour, waysOut } from "@leitstand/contract/board/absence-tours";
import type { Static } from "@leitstand/contract/core/schema";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { selectAbsenceTours } from "./absence-tours.sql";
import type { EventRow } from "./calendar-events.sql";

type WayOut = (typeof waysOut)[number];
type HitTour = Pick<Static<typeof AbsenceTour>, "status" | "open_cases">;

interface Reader {
  readonly tx: Tx;
  readonly now: Date;
  /** The tours that the caller may read; undefined: none. */
  readonly tours: Scope | undefined;
}

/** The tours that are hit by an absence that was just written, none by a shift; null for a caller who may read no tours. */
export async function toursHitBy({ tx, now, tours: readable }: Reader, event: EventRow) {
  if (!readable) return null;
  if (event.event_type !== "UNAVAILABLE") return [];
  const tours = await selectAbsenceTours(tx, readable, { ...event, now });
  const isPerson = event.user_id !== null;
  return tours.map((tour) => ({ ...tour, ways_out: waysOutOf(tour, isPerson) }));
}

function waysOutOf({ status, open_cases }: HitTour, isPerson: boolean): WayOut[] {
  const exchange = isPerson ? "setScheduledTourUsers" : "setScheduledTourVehicles";
  const end = status === "SCHEDULED" ? "deleteScheduledTour" : "finishTour";
  return [...(status === "SCHEDULED" ? [exchange as WayOut] : []), open_cases > 0 ? "reassignCase" : end];
}
