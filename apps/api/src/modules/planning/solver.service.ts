import type { Plan, SolveRequest } from "@leitstand/contract/board/solver";
import type { Matrix, Problem as PlanningProblem } from "@leitstand/optimiser/problem/problem";
import { readProblem } from "@leitstand/optimiser/problem/read-problem";
import { solveInWorker } from "@leitstand/optimiser/solve-in-worker";
import { checkLatitudes, choiceOf, provenanceOf, type Router, routerFor } from "#modules/roads/index";
import { notFound, problem } from "#platform/problem";
import { secondsOf } from "./case-times";
import { answerOf, nothingDriven } from "./plan-answer";
import { withRules } from "./planned.service";
import { selectCases, selectTours } from "./planning.sql";
import { type Draft, draftOf, findRequestFault } from "./solver-problem";
import type { SolverGate } from "./solver-gate";
import type { PlanningCall, PlanningParts } from "./suggestions.service";
import { draftOfTours } from "./tours-problem";
import { withoutUnreachable } from "./unreachable";
import { solveByVroom } from "./vroom.service";

export interface SolverParts extends PlanningParts {
  readonly gate: SolverGate;
}

export async function solveRouting(call: PlanningCall, parts: SolverParts, request: SolveRequest): Promise<Plan> {
  const fault = findRequestFault(request);
  if (fault) throw problem(fault.code, fault.args);
  checkPositions(request);
  const admission = parts.gate.enter(call.principal.tenant_id, call.now.getTime());
  if (!admission.isAdmitted)
    throw problem("RATE_LIMIT_EXCEEDED", { policy: "solver", retry_after: admission.retryAfterSeconds });
  try {
    return await plan(call, parts, request);
  } finally {
    admission.leave();
  }
}

function checkPositions({ vehicles = [], stops = [], shipments = [] }: SolveRequest) {
  const ends = vehicles.flatMap(({ start, end }) => [start, end].filter((position) => position !== undefined));
  checkLatitudes(ends, "vehicles");
  checkLatitudes(
    stops.map(({ location }) => location),
    "stops",
  );
  checkLatitudes(
    shipments.flatMap(({ pickup, delivery }) => [pickup.location, delivery.location]),
    "shipments",
  );
}

async function plan(call: PlanningCall, { providers, routers }: SolverParts, request: SolveRequest): Promise<Plan> {
  const choice = await choiceOf(call.tx);
  const router = routerFor(routers, providers, choice);
  const whole = request.tour_ids ? await draftOfRequest(call, request) : atLeastFrom(draftOf(request), call.now);
  const vroom = (choice.solver ?? providers.settings.solver) === "vroom" ? providers.find("vroom") : undefined;
  const solver = vroom ? "vroom" : "embedded";
  if (whole.vehicles.length === 0) return { solver, ...provenanceOf(router), ...answerOf(whole, nothingDriven) };
  const { positions } = whole.places;
  const ways = await router.matrix(positions, positions);
  const car = withoutStays(ways);
  const draft = withoutUnreachable(whole, car);
  const { vehicles, jobs, shipments } = draft;
  const asked: PlanningProblem = { vehicles, jobs, shipments, matrices: { car } };
  const timeLimitMs = budgetOf(draft, request.limit_seconds ?? 2);
  const solution = vroom ? await solveByVroom(vroom, asked) : await solveInWorker(readProblem(asked), { timeLimitMs });
  return { solver, ...provenanceOf(router, ways), ...answerOf(draft, solution) };
}

/** Matrix with zero for staying at a place, where an estimate would count setting off. */
const withoutStays = ({ durations, distances }: Awaited<ReturnType<Router["matrix"]>>): Matrix => ({
  durations: durations.map((row, from) => row.map((seconds, to) => (from === to ? 0 : seconds))),
  distances: distances.map((row, from) => row.map((meters, to) => (from === to ? 0 : meters))),
});

/** Time limit of the search: a few stops have few orders, so it ends early. A second is for starting its thread. */
function budgetOf({ jobs, shipments }: Draft, limitSeconds: number): number {
  const stops = jobs.length + 2 * shipments.length;
  return Math.min(limitSeconds * 1000, 1000 + 5 * stops * stops);
}

const DAY_SECONDS = 86_400;
/** Draft in which vehicles without a time of their own set off now. */
function atLeastFrom(draft: Draft, now: Date): Draft {
  const start = secondsOf(now);
  return {
    ...draft,
    vehicles: draft.vehicles.map((vehicle) => ({
      time_window: [start, start + 30 * DAY_SECONDS] as const,
      ...vehicle,
    })),
  };
}

async function draftOfRequest({ tx, scope, now }: PlanningCall, { case_ids = [], tour_ids = [] }: SolveRequest) {
  const [tours, cases] = [await selectTours(tx, scope, { ids: tour_ids, now }), await selectCases(tx, scope, case_ids)];
  const missing = (ids: readonly string[], found: readonly { readonly id: string }[]) => {
    const known = new Set(found.map(({ id }) => id));
    return ids.find((id) => !known.has(id));
  };
  const noTour = missing(tour_ids, tours);
  if (noTour !== undefined) throw notFound("tour", noTour);
  const noCase = missing(case_ids, cases);
  if (noCase !== undefined) throw notFound("case", noCase);
  const open = cases.filter(({ finalized }) => !finalized);
  return draftOfTours({ ...(await withRules(tx, { tours, cases: open }, now)), now: secondsOf(now) });
}
