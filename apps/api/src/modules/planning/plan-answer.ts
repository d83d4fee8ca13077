import type { PlanViolation } from "@leitstand/contract/board/planning";
import type { Plan } from "@leitstand/contract/board/solver";
import type { ViolationLevel } from "@leitstand/optimiser/problem/problem";
import type { RequestObstacle, SolutionStep, SolutionViolation } from "@leitstand/optimiser/problem/solution";
import { type TourEndConstraint, timeFromEpochSeconds } from "./planning-problem";
import type { PlanningProblemDraft } from "./solver-problem";

/** Parts of a solver's answer; our own solver sends more, a VROOM server less. */
export type SolverStep = Pick<
  SolutionStep,
  "type" | "id" | "location_index" | "arrival" | "waiting_time" | "setup" | "service" | "violations"
>;
interface SolverTour {
  readonly vehicle: number;
  readonly distance: number;
  readonly duration: number;
  readonly steps: readonly SolverStep[];
  /** Violations of the tour as a whole. */
  readonly violations?: readonly SolutionViolation[];
}
export interface SolverAnswer {
  readonly summary: { readonly distance: number; readonly duration: number };
  readonly routes: readonly SolverTour[];
  /** Stops that are left out; the reason is absent where the solver names none. */
  readonly unassigned: readonly {
    readonly id: number;
    readonly reason?: RequestObstacle;
    readonly level: ViolationLevel;
  }[];
}

/** Answer where no tour can drive, without a search. */
export const emptySolverAnswer: SolverAnswer = { summary: { distance: 0, duration: 0 }, routes: [], unassigned: [] };

type UnservedReason = Plan["unserved"][number]["reason"];
const reasonByObstacle: Readonly<Record<RequestObstacle, UnservedReason>> = {
  pinned: "PINNED",
  vehicle_type: "VEHICLE_TYPE",
  skills: "SKILL",
  unreachable: "UNREACHABLE",
  capacity: "CAPACITY",
  max_tasks: "STOPS_MAX",
  max_travel_time: "FLEET_BUSY",
  max_distance: "FLEET_BUSY",
  time_window: "TIME_WINDOW",
  shift_end: "SHIFT_END",
  break: "FLEET_BUSY",
  fleet_tasks: "STOPS_MAX",
  fleet_capacity: "FLEET_FULL",
  fleet_time: "FLEET_BUSY",
  time_limit: "TIME_LIMIT",
};

type PlanAnswerBody = Pick<Plan, "distance_meters" | "duration_seconds" | "routes" | "unserved">;

/** Answer of the optimiser in the terms of the request: with its ids, and moments instead of seconds. */
export function planFromSolverAnswer(
  draft: PlanningProblemDraft,
  { summary, routes, unassigned }: SolverAnswer,
): PlanAnswerBody {
  // Both stops of a shipment are listed; the case is left out once.
  const unserved = new Map(unassigned.map((stop) => [stop.id, stop]));
  return {
    distance_meters: Math.round(summary.distance),
    duration_seconds: Math.round(summary.duration),
    routes: routes.map((tour) => planRouteOf(draft, tour)),
    unserved: [
      ...[...unserved.values()].map(({ id, reason, level }) => ({
        ...stopNamesOf(draft, id),
        reason: unservedReasonOf(draft, reason),
        level,
      })),
      ...draft.left.map((one) => ({ stop_id: null, ...one, level: "CRITICAL" as const })),
    ],
  };
}

/** Reason why a stop is left out. Hard ends of tours are absences, because a shift may be overrun. */
function unservedReasonOf({ fleet }: PlanningProblemDraft, reason: RequestObstacle | undefined): UnservedReason {
  if (reason === undefined) return "UNKNOWN";
  return reason === "shift_end" && fleet.some(({ is_absent }) => is_absent) ? "ABSENCE" : reasonByObstacle[reason];
}

const unnamedStop = { stop_id: null, case_id: null };
const stopNamesOf = ({ names }: PlanningProblemDraft, id: number | undefined) =>
  id === undefined ? unnamedStop : (names[id - 1] ?? unnamedStop);

function planRouteOf(
  draft: PlanningProblemDraft,
  { vehicle, distance, duration, steps, violations = [] }: SolverTour,
): Plan["routes"][number] {
  const reference = draft.fleet[vehicle];
  return {
    vehicle_id: reference?.vehicle_id ?? null,
    tour_id: reference?.tour_id ?? null,
    distance_meters: Math.round(distance),
    duration_seconds: Math.round(duration),
    // Violations of the whole tour are listed at its end.
    stops: steps
      .map((step, index) =>
        index < steps.length - 1 ? step : { ...step, violations: [...step.violations, ...violations] },
      )
      .map((step) =>
        planStopOf(draft, reference?.is_start_hidden ? withoutStartLocation(step) : step, reference?.end_constraint),
      ),
  };
}

/** Step without its place, unless a stop is there: tours begin, and may have their breaks, where the vehicle is. */
function withoutStartLocation(step: SolverStep): SolverStep {
  if (step.type !== "start" && step.type !== "break") return step;
  const { location_index: _, ...elsewhere } = step;
  return elsewhere;
}

const stepKinds = {
  start: "START",
  job: "STOP",
  pickup: "PICKUP",
  delivery: "DELIVERY",
  break: "BREAK",
  end: "END",
} as const;

function planStopOf(
  draft: PlanningProblemDraft,
  step: SolverStep,
  end_constraint: TourEndConstraint | undefined,
): Plan["routes"][number]["stops"][number] {
  const { type, id, location_index, arrival, waiting_time, setup, service } = step;
  const position = location_index === undefined ? undefined : draft.places.positions[location_index];
  const begins = arrival + waiting_time;
  // Breaks have numbers of their own.
  const name = type === "break" ? unnamedStop : stopNamesOf(draft, id);
  return {
    kind: stepKinds[type],
    ...name,
    location: position ? [...position] : null,
    arrival_at: timeFromEpochSeconds(arrival),
    begins_at: timeFromEpochSeconds(begins),
    leaves_at: timeFromEpochSeconds(begins + setup + service),
    violations: step.violations.flatMap(
      (violation) => planViolationFromSolver(violation, { type, case_id: name.case_id, end_constraint }) ?? [],
    ),
  };
}

interface ViolatedStop {
  readonly type: SolverStep["type"];
  readonly case_id: string | null;
  /** Constraint that a late end of the tour violates. */
  readonly end_constraint?: TourEndConstraint | undefined;
}

export function planViolationFromSolver(
  { cause, level, duration = 0 }: SolutionViolation,
  { type, case_id, end_constraint = "SHIFT_END" }: ViolatedStop,
): PlanViolation | undefined {
  const late = Math.max(0, Math.round(duration));
  if (cause === "delay" && type === "end") return { constraint: end_constraint, level, case_id, delay_seconds: late };
  if (cause === "delay") return { constraint: "DELAY", level, case_id, delay_seconds: late };
  if (cause === "load") return { constraint: "CAPACITY", level, case_id, delay_seconds: null };
  if (cause === "missing_break") return { constraint: "BREAK", level, case_id: null, delay_seconds: null };
  return undefined;
}
