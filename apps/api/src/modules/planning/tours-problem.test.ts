import fc from "fast-check";
import { solve } from "@leitstand/optimiser/solve";
import { readProblem } from "@leitstand/optimiser/problem/read-problem";
import { describe, expect, it } from "vitest";
import { answerOf, nothingDriven } from "./plan-answer";
import type { Place, PlannedCase, PlannedTour, PlanningRules } from "./planned";
import { aCase, aTour, at, inHours, NOW, rules } from "./planned-testkit";
import { secondsOf } from "./case-times";
import { draftOfTours } from "./tours-problem";

/** A kilometre of straight line a minute. */
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

/** Whatever a tenant may have stored: far times, places that nobody knows, crews that are off duty, a case on two tours. */
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
  it("can be made of all that a tenant may have stored, and tells of every case that was asked for", () => {
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
  ] as const)("says %s where a case has nobody who could drive to it", (reason, tour, overrides) => {
    expect(plan([tour], [aCase("c", overrides)]).unserved).toMatchObject([{ case_id: "c", reason }]);
  });

  it.each([
    ["PINNED", "ACCEPTED", { started_sub_state: "OFF_DUTY" }],
    ["POSTPONED", "POSTPONED", {}],
  ] as const)("says %s of a case that stays on its tour and waits", (reason, state, overrides) => {
    const job = aCase("c");
    const own = aTour("own", { ...overrides, open: [{ state, case: job }] });
    expect(plan([own, aTour("other")], [job])).toMatchObject({ routes: [], unserved: [{ case_id: "c", reason }] });
  });

  it("keeps a case on each of the two tours whose crews work on it", () => {
    const job = aCase("c");
    const open = [{ state: "ACCEPTED", case: job }];
    const { routes } = plan([aTour("one", { open }), aTour("two", { open })], [job]);
    expect(routes.map(({ tour_id }) => tour_id)).toEqual(["one", "two"]);
  });
});

describe("opening hours of a place in the address book", () => {
  it("are waited for, also for those after the next ones", () => {
    const target = stored({ hours: [openAt(-5, 0.2), openAt(3, 5)] });
    expect(stopOf(plan([aTour("t")], [aCase("c", { target })]), "DELIVERY")?.begins_at).toBe(
      "2026-03-02T11:00:00+00:00",
    );
  });

  it("hold all night where one day ends and the next begins open", () => {
    const target = stored({ hours: [openAt(-5, 0.1), openAt(0.1, 24)] });
    const delivery = stopOf(plan([aTour("t")], [aCase("c", { target })]), "DELIVERY");
    expect(delivery?.begins_at).toBe(delivery?.arrival_at);
  });

  it("leave a case unserved whose house never opens, and say so", () => {
    const { unserved } = plan([aTour("t")], [aCase("c", { target: stored({ hours: [] }) })]);
    expect(unserved).toMatchObject([{ case_id: "c", reason: "TIME_WINDOW" }]);
  });

  it("do not keep what is on board from being brought", () => {
    const job = aCase("c", { target: stored({ hours: [] }) });
    const planned = plan([aTour("t", { open: [{ state: "LOADED", case: job }] })], [job]);
    expect(stopOf(planned, "STOP")).toBeDefined();
  });
});

describe("who has died", () => {
  const dead = (overrides: Partial<PlannedCase>) =>
    aCase("c", { target: stored({ cold_storage: true }), ...overrides });

  it("is in the cold in time, before cases that can wait", () => {
    const cases = [dead({ source: at(12), died_by: inHours(-34.9) }), aCase("o", { source: at(1), target: at(2) })];
    const orderOf = ({ routes }: PlanBody) => routes[0]?.stops.flatMap(({ case_id }) => case_id ?? []);
    const tour = aTour("t", { capacity: 1 });
    expect(orderOf(plan([tour], cases))).toEqual(["c", "c", "o", "o"]);
    expect(orderOf(plan([tour], cases, { cold_storage_hours: null }))).toEqual(["o", "o", "c", "c"]);
  });

  it("is brought too late rather than not at all, which is CRITICAL", () => {
    const planned = plan([aTour("t")], [dead({ died_by: inHours(-40) })]);
    expect(stopOf(planned, "DELIVERY")?.violations).toMatchObject([late]);
  });

  it("stays unserved where the tenant wants nobody to come too late", () => {
    const far = dead({ source: at(60), died_by: inHours(-35) });
    expect(plan([aTour("t")], [far], { cold_storage_is_hard: true }).unserved).toMatchObject([
      { case_id: "c", reason: "TIME_WINDOW" },
    ]);
    const over = dead({ died_by: inHours(-40) });
    expect(plan([aTour("t")], [over], { cold_storage_is_hard: true }).unserved).toEqual([]);
  });

  it.each([
    ["lies in the cold already", { source: { ...at(1), cold_storage: true } }, {}],
    ["is not brought to a cold store", { target: at(5) }, {}],
    ["is no matter of law here", {}, { cold_storage_hours: null }],
    ["is nobody, but cargo", { died_by: null }, {}],
  ])("has time when he %s", (_, overrides, changed) => {
    const planned = plan([aTour("t")], [dead({ died_by: inHours(-40), ...overrides })], changed);
    expect(stopOf(planned, "DELIVERY")?.violations).toEqual([]);
  });
});

describe("a case that is overdue", () => {
  it("is told to be late since it was due, and judged by what a plan can help", () => {
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

  it("is taken six hours after its start at the latest, and lasts as long as the tenant says", () => {
    const taken = breakOf({});
    expect(Date.parse(taken?.begins_at ?? "")).toBeLessThanOrEqual(Date.parse(inHours(5)));
    expect(Date.parse(taken?.leaves_at ?? "") - Date.parse(taken?.begins_at ?? "")).toBe(30 * 60_000);
  });

  it("is due within the hour when it is overdue", () => {
    expect(Date.parse(breakOf({ started_at: inHours(-9) })?.begins_at ?? "")).toBeLessThanOrEqual(
      Date.parse(inHours(1)),
    );
  });

  it.each<[string, Partial<PlannedTour>, Partial<PlanningRules>]>([
    ["has been taken", { break_began_at: inHours(-0.5) }, {}],
    ["is not owed, because the shift is short", { scheduled_end_at: inHours(5) }, {}],
    ["is nothing that the tenant plans", {}, { break_minutes: null }],
  ])("is not planned when it %s", (_, overrides, changed) => {
    expect(breakOf(overrides, changed)).toBeUndefined();
  });

  it("is over before a crew sets off that is on it", () => {
    const tour = aTour("t", { started_sub_state: "ON_A_BREAK", break_began_at: inHours(-0.25) });
    expect(stopOf(plan([tour], [long]), "START", null)?.arrival_at).toBe("2026-03-02T08:15:00+00:00");
  });
});

describe("vehicles of a tour", () => {
  it("serve no place that one of them cannot get to, as the case or the address book says", () => {
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

  it("keep what they carry, and bring it before they fetch anything", () => {
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
