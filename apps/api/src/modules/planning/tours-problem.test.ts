import fc from "fast-check";
import { solve } from "@leitstand/optimiser/solve";
import { readProblem } from "@leitstand/optimiser/problem/read-problem";
import { describe, expect, it } from "vitest";
import { answerOf, nothingDriven } from "./plan-answer";
import type { Place, PlannedCase, PlannedTour, PlanningRules } from "./planned";
import { aCase, aTour, at, inHours, NOW, rules } from "./planned-testkit";
import { secondsOf } from "./case-times";
import { draftOfTours } from "./tours-problem";

/** Plans with a minute for each kilometre of straight line. */
function plan(tours: readonly PlannedTour[], cases: readonly PlannedCase[], changed: Partial<PlanningRules> = {}) {
  const draft = draftOfTours({ tours, cases, now: secondsOf(NOW), rules: { ...rules, ...changed } });
  const { positions } = draft.places;
  const durations = positions.map(([, from]) => positions.map(([, to]) => Math.round(Math.abs(from - to) * 111 * 60)));
  const { vehicles, jobs, shipments } = draft;
  if (vehicles.length === 0) return answerOf(draft, nothingDriven);
  let looks = 0;
  const problem = readProblem({ vehicles, jobs, shipments, matrices: { car: { durations } } });
  return answerOf(draft, solve(problem, { timeLimitMs: 60, clock: () => looks++ }));
}
type PlanBody = ReturnType<typeof plan>;
const stopOf = ({ routes }: PlanBody, kind: string, case_id: string | null = "c") =>
  routes.flatMap(({ stops }) => stops).find((stop) => stop.kind === kind && stop.case_id === case_id);
const openAt = (from: number, to: number) => [secondsOf(inHours(from)), secondsOf(inHours(to))] as const;
const stored = (overrides: Partial<NonNullable<Place["stored"]>>): Place => ({
  ...at(5),
  stored: { cold_storage: false, excluded_vehicle_type_ids: [], hours: null, ...overrides },
});
const late = { constraint: "DELAY", level: "CRITICAL", case_id: "c" };

/** Data that a tenant may have stored: far times, unknown places, crews that are off duty, a case on two tours. */
const somewhere = fc.record({ lon: fc.constantFrom(15.44, null), lat: fc.constantFrom(47.1, -90, null) });
const sometime = fc.option(
  fc.oneof(
    fc.integer({ min: -3000, max: 3000 }).map(inHours),
    fc.constantFrom("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"),
  ),
);
const anyPlace = fc.option(
  fc
    .tuple(somewhere, fc.record({ from: sometime, to: sometime }), fc.constantFrom(undefined, [], [openAt(-5, 3)]))
    .map(
      ([place, timeframe, hours]) =>
        ({ ...place, timeframe, ...(hours ? { stored: { ...stored({}).stored, hours } } : {}) }) as Place,
    ),
);
const someCase = (id: string) =>
  fc
    .record({ due_at: sometime, not_before: sometime, died_by: sometime, source: anyPlace, target: anyPlace })
    .map((overrides) => aCase(id, overrides));
const anyState = fc.constantFrom(
  "ASSIGNED",
  "alarmed",
  "reserved",
  "ACCEPTED",
  "STARTED",
  "LOADED",
  "POSTPONED",
  "atDestination",
);
const someTour = (id: string, cases: readonly PlannedCase[]) =>
  fc
    .record({
      started_sub_state: fc.constantFrom("ACTIVE", "ON_A_BREAK", "OFF_DUTY", "NOT_TAKING_CASES"),
      scheduled_end_at: sometime,
      break_began_at: sometime,
      position: fc.option(fc.constant({ lon: 15.44, lat: 47 })),
      base: anyPlace,
      open: fc
        .subarray([...cases])
        .chain((some) => fc.tuple(...some.map((each) => anyState.map((state) => ({ state, case: each }))))),
    })
    .map((overrides) => aTour(id, overrides as Partial<PlannedTour>));

describe("a plan of cases and tours", () => {
  it("a plan can be made of all data that a tenant may have stored, and names every requested case", () => {
    const days = fc
      .tuple(someCase("a"), someCase("b"), someCase("c"))
      .chain((cases) => fc.tuple(fc.constant(cases), someTour("s", cases), someTour("t", cases), fc.boolean()));
    fc.assert(
      fc.property(days, ([cases, one, other, cold_storage_is_hard]) => {
        const { routes, unserved } = plan([one, other], cases, { cold_storage_is_hard });
        const told = [...routes.flatMap(({ stops }) => stops), ...unserved].flatMap(({ case_id }) => case_id ?? []);
        expect(new Set(told)).toEqual(new Set(["a", "b", "c"]));
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  it.each([
    ["NO_TOUR", aTour("t", { position: null }), {}],
    ["NO_TOUR", aTour("t", { started_sub_state: "OFF_DUTY" }), {}],
    ["NO_POSITION", aTour("t"), { source: { name: "Am Bach" } }],
    ["TIME_WINDOW", aTour("t"), { not_before: inHours(24 * 90) }],
  ] as const)("a plan gives the reason %s for a case that no tour can serve", (reason, tour, overrides) => {
    expect(plan([tour], [aCase("c", overrides)]).unserved).toMatchObject([{ case_id: "c", reason }]);
  });

  it.each([
    ["PINNED", "ACCEPTED", { started_sub_state: "OFF_DUTY" }],
    ["POSTPONED", "POSTPONED", {}],
  ] as const)("a plan gives the reason %s for a case that stays on its tour and waits", (reason, state, overrides) => {
    const job = aCase("c");
    const own = aTour("own", { ...overrides, open: [{ state, case: job }] });
    expect(plan([own, aTour("other")], [job])).toMatchObject({ routes: [], unserved: [{ case_id: "c", reason }] });
  });

  it("a plan keeps a case on each of the two tours whose crews work on it", () => {
    const job = aCase("c");
    const open = [{ state: "ACCEPTED", case: job }];
    const { routes } = plan([aTour("one", { open }), aTour("two", { open })], [job]);
    expect(routes.map(({ tour_id }) => tour_id)).toEqual(["one", "two"]);
  });
});

describe("opening hours of a place in the address book", () => {
  it("a plan waits for the opening hours of a place, also for later ones than the next", () => {
    const target = stored({ hours: [openAt(-5, 0.2), openAt(3, 5)] });
    expect(stopOf(plan([aTour("t")], [aCase("c", { target })]), "DELIVERY")?.begins_at).toBe(
      "2026-03-02T11:00:00+00:00",
    );
  });

  it("opening hours that end and begin at midnight count as open all night", () => {
    const target = stored({ hours: [openAt(-5, 0.1), openAt(0.1, 24)] });
    const delivery = stopOf(plan([aTour("t")], [aCase("c", { target })]), "DELIVERY");
    expect(delivery?.begins_at).toBe(delivery?.arrival_at);
  });

  it("a case whose place never opens is left unserved with its reason", () => {
    const { unserved } = plan([aTour("t")], [aCase("c", { target: stored({ hours: [] }) })]);
    expect(unserved).toMatchObject([{ case_id: "c", reason: "TIME_WINDOW" }]);
  });

  it("opening hours do not prevent the delivery of cargo on board", () => {
    const job = aCase("c", { target: stored({ hours: [] }) });
    const planned = plan([aTour("t", { open: [{ state: "LOADED", case: job }] })], [job]);
    expect(stopOf(planned, "STOP")).toBeDefined();
  });
});

describe("a deceased person", () => {
  const dead = (overrides: Partial<PlannedCase>) =>
    aCase("c", { target: stored({ cold_storage: true }), ...overrides });

  it("a deceased person is brought to cold storage in time, before cases that can wait", () => {
    const cases = [dead({ source: at(12), died_by: inHours(-34.9) }), aCase("o", { source: at(1), target: at(2) })];
    const orderOf = ({ routes }: PlanBody) => routes[0]?.stops.flatMap(({ case_id }) => case_id ?? []);
    const tour = aTour("t", { capacity: 1 });
    expect(orderOf(plan([tour], cases))).toEqual(["c", "c", "o", "o"]);
    expect(orderOf(plan([tour], cases, { cold_storage_hours: null }))).toEqual(["o", "o", "c", "c"]);
  });

  it("a deceased person is brought to cold storage too late rather than not at all, which is CRITICAL", () => {
    const planned = plan([aTour("t")], [dead({ died_by: inHours(-40) })]);
    expect(stopOf(planned, "DELIVERY")?.violations).toMatchObject([late]);
  });

  it("a deceased person stays unserved where the tenant's setting forbids late cold storage", () => {
    const far = dead({ source: at(60), died_by: inHours(-35) });
    expect(plan([aTour("t")], [far], { cold_storage_is_hard: true }).unserved).toMatchObject([
      { case_id: "c", reason: "TIME_WINDOW" },
    ]);
    const over = dead({ died_by: inHours(-40) });
    expect(plan([aTour("t")], [over], { cold_storage_is_hard: true }).unserved).toEqual([]);
  });

  it.each([
    ["comes from cold storage", { source: { ...at(1), cold_storage: true } }, {}],
    ["is not brought to a cold store", { target: at(5) }, {}],
    ["has no legal limit here", {}, { cold_storage_hours: null }],
    ["is no deceased person", { died_by: null }, {}],
  ])("a case has no cold storage deadline when its cargo %s", (_, overrides, changed) => {
    const planned = plan([aTour("t")], [dead({ died_by: inHours(-40), ...overrides })], changed);
    expect(stopOf(planned, "DELIVERY")?.violations).toEqual([]);
  });
});

describe("a case that is overdue", () => {
  it("an overdue case reports its delay since it was due, and is weighed by what a plan can still change", () => {
    const planned = plan([aTour("t")], [aCase("c", { due_at: inHours(-3) })]);
    expect(stopOf(planned, "PICKUP")?.violations).toEqual([
      { constraint: "DELAY", level: "ACCEPTABLE", case_id: "c", delay_seconds: 3 * 3600 + 60 },
    ]);
  });
});

describe("the break of a long shift", () => {
  const long = aCase("c", { source: at(150), target: at(300) });
  const breakOf = (overrides: Partial<PlannedTour>, changed: Partial<PlanningRules> = {}) =>
    stopOf(plan([aTour("t", overrides)], [long], changed), "BREAK", null);

  it("a break is taken six hours after the start of the shift at the latest, and lasts as long as the tenant's setting", () => {
    const taken = breakOf({});
    expect(Date.parse(taken?.begins_at ?? "")).toBeLessThanOrEqual(Date.parse(inHours(5)));
    expect(Date.parse(taken?.leaves_at ?? "") - Date.parse(taken?.begins_at ?? "")).toBe(30 * 60_000);
  });

  it("an overdue break is due within the hour", () => {
    expect(Date.parse(breakOf({ started_at: inHours(-9) })?.begins_at ?? "")).toBeLessThanOrEqual(
      Date.parse(inHours(1)),
    );
  });

  it.each<[string, Partial<PlannedTour>, Partial<PlanningRules>]>([
    ["has been taken", { break_began_at: inHours(-0.5) }, {}],
    ["is not owed, because the shift is short", { scheduled_end_at: inHours(5) }, {}],
    ["is disabled by the tenant", {}, { break_minutes: null }],
  ])("a break is not planned when it %s", (_, overrides, changed) => {
    expect(breakOf(overrides, changed)).toBeUndefined();
  });

  it("a crew on its break sets off when the break is over", () => {
    const tour = aTour("t", { started_sub_state: "ON_A_BREAK", break_began_at: inHours(-0.25) });
    expect(stopOf(plan([tour], [long]), "START", null)?.arrival_at).toBe("2026-03-02T08:15:00+00:00");
  });
});

describe("vehicles of a tour", () => {
  it("a tour serves no place that one of its vehicles cannot reach, by the case or the address book", () => {
    const [near, far] = [
      aTour("near", { vehicle_type_ids: ["car", "van"] }),
      aTour("far", { vehicle_type_ids: ["car"], position: { lon: 15.44, lat: 46 } }),
    ];
    const places = [{ ...at(5), excluded_vehicle_type_ids: ["van"] }, stored({ excluded_vehicle_type_ids: ["van"] })];
    for (const target of places)
      expect(plan([near, far], [aCase("c", { target })]).routes.map(({ tour_id }) => tour_id)).toEqual(["far"]);
    expect(plan([near], [aCase("c", { target: places[0] ?? null })]).unserved).toMatchObject([
      { reason: "VEHICLE_TYPE" },
    ]);
  });

  it("a tour keeps the cargo on board, and delivers it before the next pickup", () => {
    const job = aCase("c", { source: at(1), target: at(3) });
    const carrying = aTour("far", {
      open: [{ state: "LOADED", case: job }],
      position: { lon: 15.44, lat: 46 },
      capacity: 1,
    });
    const planned = plan([aTour("near"), carrying], [job, aCase("n", { source: at(-111), target: at(4) })]);
    const stops = planned.routes.find(({ tour_id }) => tour_id === "far")?.stops;
    expect(stops?.filter(({ case_id }) => case_id === "c").map(({ kind }) => kind)).toEqual(["STOP"]);
    expect(stops?.findIndex(({ case_id }) => case_id === "c")).toBe(1);
  });
});
