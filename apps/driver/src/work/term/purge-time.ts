import type { Case } from "@leitstand/contract/cases/case";
import type { DriverTour } from "#work/shown-shift.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Time when a case has to leave the phone, even without the server: a day after the driver's own work on it was done,
 * or after the planned end of a shift that never began.
 */
export function purgeTimeOf({ tour_case_states = [] }: Case, tours: readonly DriverTour[]): number {
  const own = tour_case_states.flatMap((link) => {
    const tour = tours.find(({ id }) => id === link.tour_id);
    return tour === undefined ? [] : [{ link, tour }];
  });
  const ends = own.map(({ link, tour }) => (link.bucket === "open" ? endOfTour(tour) : msOrInfinity(link.closed_at)));
  return Math.max(0, ...ends) + DAY_MS;
}

const endOfTour = ({ status, scheduled_start_at, scheduled_end_at }: DriverTour) =>
  status === "STARTED" ? Number.POSITIVE_INFINITY : msOrInfinity(scheduled_end_at ?? scheduled_start_at);
const msOrInfinity = (at: string | null) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));
