import type { TravelMatrix } from "@leitstand/optimiser/problem/problem";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CaseAndTourPlaces, CaseInsertionPreview } from "./case-preview";
import { toClampedEpochSeconds } from "./case-times";
import { lonLatOfPlace, type PlanningLonLat, type PlanningCase, type PlanningTour } from "./planned";
import {
  createTestPlanningCase,
  createTestPlanningTour,
  planningTestTimeAfterHours,
  PLANNING_TEST_TIME,
  testPlaceKilometersNorth,
  testPlanningRules,
} from "./planned-testkit";

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
        const job = createTestPlanningCase("new", { source, target });
        const tours = drives.map(({ links, ...drawn }, index): PlanningTour => {
          const open = links.map(({ state, ...places }, at) => ({
            state,
            case: createTestPlanningCase(`${index} ${at}`, places),
          }));
          return createTestPlanningTour(`tour ${index}`, { ...drawn, open });
        });
        const places = new CaseAndTourPlaces(job, tours);
        const previewed = (matrixOf: (request: (typeof places.requests)[number]) => TravelMatrix) => {
          const matrices = places.requests.map(matrixOf);
          return new CaseInsertionPreview(job, tours, {
            places,
            matrices,
            rules: testPlanningRules,
            now: toClampedEpochSeconds(PLANNING_TEST_TIME),
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

describe("the preview of a case", () => {
  /** Previews by the ways between all places; no road leads to or from the places that are cut off. */
  function previewOn(job: PlanningCase, tour: PlanningTour, cutOff: readonly PlanningLonLat[] = []) {
    const places = new CaseAndTourPlaces(job, [tour]);
    const isCutOff = ([lon, lat]: PlanningLonLat) => cutOff.some((place) => place[0] === lon && place[1] === lat);
    const matrices = places.requests.map((request) => {
      const { durations, distances } = matrixOfAllWays(request.places);
      const gone = request.places.map(isCutOff);
      const part = (rows: TravelMatrix["durations"] = []) =>
        rows.map((row, from) => Array.from(row, (way, to) => (gone[from] || gone[to] ? null : way)));
      return { durations: part(durations), distances: part(distances) };
    });
    const now = toClampedEpochSeconds(PLANNING_TEST_TIME);
    const preview = new CaseInsertionPreview(job, [tour], { places, matrices, rules: testPlanningRules, now });
    const stops = preview.of([tour], 5)[0]?.suggestion.tour.steps.filter(({ type }) => type !== "break");
    const order = stops?.flatMap(({ id }) => (id === undefined ? [] : (preview.caseOf(id) ?? [])));
    return { estimated: preview.estimated, order };
  }
  const urgent = createTestPlanningCase("urgent", { due_at: planningTestTimeAfterHours(0.1) });
  const carried = createTestPlanningCase("carried", { target: testPlaceKilometersNorth(0) });

  it.each([
    ["is at", { state: "LOADED", arrived_at_destination_at: planningTestTimeAfterHours(-0.05) }],
    ["drives to", { state: "toDestination" }],
  ])("the preview of an urgent case places it after the destination that the crew %s", (_how, link) => {
    const tour = createTestPlanningTour("tour", { open: [{ ...link, case: carried }] });
    expect(previewOn(urgent, tour).order).toEqual(["carried", "urgent", "urgent"]);
  });

  it("the preview of a case keeps a tour that has another case without a road, and marks its times as estimated", () => {
    const summit = createTestPlanningCase("summit", { source: testPlaceKilometersNorth(3), target: null });
    const tour = createTestPlanningTour("tour", { open: [{ state: "STARTED", case: summit }] });
    const cutOff = lonLatOfPlace(summit.source)!;
    expect(previewOn(urgent, tour)).toEqual({ estimated: false, order: ["summit", "urgent", "urgent"] });
    expect(previewOn(urgent, { ...tour, open: [] }, [lonLatOfPlace(urgent.source)!])).toEqual({ estimated: false });
    const village = createTestPlanningCase("village", { source: testPlaceKilometersNorth(7), target: null });
    const longer = { ...tour, open: [...tour.open, { state: "ASSIGNED", case: village }] };
    const { estimated, order } = previewOn(urgent, longer, [cutOff]);
    expect({ estimated, order }).toEqual({ estimated: true, order: ["summit", "village", "urgent", "urgent"] });
  });

  it.each<[string, Partial<PlanningCase>]>([
    ["begins after the days that a plan covers", { not_before: planningTestTimeAfterHours(24 * 70) }],
    [
      "ends at a place that is closed on all days",
      {
        target: {
          ...testPlaceKilometersNorth(5),
          stored: { cold_storage: false, excluded_vehicle_type_ids: [], hours: [] },
        },
      },
    ],
  ])("the preview of a case that %s suggests no tour", (_how, overrides) => {
    const closed = createTestPlanningCase("closed", overrides);
    expect(previewOn(closed, createTestPlanningTour("tour")).order).toBeUndefined();
    const tour = createTestPlanningTour("tour", { open: [{ state: "ASSIGNED", case: closed }] });
    expect(previewOn(urgent, tour).order).toContain("urgent");
  });

  it.each([13, 13.9, 14, 14.1])(
    "a case that begins in %d days, after its place has closed for the last time that is known, is suggested tours",
    (days) => {
      const now = toClampedEpochSeconds(PLANNING_TEST_TIME);
      const hours: [number, number][] = [[now + 3600, now + 9 * 3600]];
      const stored = { cold_storage: false, excluded_vehicle_type_ids: [], hours };
      const source = { ...testPlaceKilometersNorth(5), stored };
      const later = createTestPlanningCase("later", { not_before: planningTestTimeAfterHours(24 * days), source });
      expect(previewOn(later, createTestPlanningTour("tour")).order).toContain("later");
    },
  );

  it("the preview of a case leaves an overloaded crew room for what it carries", () => {
    const open = ["one", "two"].map((id) => ({ state: "LOADED", case: createTestPlanningCase(id) }));
    const tour = createTestPlanningTour("tour", { capacity: 1, open });
    for (const target of [urgent.target, null])
      expect(previewOn({ ...urgent, target }, tour).order).toEqual(expect.arrayContaining(["one", "two", "urgent"]));
  });
});
