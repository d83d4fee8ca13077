import type { AvailabilityFacts, Span } from "../facts/availability";

type Moments = readonly [from: number, to: number];

const momentsOf = ({ starts_at, ends_at }: Span): Moments => [Date.parse(starts_at), Date.parse(ends_at)];

/** Whether one of these people or vehicles is away for some of the time. */
export const isAway = (facts: readonly AvailabilityFacts[], [from, to]: Moments): boolean =>
  facts.some(({ absences }) => absences.map(momentsOf).some(([begins, ends]) => begins < to && ends > from));

/** Whether one of the members with shifts is not on shift all the time; one shift may follow another. */
export const isOutsideShift = (facts: readonly AvailabilityFacts[], [from, to]: Moments): boolean =>
  facts.some(({ has_shifts, shifts }) => has_shifts && !covers(shifts, [from, to]));

function covers(shifts: readonly Span[], [from, to]: Moments): boolean {
  let covered = from;
  for (const [begins, ends] of shifts.map(momentsOf).toSorted(([one], [other]) => one - other))
    if (begins <= covered) covered = Math.max(covered, ends);
  return covered >= to;
}
