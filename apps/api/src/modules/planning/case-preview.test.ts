import type { Matrix } from "@leitstand/optimiser/problem/problem";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CasePlaces, CasePreview } from "./case-preview";
import { secondsOf } from "./case-times";
import type { PlannedPosition, PlannedTour } from "./planned";
import { aCase, aTour, NOW, rules } from "./planned-testkit";

const place = fc.record({ lon: fc.constantFrom(15.44, 15.5, 15.61), lat: fc.constantFrom(47, 47.1, 47.23) });
const maybePlace = fc.option(place, { freq: 6 });
const link = fc.record({
  state: fc.constantFrom("ASSIGNED", "ACCEPTED", "STARTED", "onTheWay", "LOADED", "toDestination", "POSTPONED"),
  source: maybePlace,
  target: maybePlace,
});
const drive = fc.record({
  started_sub_state: fc.constantFrom("ACTIVE" as const, "ACTIVE" as const, "NOT_TAKING_CASES" as const),
  position: maybePlace,
  links: fc.array(link, { maxLength: 5 }),
});

/** Ways between all places: a minute for each kilometre of straight line, and a minute for setting off. */
function allWays(positions: readonly PlannedPosition[]): Matrix {
  const kilometres = positions.map((from) =>
    positions.map((to) => Math.round(Math.hypot(from[0] - to[0], from[1] - to[1]) * 111)),
  );
  return {
    durations: kilometres.map((row) => row.map((way) => 60 * (way + 1))),
    distances: kilometres.map((row) => row.map((way) => 1000 * way)),
  };
}

function onlyWays({ durations, distances = [] }: Matrix, pairs: readonly number[]): Matrix {
  const asked = new Set(pairs.flatMap((from, at) => (at % 2 === 0 ? [`${from} ${pairs[at + 1]}`] : [])));
  const part = (rows: Matrix["durations"]) =>
    rows.map((row, from) => Array.from(row, (way, to) => (asked.has(`${from} ${to}`) ? way : Number.NaN)));
  return { durations: part(durations), distances: part(distances) };
}

it("the preview of a case by the ways that it requires equals that by all ways between the places", () => {
  let suggested = 0;
  fc.assert(
    fc.property(fc.array(drive, { minLength: 1, maxLength: 4 }), place, maybePlace, (drives, source, target) => {
      const job = aCase("new", { source, target });
      const tours = drives.map(({ links, ...drawn }, index): PlannedTour => {
        const open = links.map(({ state, ...places }, at) => ({ state, case: aCase(`${index} ${at}`, places) }));
        return aTour(`tour ${index}`, { ...drawn, open });
      });
      const places = new CasePlaces(job, tours);
      const previewed = (matrixOf: (request: (typeof places.requests)[number]) => Matrix) => {
        const matrices = places.requests.map(matrixOf);
        return new CasePreview(job, tours, { places, matrices, rules, now: secondsOf(NOW) }).of(tours, 5);
      };
      const byAll = previewed((request) => allWays(request.places));
      expect(previewed((request) => onlyWays(allWays(request.places), request.pairs))).toEqual(byAll);
      suggested += byAll.length;
    }),
    { numRuns: 200, seed: 3, endOnFailure: true },
  );
  expect(suggested).toBeGreaterThan(200);
});
