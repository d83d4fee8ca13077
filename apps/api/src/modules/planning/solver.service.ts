import type { Plan, SolveRequest } from "@leitstand/contract/board/solver";
import type { TravelMatrix, Problem as PlanningProblem } from "@leitstand/optimiser/problem/problem";
import { readPlanningProblem } from "@leitstand/optimiser/problem/read-problem";
import { solveProblemInWorker } from "@leitstand/optimiser/solve-in-worker";
import {
  checkLatitudes,
  loadGeoProviderChoice,
  combinedProvenanceOf,
  type RoadRouter,
  chooseRouterForTenant,
} from "#modules/roads/index";
import { scopeOfGrant } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { toClampedEpochSeconds } from "./case-times";
import { planFromSolverAnswer, emptySolverAnswer } from "./plan-answer";
import { addPlanningRulesAndPlaceFacts } from "./planned.service";
import type { PlanningTour } from "./planned";
import { selectCasesForPlanning, selectRunningToursForPlanning, selectToursWithHiddenPosition } from "./planning.sql";
import { type PlanningProblemDraft, problemDraftOfSolveRequest, findSolveRequestFault } from "./solver-problem";
import type { SolverRateLimiter } from "./solver-gate";
import type { PlanningCall, PlanningServices } from "./suggestions.service";
import { problemDraftOfTours } from "./tours-problem";
import { withoutUnreachableCases } from "./unreachable";
import { solveByVroom } from "./vroom.service";

export interface SolverServices extends PlanningServices {
  readonly gate: SolverRateLimiter;
}

export async function solveRouting(call: PlanningCall, parts: SolverServices, request: SolveRequest): Promise<Plan> {
  const fault = findSolveRequestFault(request);
  if (fault) throw problem(fault.code, fault.args);
  checkStopPositions(request);
  const admission = parts.gate.enter(call.principal, call.now.getTime());
  if (!admission.isAdmitted)
    throw problem("RATE_LIMIT_EXCEEDED", { policy: "solver", retry_after: admission.retryAfterSeconds });
  try {
    return await planRequest(call, parts, request);
  } finally {
    admission.leave();
  }
}

function checkStopPositions({ vehicles = [], stops = [], shipments = [] }: SolveRequest) {
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

async function planRequest(
  call: PlanningCall,
  { providers, routers }: SolverServices,
  request: SolveRequest,
): Promise<Plan> {
  const choice = await loadGeoProviderChoice(call.tx);
  const router = chooseRouterForTenant(routers, providers, choice);
  const whole = request.tour_ids
    ? await problemDraftOfRequest(call, request)
    : withStartAtLeastNow(problemDraftOfSolveRequest(request), call.now);
  const vroom = (choice.solver ?? providers.settings.solver) === "vroom" ? providers.find("vroom") : undefined;
  const solver = vroom ? "vroom" : "embedded";
  if (whole.vehicles.length === 0)
    return { solver, ...combinedProvenanceOf(router), ...planFromSolverAnswer(whole, emptySolverAnswer) };
  const { positions } = whole.places;
  const ways = await router.matrix(positions, positions);
  const car = withZeroDiagonal(ways);
  const draft = withoutUnreachableCases(whole, car);
  const { vehicles, jobs, shipments } = draft;
  const asked: PlanningProblem = { vehicles, jobs, shipments, matrices: { car } };
  const timeLimitMs = searchSecondsOf(draft, request.limit_seconds ?? 2);
  const solution = vroom
    ? await solveByVroom(vroom, asked)
    : await solveProblemInWorker(readPlanningProblem(asked), { timeLimitMs });
  return { solver, ...combinedProvenanceOf(router, ways), ...planFromSolverAnswer(draft, solution) };
}

/** Matrix with zero for staying at a place, where an estimate would count setting off. */
const withZeroDiagonal = ({ durations, distances }: Awaited<ReturnType<RoadRouter["matrix"]>>): TravelMatrix => ({
  durations: durations.map((row, from) => row.map((seconds, to) => (from === to ? 0 : seconds))),
  distances: distances.map((row, from) => row.map((meters, to) => (from === to ? 0 : meters))),
});

/** Time limit of the search: a few stops have few orders, so it ends early. A second is for starting its thread. */
function searchSecondsOf({ jobs, shipments }: PlanningProblemDraft, limitSeconds: number): number {
  const stops = jobs.length + 2 * shipments.length;
  return Math.min(limitSeconds * 1000, 1000 + 5 * stops * stops);
}

const DAY_SECONDS = 86_400;
/** Draft in which vehicles without a time of their own set off now. */
function withStartAtLeastNow(draft: PlanningProblemDraft, now: Date): PlanningProblemDraft {
  const start = toClampedEpochSeconds(now);
  return {
    ...draft,
    vehicles: draft.vehicles.map((vehicle) => ({
      time_window: [start, start + 30 * DAY_SECONDS] as const,
      ...vehicle,
    })),
  };
}

async function problemDraftOfRequest(call: PlanningCall, { case_ids = [], tour_ids = [] }: SolveRequest) {
  const { tx, scope, now } = call;
  const [tours, cases] = [
    await selectRunningToursForPlanning(tx, scope, { ids: tour_ids, now }),
    await selectCasesForPlanning(tx, scope, case_ids),
  ];
  const missing = (ids: readonly string[], found: readonly { readonly id: string }[]) => {
    const known = new Set(found.map(({ id }) => id));
    return ids.find((id) => !known.has(id));
  };
  const noTour = missing(tour_ids, tours);
  if (noTour !== undefined) throw notFound("tour", noTour);
  const noCase = missing(case_ids, cases);
  if (noCase !== undefined) throw notFound("case", noCase);
  const open = cases.filter(({ finalized }) => !finalized);
  const draft = problemDraftOfTours({
    ...(await addPlanningRulesAndPlaceFacts(tx, { tours, cases: open }, now)),
    now: toClampedEpochSeconds(now),
  });
  const hidden = await listToursWithHiddenStart(call, tours);
  const fleet = draft.fleet.map((tour) => ({ ...tour, is_start_hidden: hidden.has(tour.tour_id) }));
  return { ...draft, fleet };
}

/**
 * Ids of the tours that start where their vehicle is, which the caller may not see: the plan takes it into account, and
 * does not name it.
 */
async function listToursWithHiddenStart(
  { tx, principal }: PlanningCall,
  tours: readonly PlanningTour[],
): Promise<ReadonlySet<string | null>> {
  const ids = tours.flatMap(({ id, position }) => (position ? [id] : []));
  const positions = scopeOfGrant(principal, "getLocations");
  return new Set(positions ? await selectToursWithHiddenPosition(tx, positions, ids) : ids);
}
