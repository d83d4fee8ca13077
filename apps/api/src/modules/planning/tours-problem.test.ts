import fc from "fast-check";
import { solvePlanningProblem } from "@leitstand/optimiser/solve";
import { readPlanningProblem } from "@leitstand/optimiser/problem/read-problem";
import { describe, expect, it } from "vitest";
import { planFromSolverAnswer, emptySolverAnswer } from "./plan-answer";
import type { PlanningPlace, PlanningCase, PlanningTour, PlanningRules } from "./planned";
import {
  createTestPlanningCase,
  createTestPlanningTour,
  testPlaceKilometersNorth,
  planningTestTimeAfterHours,
  PLANNING_TEST_TIME,
  testPlanningRules,
} from "./planned-testkit";
import { toClampedEpochSeconds } from "./case-times";
import { problemDraftOfTours } from "./tours-problem";

/** Plans with a minute for each kilometre of straight line. */
function planByStraightLines(
  tours: readonly PlanningTour[],
  cases: readonly PlanningCase[],
  changed: Partial<PlanningRules> = {},
) {
  const draft = problemDraftOfTours({
    tours,
    cases,
    now: toClampedEpochSeconds(PLANNING_TEST_TIME),
    rules: { ...testPlanningRules, ...changed },
  });
  const { positions } = draft.places;
  const durations = positions.map(([, from]) => positions.map(([, to]) => Math.round(Math.abs(from - to) * 111 * 60)));
  const { vehicles, jobs, shipments } = draft;
  if (vehicles.length === 0) return planFromSolverAnswer(draft, emptySolverAnswer);
  let looks = 0;
  const problem = readPlanningProblem({ vehicles, jobs, shipments, matrices: { car: { durations } } });
  return planFromSolverAnswer(draft, solvePlanningProblem(problem, { timeLimitMs: 60, clock: () => looks++ }));
}
type PlanResult = ReturnType<typeof planByStraightLines>;
const findStop = ({ routes }: PlanResult, kind: string, case_id: string | null = "c") =>
  routes.flatMap(({ stops }) => stops).find((stop) => stop.kind === kind && stop.case_id === case_id);
const openingWindowInHours = (from: number, to: number) =>
  [
    toClampedEpochSeconds(planningTestTimeAfterHours(from)),
    toClampedEpochSeconds(planningTestTimeAfterHours(to)),
  ] as const;
const placeWithAddressBookFacts = (overrides: Partial<NonNullable<PlanningPlace["stored"]>>): PlanningPlace => ({
  ...testPlaceKilometersNorth(5),
  stored: { cold_storage: false, excluded_vehicle_type_ids: [], hours: null, ...overrides },
});
const criticalDelay = { constraint: "DELAY", level: "CRITICAL", case_id: "c" };

/** Data that a tenant may have stored: far times, unknown places, crews that are off duty, a case on two tours. */
const arbitraryPosition = fc.record({ lon: fc.constantFrom(15.44, null), lat: fc.constantFrom(47.1, -90, null) });
const arbitraryTime = fc.option(
  fc.oneof(
    fc.integer({ min: -3000, max: 3000 }).map(planningTestTimeAfterHours),
    fc.constantFrom("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"),
  ),
);
const arbitraryPlace = fc.option(
  fc
    .tuple(
      arbitraryPosition,
      fc.record({ from: arbitraryTime, to: arbitraryTime }),
      fc.constantFrom(undefined, [], [openingWindowInHours(-5, 3)]),
    )
    .map(
      ([place, timeframe, hours]) =>
        ({
          ...place,
          timeframe,
          ...(hours ? { stored: { ...placeWithAddressBookFacts({}).stored, hours } } : {}),
        }) as PlanningPlace,
    ),
);
const arbitraryCase = (id: string) =>
  fc
    .record({
      due_at: arbitraryTime,
      not_before: arbitraryTime,
      died_by: arbitraryTime,
      source: arbitraryPlace,
      target: arbitraryPlace,
    })
    .map((overrides) => createTestPlanningCase(id, overrides));
const arbitraryLinkState = fc.constantFrom(
  "ASSIGNED",
  "alarmed",
  "reserved",
  "ACCEPTED",
  "STARTED",
  "LOADED",
  "POSTPONED",
  "atDestination",
);
const arbitraryTour = (id: string, cases: readonly PlanningCase[]) =>
  fc
    .record({
      started_sub_state: fc.constantFrom("ACTIVE", "ON_A_BREAK", "OFF_DUTY", "NOT_TAKING_CASES"),
      scheduled_end_at: arbitraryTime,
      break_began_at: arbitraryTime,
      position: fc.option(fc.constant({ lon: 15.44, lat: 47 })),
      base: arbitraryPlace,
      open: fc
        .subarray([...cases])
        .chain((some) => fc.tuple(...some.map((each) => arbitraryLinkState.map((state) => ({ state, case: each }))))),
    })
    .map((overrides) => createTestPlanningTour(id, overrides as Partial<PlanningTour>));

describe("a plan of cases and tours", () => {
  it("a plan can be made of any data that a tenant can store, and names every requested case", () => {
    const days = fc
      .tuple(arbitraryCase("a"), arbitraryCase("b"), arbitraryCase("c"))
      .chain((cases) =>
        fc.tuple(fc.constant(cases), arbitraryTour("s", cases), arbitraryTour("t", cases), fc.boolean()),
      );
    fc.assert(
      fc.property(days, ([cases, one, other, cold_storage_is_hard]) => {
        const { routes, unserved } = planByStraightLines([one, other], cases, { cold_storage_is_hard });
        const told = [...routes.flatMap(({ stops }) => stops), ...unserved].flatMap(({ case_id }) => case_id ?? []);
        expect(new Set(told)).toEqual(new Set(["a", "b", "c"]));
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  it.each([
    ["NO_TOUR", createTestPlanningTour("t", { position: null }), {}],
    ["NO_TOUR", createTestPlanningTour("t", { started_sub_state: "OFF_DUTY" }), {}],
    ["NO_POSITION", createTestPlanningTour("t"), { source: { name: "Am Bach" } }],
    ["TIME_WINDOW", createTestPlanningTour("t"), { not_before: planningTestTimeAfterHours(24 * 90) }],
  ] as const)("a plan gives the reason %s for a case that no tour can serve", (reason, tour, overrides) => {
    expect(planByStraightLines([tour], [createTestPlanningCase("c", overrides)]).unserved).toMatchObject([
      { case_id: "c", reason },
    ]);
  });

  it.each([
    ["PINNED", "ACCEPTED", { started_sub_state: "OFF_DUTY" }],
    ["POSTPONED", "POSTPONED", {}],
  ] as const)("a plan gives the reason %s for a case that stays on its tour for now", (reason, state, overrides) => {
    const job = createTestPlanningCase("c");
    const own = createTestPlanningTour("own", { ...overrides, open: [{ state, case: job }] });
    expect(planByStraightLines([own, createTestPlanningTour("other")], [job])).toMatchObject({
      routes: [],
      unserved: [{ case_id: "c", reason }],
    });
  });

  it("a plan keeps a case on both tours whose crews work on it", () => {
    const job = createTestPlanningCase("c");
    const open = [{ state: "ACCEPTED", case: job }];
    const { routes } = planByStraightLines(
      [createTestPlanningTour("one", { open }), createTestPlanningTour("two", { open })],
      [job],
    );
    expect(routes.map(({ tour_id }) => tour_id)).toEqual(["one", "two"]);
  });
});

describe("opening hours of a place in the address book", () => {
  it("a plan waits until a place opens, even if that is not its next opening time", () => {
    const target = placeWithAddressBookFacts({ hours: [openingWindowInHours(-5, 0.2), openingWindowInHours(3, 5)] });
    expect(
      findStop(
        planByStraightLines([createTestPlanningTour("t")], [createTestPlanningCase("c", { target })]),
        "DELIVERY",
      )?.begins_at,
    ).toBe("2026-03-02T11:00:00+00:00");
  });

  it("opening hours that end at midnight and continue from midnight count as open all night", () => {
    const target = placeWithAddressBookFacts({ hours: [openingWindowInHours(-5, 0.1), openingWindowInHours(0.1, 24)] });
    const delivery = findStop(
      planByStraightLines([createTestPlanningTour("t")], [createTestPlanningCase("c", { target })]),
      "DELIVERY",
    );
    expect(delivery?.begins_at).toBe(delivery?.arrival_at);
  });

  it("a plan names a case whose place never opens, with the reason", () => {
    const { unserved } = planByStraightLines(
      [createTestPlanningTour("t")],
      [createTestPlanningCase("c", { target: placeWithAddressBookFacts({ hours: [] }) })],
    );
    expect(unserved).toMatchObject([{ case_id: "c", reason: "TIME_WINDOW" }]);
  });

  it("a plan delivers cargo on board regardless of opening hours", () => {
    const job = createTestPlanningCase("c", { target: placeWithAddressBookFacts({ hours: [] }) });
    const planned = planByStraightLines(
      [createTestPlanningTour("t", { open: [{ state: "LOADED", case: job }] })],
      [job],
    );
    expect(findStop(planned, "STOP")).toBeDefined();
  });
});

describe("a deceased person", () => {
  const dead = (overrides: Partial<PlanningCase>) =>
    createTestPlanningCase("c", { target: placeWithAddressBookFacts({ cold_storage: true }), ...overrides });

  it("a plan brings a deceased person to cold storage in time, before cases that can wait", () => {
    const cases = [
      dead({ source: testPlaceKilometersNorth(12), died_by: planningTestTimeAfterHours(-34.9) }),
      createTestPlanningCase("o", { source: testPlaceKilometersNorth(1), target: testPlaceKilometersNorth(2) }),
    ];
    const orderOf = ({ routes }: PlanResult) => routes[0]?.stops.flatMap(({ case_id }) => case_id ?? []);
    const tour = createTestPlanningTour("t", { capacity: 1 });
    expect(orderOf(planByStraightLines([tour], cases))).toEqual(["c", "c", "o", "o"]);
    expect(orderOf(planByStraightLines([tour], cases, { cold_storage_hours: null }))).toEqual(["o", "o", "c", "c"]);
  });

  it("a deceased person who cannot reach cold storage in time is still delivered, with a CRITICAL delay", () => {
    const planned = planByStraightLines(
      [createTestPlanningTour("t")],
      [dead({ died_by: planningTestTimeAfterHours(-40) })],
    );
    expect(findStop(planned, "DELIVERY")?.violations).toMatchObject([criticalDelay]);
  });

  it("a plan omits a deceased person who would reach cold storage too late if the tenant's setting forbids that", () => {
    const far = dead({ source: testPlaceKilometersNorth(60), died_by: planningTestTimeAfterHours(-35) });
    expect(
      planByStraightLines([createTestPlanningTour("t")], [far], { cold_storage_is_hard: true }).unserved,
    ).toMatchObject([{ case_id: "c", reason: "TIME_WINDOW" }]);
    const over = dead({ died_by: planningTestTimeAfterHours(-40) });
    expect(planByStraightLines([createTestPlanningTour("t")], [over], { cold_storage_is_hard: true }).unserved).toEqual(
      [],
    );
  });

  it.each([
    ["comes from cold storage", { source: { ...testPlaceKilometersNorth(1), cold_storage: true } }, {}],
    ["is not brought to a cold store", { target: testPlaceKilometersNorth(5) }, {}],
    ["has no legal limit here", {}, { cold_storage_hours: null }],
    ["is no deceased person", { died_by: null }, {}],
  ])("a case has no cold storage deadline when its cargo %s", (_, overrides, changed) => {
    const planned = planByStraightLines(
      [createTestPlanningTour("t")],
      [dead({ died_by: planningTestTimeAfterHours(-40), ...overrides })],
      changed,
    );
    expect(findStop(planned, "DELIVERY")?.violations).toEqual([]);
  });
});

describe("a case that is overdue", () => {
  it("an overdue case reports its whole delay, but its violation level counts only what a plan can still change", () => {
    const planned = planByStraightLines(
      [createTestPlanningTour("t")],
      [createTestPlanningCase("c", { due_at: planningTestTimeAfterHours(-3) })],
    );
    expect(findStop(planned, "PICKUP")?.violations).toEqual([
      { constraint: "DELAY", level: "ACCEPTABLE", case_id: "c", delay_seconds: 3 * 3600 + 60 },
    ]);
  });
});

describe("the break of a long shift", () => {
  const long = createTestPlanningCase("c", {
    source: testPlaceKilometersNorth(150),
    target: testPlaceKilometersNorth(300),
  });
  const breakOf = (overrides: Partial<PlanningTour>, changed: Partial<PlanningRules> = {}) =>
    findStop(planByStraightLines([createTestPlanningTour("t", overrides)], [long], changed), "BREAK", null);

  it("a plan begins the break at most six hours after the start of the shift, with the length that the tenant has set", () => {
    const taken = breakOf({});
    expect(Date.parse(taken?.begins_at ?? "")).toBeLessThanOrEqual(Date.parse(planningTestTimeAfterHours(5)));
    expect(Date.parse(taken?.leaves_at ?? "") - Date.parse(taken?.begins_at ?? "")).toBe(30 * 60_000);
  });

  it("a plan begins an overdue break within the hour", () => {
    expect(Date.parse(breakOf({ started_at: planningTestTimeAfterHours(-9) })?.begins_at ?? "")).toBeLessThanOrEqual(
      Date.parse(planningTestTimeAfterHours(1)),
    );
  });

  it.each<[string, Partial<PlanningTour>, Partial<PlanningRules>]>([
    ["has been taken", { break_began_at: planningTestTimeAfterHours(-0.5) }, {}],
    ["is not owed, because the shift is short", { scheduled_end_at: planningTestTimeAfterHours(5) }, {}],
    ["is disabled by the tenant", {}, { break_minutes: null }],
  ])("a plan has no break when it %s", (_, overrides, changed) => {
    expect(breakOf(overrides, changed)).toBeUndefined();
  });

  it("a plan lets a crew on its break continue when the break is over", () => {
    const tour = createTestPlanningTour("t", {
      started_sub_state: "ON_A_BREAK",
      break_began_at: planningTestTimeAfterHours(-0.25),
    });
    expect(findStop(planByStraightLines([tour], [long]), "START", null)?.arrival_at).toBe("2026-03-02T08:15:00+00:00");
  });
});

describe("vehicles of a tour", () => {
  it("a plan sends no tour to a place that one of its vehicles may not serve, by the case or the address book", () => {
    const [near, far] = [
      createTestPlanningTour("near", { vehicle_type_ids: ["car", "van"] }),
      createTestPlanningTour("far", { vehicle_type_ids: ["car"], position: { lon: 15.44, lat: 46 } }),
    ];
    const places = [
      { ...testPlaceKilometersNorth(5), excluded_vehicle_type_ids: ["van"] },
      placeWithAddressBookFacts({ excluded_vehicle_type_ids: ["van"] }),
    ];
    for (const target of places)
      expect(
        planByStraightLines([near, far], [createTestPlanningCase("c", { target })]).routes.map(
          ({ tour_id }) => tour_id,
        ),
      ).toEqual(["far"]);
    expect(
      planByStraightLines([near], [createTestPlanningCase("c", { target: places[0] ?? null })]).unserved,
    ).toMatchObject([{ reason: "VEHICLE_TYPE" }]);
  });

  it("a plan lets a crew finish at the destination where it is before it drives to an urgent case", () => {
    const carried = createTestPlanningCase("carried", { target: testPlaceKilometersNorth(0) });
    const here = { state: "LOADED", arrived_at_destination_at: planningTestTimeAfterHours(-0.05), case: carried };
    const { routes } = planByStraightLines(
      [createTestPlanningTour("t", { open: [here] })],
      [createTestPlanningCase("c", { due_at: planningTestTimeAfterHours(0.1), priority: 1 })],
    );
    expect(routes[0]?.stops.flatMap(({ case_id }) => case_id ?? [])).toEqual(["carried", "c", "c"]);
  });

  it("a plan reports a pickup after which a crew carries more than its tour takes", () => {
    const link = (state: string, id: string, [from, to]: readonly [number, number]) => ({
      state,
      case: createTestPlanningCase(id, {
        source: testPlaceKilometersNorth(from),
        target: testPlaceKilometersNorth(to),
      }),
    });
    const open = [link("LOADED", "one", [0, 5]), link("LOADED", "two", [0, 20]), link("ACCEPTED", "next", [6, 21])];
    const { routes } = planByStraightLines([createTestPlanningTour("t", { capacity: 1, open })], []);
    const stops = routes[0]?.stops.filter(({ case_id }) => case_id !== null);
    expect(stops?.map(({ case_id }) => case_id)).toEqual(["one", "next", "two", "next"]);
    expect(stops?.flatMap(({ violations }) => violations)).toEqual([
      { constraint: "CAPACITY", level: "CRITICAL", case_id: "next", delay_seconds: null },
    ]);
  });

  it.each([
    ["absence", { absent_from: planningTestTimeAfterHours(0.1) }, "ABSENCE"],
    ["shift end", { absent_from: planningTestTimeAfterHours(9), scheduled_end_at: PLANNING_TEST_TIME }, "SHIFT_END"],
  ])("a plan names the %s as what a tour overruns with its cargo", (_which, end, constraint) => {
    const open = [{ state: "LOADED", case: createTestPlanningCase("c", { target: testPlaceKilometersNorth(30) }) }];
    const planned = planByStraightLines([createTestPlanningTour("t", { open, ...end })], []);
    expect(findStop(planned, "END", null)?.violations).toMatchObject([{ constraint, case_id: null }]);
  });

  it("a plan keeps cargo on its tour, and delivers it before the next pickup", () => {
    const job = createTestPlanningCase("c", {
      source: testPlaceKilometersNorth(1),
      target: testPlaceKilometersNorth(3),
    });
    const carrying = createTestPlanningTour("far", {
      open: [{ state: "LOADED", case: job }],
      position: { lon: 15.44, lat: 46 },
      capacity: 1,
    });
    const planned = planByStraightLines(
      [createTestPlanningTour("near"), carrying],
      [
        job,
        createTestPlanningCase("n", { source: testPlaceKilometersNorth(-111), target: testPlaceKilometersNorth(4) }),
      ],
    );
    const stops = planned.routes.find(({ tour_id }) => tour_id === "far")?.stops;
    expect(stops?.filter(({ case_id }) => case_id === "c").map(({ kind }) => kind)).toEqual(["STOP"]);
    expect(stops?.findIndex(({ case_id }) => case_id === "c")).toBe(1);
  });
});
