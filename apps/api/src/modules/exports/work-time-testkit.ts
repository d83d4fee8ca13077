/** Compares the working time of any tour, on days of any length, with a count minute by minute. */
import fc from "fast-check";
import { expect } from "vitest";
import { type TimeInterval, splitTourAtMidnights, type WorkedTour } from "./work-time";

export const MINUTE_MS = 60_000;

/** Spans from cuts in ascending order: every second interval between them belongs to a span. */
const intervalsFromCuts = (cuts: readonly number[]): TimeInterval[] =>
  cuts.flatMap((from, place) =>
    place % 2 === 0 && cuts[place + 1] !== undefined ? [{ from, to: cuts[place + 1] as number }] : [],
  );

/** Counts minute by minute whether it is within the tour, within a break, and on which day. */
function countWorkMinutes(tour: WorkedTour, midnights: readonly number[]) {
  const days = new Map<number, { shift: number; breaks: number; offDuty: number }>();
  const isWithin = (minute: number) => (span: TimeInterval) => span.from <= minute && minute < span.to;
  for (let minute = tour.from; minute < tour.to; minute += MINUTE_MS) {
    const day = midnights.findIndex((midnight, place) => midnight <= minute && minute < (midnights[place + 1] ?? -1));
    if (day < 0) continue;
    const counted = days.get(day) ?? { shift: 0, breaks: 0, offDuty: 0 };
    counted.shift += MINUTE_MS;
    if (tour.breaks_known && tour.breaks.some(isWithin(minute))) counted.breaks += MINUTE_MS;
    if (tour.breaks_known && tour.offDuty.some(isWithin(minute))) counted.offDuty += MINUTE_MS;
    days.set(day, counted);
  }
  return [...days].map(([day, counted]) => ({
    day,
    ...counted,
    net: counted.shift - counted.breaks - counted.offDuty,
  }));
}

const arbitraryWorkedTour = fc
  .record({
    lengths: fc.array(fc.constantFrom(23 * 60, 24 * 60, 25 * 60), { minLength: 1, maxLength: 5 }),
    from: fc.integer({ min: -2000, max: 8000 }),
    minutes: fc.integer({ min: 0, max: 3000 }),
    cuts: fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { maxLength: 12 }),
    known: fc.boolean(),
  })
  .map(({ lengths, from, minutes, cuts, known }) => {
    const midnights = lengths.reduce((found, length) => [...found, (found.at(-1) as number) + length * MINUTE_MS], [0]);
    const within = cuts
      .filter((cut) => cut <= minutes)
      .sort((a, b) => a - b)
      .map((cut) => (from + cut) * MINUTE_MS);
    const all = intervalsFromCuts(within);
    const tour: WorkedTour = {
      from: from * MINUTE_MS,
      to: (from + minutes) * MINUTE_MS,
      breaks: all.filter((_span, place) => place % 2 === 0),
      offDuty: all.filter((_span, place) => place % 2 === 1),
      breaks_known: known,
    };
    return { tour, midnights };
  });

export const assertMatchesMinuteCount = (seed: number, tours: number) =>
  fc.assert(
    fc.property(arbitraryWorkedTour, ({ tour, midnights }) => {
      const parts = splitTourAtMidnights(tour, midnights).map(({ day, shiftMs, breakMs, offDutyMs, netMs }) => ({
        day,
        shift: shiftMs,
        breaks: breakMs,
        offDuty: offDutyMs,
        net: netMs,
      }));
      expect(parts).toEqual(countWorkMinutes(tour, midnights));
    }),
    { seed, numRuns: tours },
  );
