import type { TravelMatrix, Vehicle } from "@leitstand/optimiser/problem/problem";
import type { UnplannedCase } from "./planning-problem";
import type { PlanningProblemDraft } from "./solver-problem";

/**
 * Draft without the cases that a tour works on although no route leads there: a place on a mountain, or a vehicle whose
 * last position is on a lake. No search can drive there, and the rest of the tour is planned without them. Cases that
 * have not begun are left out by the search itself.
 */
export function withoutUnreachableCases(
  draft: PlanningProblemDraft,
  { durations }: Pick<TravelMatrix, "durations">,
): PlanningProblemDraft {
  const isWay = (from: number, to: number) => Number.isFinite(durations[from]?.[to]);
  const stopsOf = placesByRequest(draft);
  const cut = new Set<number>();
  for (const vehicle of draft.vehicles) {
    const { start_index } = vehicle;
    const driven: number[] = [];
    for (const id of begunRequestsOf(draft, vehicle)) {
      const own = stopsOf.get(id) ?? [];
      const around = [...driven, ...own];
      const isReached =
        own.every((stop) => start_index === undefined || isWay(start_index, stop)) &&
        own.every((stop) => around.every((other) => isWay(stop, other) && isWay(other, stop)));
      if (isReached) driven.push(...own);
      else cut.add(id);
    }
  }
  return cut.size === 0 ? draft : withoutRequests(draft, cut);
}

/** Numbers of cases that are begun or on board, in the order in which they were begun. */
const begunRequestsOf = ({ jobs }: PlanningProblemDraft, { id, steps = [] }: Vehicle): Set<number> =>
  new Set([
    ...steps.flatMap((step) => step.id ?? []),
    ...jobs.filter((job) => job.is_on_board && job.pinned_to === id).map((job) => job.id),
  ]);

function placesByRequest({ jobs, shipments }: PlanningProblemDraft): ReadonlyMap<number, readonly number[]> {
  const stops = new Map<number, readonly number[]>();
  for (const { id, location_index } of jobs) stops.set(id, [location_index]);
  for (const { pickup, delivery } of shipments) stops.set(pickup.id, [pickup.location_index, delivery.location_index]);
  return stops;
}

function withoutRequests(draft: PlanningProblemDraft, cut: ReadonlySet<number>): PlanningProblemDraft {
  const jobs = draft.jobs.filter(({ id }) => !cut.has(id));
  const shipments = draft.shipments.filter(({ pickup }) => !cut.has(pickup.id));
  const caseOf = (id: number) => draft.names[id - 1]?.case_id;
  // Several crews may work on one case, and others of them may get there.
  const stillPlanned = new Set([...jobs.map(({ id }) => id), ...shipments.map(({ pickup }) => pickup.id)].map(caseOf));
  const cases = new Set([...cut].map(caseOf));
  const left = [...cases].flatMap((case_id): UnplannedCase[] =>
    case_id && !stillPlanned.has(case_id) ? [{ case_id, reason: "UNREACHABLE" }] : [],
  );
  return {
    ...draft,
    vehicles: draft.vehicles.map((vehicle) =>
      vehicle.steps
        ? { ...vehicle, steps: vehicle.steps.filter(({ id }) => id === undefined || !cut.has(id)) }
        : vehicle,
    ),
    jobs,
    shipments,
    left: [...draft.left, ...left],
  };
}
