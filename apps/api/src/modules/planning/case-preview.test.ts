import type { TravelMatrix } from "@leitstand/optimiser/problem/problem";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CaseAndTourPlaces, CaseInsertionPreview } from "./case-preview";
import { toClampedEpoch } from "./case-times";
import type { PlanningLonLat, PlannedTour } from "./planned";
import { createTestPlannedCase, createTestPlannedTour, PLANNING_TEST_TIME, testPlanningRules } from "./planned-testkit";

const arbitraryPlace = fc.record({ lon: fc.constantFrom(15.44, 15.5, 15.61), lat: fc.constantFrom(47, 47.1, 47.23) });
const arbitraryOptionalPlace = fc.option(arbitraryPlace, { freq: 6 });
const arbitraryLink = fc.record({
  state: fc.constantFrom("ASSIGNED", "ACCEPTED", "STARTED", "onTheWay", "LOADED", "toDestination", "POSTPONED"),
  source: arbitraryOptionalPlace,
  target: arbitraryOptionalPlace,
});
const arbitraryDrivingTour = fc.record({
  started_sub_state: fc.constantFrom("ACTIVE" as const, "ACTIVE" as const, "NOT_TAKING_CASES" as const),
  position: arbitraryOptionalPlace,
  links: fc.array(arbitraryLink, { maxLength: 5 }),
});

/** Travel times between all places: a minute for each kilometre of straight line, and a minute for setting off. */
function matrixOfAllWays(positions: readonly PlanningLonLat[]): TravelMatrix {
  const kilometres = positions.map((from) =>
    positions.map((to) => Math.round(Math.hypot(from[0] - to[0], from[1] - to[1]) * 111)),
  );
  return {
    durations: kilometres.map((row) => row.map((way) => 60 * (way + 1))),
    distances: kilometres.map((row) => row.map((way) => 1000 * way)),
  };
}

function keepOnlyPairs({ durations, distances = [] }: TravelMatrix, pairs: readonly number[]): TravelMatrix {
  const asked = new Set(pairs.flatMap((from, at) => (at % 2 === 0 ? [`${from} ${pairs[at + 1]}`] : [])));
  const part = (rows: TravelMatrix["durations"]) =>
    rows.map((row, from) => Array.from(row, (way, to) => (asked.has(`${from} ${to}`) ? way : Number.NaN)));
  return { durations: part(durations), distances: part(distances) };
}

it("the preview of a case is the same with only the travel times that it needs as with those between all places", () => {
  let suggested = 0;
  fc.assert(
    fc.property(
      fc.array(arbitraryDrivingTour, { minLength: 1, maxLength: 4 }),
      arbitraryPlace,
      arbitraryOptionalPlace,
      (drives, source, target) => {
        const job = createTestPlannedCase("new", { source, target });
        const tours = drives.map(({ links, ...drawn }, index): PlannedTour => {
          const open = links.map(({ state, ...places }, at) => ({
            state,
            case: createTestPlannedCase(`${index} ${at}`, places),
          }));
          return createTestPlannedTour(`tour ${index}`, { ...drawn, open });
        });
        const places = new CaseAndTourPlaces(job, tours);
        const previewed = (matrixOf: (request: (typeof places.requests)[number]) => TravelMatrix) => {
          const matrices = places.requests.map(matrixOf);
          return new CaseInsertionPreview(job, tours, {
            places,
            matrices,
            rules: testPlanningRules,
            now: toClampedEpoch(PLANNING_TEST_TIME),
          }).of(tours, 5);
        };
        const byAll = previewed((request) => matrixOfAllWays(request.places));
        expect(previewed((request) => keepOnlyPairs(matrixOfAllWays(request.places), request.pairs))).toEqual(byAll);
        suggested += byAll.length;
      },
    ),
    { numRuns: 200, seed: 3, endOnFailure: true },
  );
  expect(suggested).toBeGreaterThan(200);
});
