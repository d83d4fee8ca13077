import { readPlanningProblem } from "@leitstand/optimiser/problem/read-problem";
import { describe, expect, it } from "vitest";
import { ProviderClient } from "#platform/providers/provider";
import { startStandInServer } from "../../testing/stand-in";
import { TestClock } from "../../testing/test-clock";
import { toClampedEpochSeconds } from "./case-times";
import { planFromSolverAnswer } from "./plan-answer";
import type { PlanningCase, PlanningTour } from "./planned";
import {
  createTestPlanningCase,
  createTestPlanningTour,
  planningTestTimeAfterHours,
  PLANNING_TEST_TIME,
  testPlanningRules,
} from "./planned-testkit";
import { problemDraftOfTours } from "./tours-problem";
import { solveByVroom } from "./vroom.service";

const now = toClampedEpochSeconds(PLANNING_TEST_TIME);

describe("a plan by a VROOM server", () => {
  const standIn = startStandInServer();

  /** Plans where all places are a minute apart, by a server that answers these steps of the only tour. */
  async function planByVroom(tour: PlanningTour, cases: readonly PlanningCase[], steps: readonly object[]) {
    const draft = problemDraftOfTours({ tours: [tour], cases, now, rules: testPlanningRules });
    const { vehicles, jobs, shipments, places } = draft;
    const durations = places.positions.map((_, from) => places.positions.map((__, to) => (from === to ? 0 : 60)));
    const route = { vehicle: 0, cost: 600, duration: 600, steps };
    standIn.answer("/", { code: 0, summary: { cost: 600, duration: 600 }, unassigned: [], routes: [route] });
    const vroom = new ProviderClient({
      name: "vroom",
      url: standIn.url,
      timeoutMs: 20_000,
      clock: new TestClock().begin(),
    });
    const problem = readPlanningProblem({ vehicles, jobs, shipments, matrices: { car: { durations } } });
    const { routes } = planFromSolverAnswer(draft, await solveByVroom(vroom, problem));
    return routes[0]?.stops.map(({ violations }) => violations);
  }

  it("a VROOM plan tells the whole delay of an overdue case, but its violation level counts only what a plan can still change", async () => {
    const overdue = createTestPlanningCase("c", { due_at: planningTestTimeAfterHours(-3) });
    const violations = await planByVroom(
      createTestPlanningTour("t"),
      [overdue],
      [
        { type: "start", arrival: now },
        { type: "pickup", id: 1, arrival: now + 60 },
        { type: "delivery", id: 1, arrival: now + 3600 },
        { type: "end", arrival: now + 7200 },
      ],
    );
    const delay = { constraint: "DELAY", level: "ACCEPTABLE", case_id: "c", delay_seconds: 3 * 3600 + 60 };
    expect(violations).toEqual([[], [delay], [], []]);
  });

  it("a VROOM plan tells one delay for a stop that misses several deadlines, the longest at the worst of their levels", async () => {
    const target = { lon: 15.44, lat: 47.05, cold_storage: true, timeframe: { to: planningTestTimeAfterHours(0.9) } };
    const late = createTestPlanningCase("c", { target, died_by: planningTestTimeAfterHours(-35.5) });
    const violations = await planByVroom(
      createTestPlanningTour("t"),
      [late],
      [
        { type: "start", arrival: now },
        { type: "pickup", id: 1, arrival: now + 60 },
        { type: "delivery", id: 1, arrival: now + 3600 },
        { type: "end", arrival: now + 7200 },
      ],
    );
    expect(violations?.[2]).toEqual([{ constraint: "DELAY", level: "CRITICAL", case_id: "c", delay_seconds: 1800 }]);
  });

  it("a VROOM plan gives an overloaded crew room for what it carries, and reports what is more than its tour takes", async () => {
    const open = ["one", "two"].map((id) => ({ state: "LOADED", case: createTestPlanningCase(id) }));
    const next = createTestPlanningCase("next");
    const violations = await planByVroom(
      createTestPlanningTour("t", { capacity: 1, open }),
      [next],
      [
        { type: "start", arrival: now, load: [2] },
        { type: "job", id: 1, arrival: now + 60, load: [1] },
        { type: "pickup", id: 3, arrival: now + 120, load: [2] },
        { type: "job", id: 2, arrival: now + 180, load: [1] },
        { type: "delivery", id: 3, arrival: now + 240, load: [0] },
        { type: "end", arrival: now + 240, load: [0] },
      ],
    );
    expect(standIn.asked.map(({ body }) => body)).toMatchObject([{ vehicles: [{ capacity: [2] }] }]);
    const overload = { constraint: "CAPACITY", level: "CRITICAL", case_id: "next", delay_seconds: null };
    expect(violations?.flat()).toEqual([overload]);
  });
});
