/** Plans random days of tours with absent people, and finds stops during absences. */
import { estimateMatrix } from "@leitstand/geo/routing/estimate";
import { readPlanningProblem } from "@leitstand/optimiser/problem/read-problem";
import { solvePlanningProblem } from "@leitstand/optimiser/solve";
import { SeededChance } from "@leitstand/scenario/chance";
import { expect } from "vitest";
import { toClampedEpochSeconds } from "./case-times";
import { planFromSolverAnswer } from "./plan-answer";
import type { PlanningTour } from "./planned";
import {
  createTestPlanningCase,
  createTestPlanningTour,
  planningTestTimeAfterHours,
  PLANNING_TEST_TIME,
  testPlanningRules,
} from "./planned-testkit";
import { problemDraftOfTours } from "./tours-problem";

/** Draws up to four tours, some with an absence that begins later or has begun already, and cases around them. */
function drawPlanningDay(chance: SeededChance) {
  const place = () => ({ lon: 15.44 + chance.between(-30, 30) / 76, lat: 47.07 + chance.between(-30, 30) / 111 });
  const tours = Array.from({ length: chance.between(1, 4) }, (_, index) =>
    createTestPlanningTour(`T-${index}`, {
      position: place(),
      absent_from: chance.percent(70) ? planningTestTimeAfterHours(chance.between(-2, 12) / 2) : null,
      scheduled_end_at: chance.percent(50) ? planningTestTimeAfterHours(chance.between(1, 10)) : null,
    }),
  );
  const cases = Array.from({ length: chance.between(1, 8) }, (_, index) =>
    createTestPlanningCase(`C-${index}`, { source: place(), target: place(), died_by: null }),
  );
  return { tours, cases };
}

function planDrawnDay({ tours, cases }: ReturnType<typeof drawPlanningDay>) {
  const draft = problemDraftOfTours({
    tours,
    cases,
    now: toClampedEpochSeconds(PLANNING_TEST_TIME),
    rules: testPlanningRules,
  });
  const { durations_seconds } = estimateMatrix(draft.places.positions, draft.places.positions);
  const durations = durations_seconds.map((row, from) =>
    row.map((each, to) => (from === to ? 0 : Math.round(each ?? 0))),
  );
  const { vehicles, jobs, shipments } = draft;
  let looks = 0;
  const problem = readPlanningProblem({ vehicles, jobs, shipments, matrices: { car: { durations } } });
  return planFromSolverAnswer(draft, solvePlanningProblem(problem, { timeLimitMs: 30, clock: () => looks++ }));
}

/** Plans a number of days; answers the number of planned stops, and of cases that are left because of absences. */
export function planRandomDaysWithAbsences(seed: number, days: number) {
  const chance = new SeededChance(seed);
  let [stops, left] = [0, 0];
  for (let day = 0; day < days; day++) {
    const drawn = drawPlanningDay(chance);
    const { routes, unserved } = planDrawnDay(drawn);
    const absentFrom = new Map(drawn.tours.map(({ id, absent_from }: PlanningTour) => [id, absent_from]));
    for (const { tour_id, stops: planned } of routes)
      for (const { kind, leaves_at } of planned.filter((stop) => stop.kind !== "START")) {
        const away = absentFrom.get(tour_id ?? "") ?? null;
        expect([day, tour_id, kind, away !== null && Date.parse(leaves_at) > Date.parse(away)]).toEqual([
          day,
          tour_id,
          kind,
          false,
        ]);
        stops++;
      }
    left += unserved.filter(({ reason }) => reason === "ABSENCE").length;
  }
  return { stops, left };
}
