import type { Case } from "@leitstand/contract/cases/case";
import type { DashboardAnswer } from "@leitstand/contract/board/dashboard";
import type { api } from "#shared/api/api.ts";

/** Tour with its cases, as the API answers it and the timeline draws it. */
export type TimelineTour = Awaited<ReturnType<typeof api.getTours>>["tours"][number];
/** Case on a tour. */
export type TimelineCase = TimelineTour["open_cases"][number];
export type ViolationLevel = TimelineTour["constraint_violations"][number]["level"];
export type LinkBucket = TimelineCase["bucket"];
/** Running tour as the dashboard lists it. */
export type BoardTour = DashboardAnswer["tours"][number];

/** The list of a tour for each bucket. */
export const listFieldOfBucket = {
  open: "open_cases",
  finished: "finished_cases",
  unassigned: "unassigned_cases",
  forwarded: "forwarded_cases",
} as const satisfies Record<LinkBucket, keyof TimelineTour>;

/** Tour without its cases: those are assignments, which change on their own. */
export type TourWithoutCases = Omit<TimelineTour, (typeof listFieldOfBucket)[LinkBucket]>;

/** Tour as far as answers and events have brought it. */
export interface TourEntity {
  readonly tour_id: string;
  readonly lock_version: number;
  /** Summary while the tour runs. */
  readonly summary: BoardTour | undefined;
  /** Plan; undefined while only the dashboard has listed the tour. */
  readonly plan: TourWithoutCases | undefined;
}

export function tourWithoutCasesOf(tour: TimelineTour): TourWithoutCases {
  const {
    open_cases: _open,
    finished_cases: _finished,
    unassigned_cases: _unassigned,
    forwarded_cases: _forwarded,
    ...plan
  } = tour;
  return plan;
}

export const boardTourOf = (tour: TourWithoutCases): BoardTour | undefined =>
  tour.status === "STARTED"
    ? {
        tour_id: tour.id,
        natural_id: tour.natural_id,
        name: tour.name,
        branch_id: tour.branch?.id ?? null,
        status: tour.status,
        started_sub_state: tour.started_sub_state ?? "ACTIVE",
        primary: tour.primary,
        started_at: tour.started_at,
        scheduled_end_at: tour.scheduled_end_at,
        lock_version: tour.lock_version,
        user_ids: tour.users.map(({ id }) => id),
        vehicle_ids: tour.vehicle_device_associations.map(({ vehicle }) => vehicle.id),
        open_cases: tour.case_workload.open,
      }
    : undefined;

/** Assignments of a case that was read with its tours: the same data that a tour has about the case. */
export function assignmentsOfCase(
  dispatchCase: Case,
): { readonly tour_id: string; readonly assignment: TimelineCase }[] {
  const { id, natural_id, display_name, data_type, not_before, due_at, lock_version } = dispatchCase;
  const { source_address: source, target_address: target } = dispatchCase.funeral_data ?? dispatchCase.rsa_data ?? {};
  const ofCase = {
    id,
    natural_id,
    display_name,
    data_type,
    state: dispatchCase.state.current,
    not_before,
    due_at,
    source_city: source?.city ?? null,
    target_city: target?.city ?? null,
    lock_version,
  };
  return (dispatchCase.tour_case_states ?? []).map((link) => ({
    tour_id: link.tour_id,
    assignment: {
      ...ofCase,
      link_state: link.state,
      bucket: link.bucket,
      position: link.position,
      assigned_at: link.assigned_at,
      accepted_at: link.accepted_at,
      started_at: link.started_at,
      arrived_at: link.arrived_at,
      loaded_at: link.loaded_at,
      arrived_at_destination_at: link.arrived_at_destination_at,
      finished_at: link.finished_at,
      closed_at: link.closed_at,
      postponed_until: link.postponed_until,
      eta: link.eta,
      constraint_violations: link.constraint_violations,
    },
  }));
}
