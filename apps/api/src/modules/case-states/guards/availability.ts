import type { AvailabilityFacts, AvailabilitySpan } from "../facts/availability";

type MillisecondSpan = readonly [from: number, to: number];

const toMillisecondSpan = ({ starts_at, ends_at }: AvailabilitySpan): MillisecondSpan => [
  Date.parse(starts_at),
  Date.parse(ends_at),
];

/** Whether one of these people or vehicles is away for some of the time. */
export const isAnyResourceAbsent = (facts: readonly AvailabilityFacts[], [from, to]: MillisecondSpan): boolean =>
  facts.some(({ absences }) => absences.map(toMillisecondSpan).some(([begins, ends]) => begins < to && ends > from));

/** Whether one of the members with shifts is not on shift all the time; one shift may follow another. */
export const isAnyResourceOffShift = (facts: readonly AvailabilityFacts[], [from, to]: MillisecondSpan): boolean =>
  facts.some(({ has_shifts, shifts }) => has_shifts && !shiftsCover(shifts, [from, to]));

function shiftsCover(shifts: readonly AvailabilitySpan[], [from, to]: MillisecondSpan): boolean {
  let covered = from;
  for (const [begins, ends] of shifts.map(toMillisecondSpan).toSorted(([one], [other]) => one - other))
    if (begins <= covered) covered = Math.max(covered, ends);
  return covered >= to;
}
