import {
  type PlanningConstraint,
  planningConstraints,
  blockingViolationLevels,
} from "@leitstand/contract/core/violation-level";
import { type CaseActionRefusal, createCaseActionRefusal } from "../facts/case-decision";
import type { ConstraintViolation, ActionWarning } from "../facts/case-decision";
import { estimateCaseTimeSpan } from "../facts/case-span";
import { isAnyResourceAbsent, isAnyResourceOffShift } from "./availability";
import type { SnapshotCase, DispatchSettings, SnapshotTour } from "../facts/case-snapshot";

type AssignmentToCheck = { readonly case: SnapshotCase; readonly settings: DispatchSettings; readonly now: Date };

/** Rules that this case on this tour would violate, each at the level that the tenant gives it. */
export function listConstraintViolations(
  { case: dispatchCase, settings, now }: AssignmentToCheck,
  tour: SnapshotTour,
): ConstraintViolation[] {
  const { capacity, seats_total, skill_ids, vehicle_type_ids, availability } = tour;
  const span = estimateCaseTimeSpan(dispatchCase, tour, now);
  const awayOf = (kind: "USER" | "VEHICLE") =>
    isAnyResourceAbsent(
      availability.filter(({ resource }) => resource === kind),
      span,
    );
  const broken: Record<PlanningConstraint, boolean> = {
    CAPACITY: capacity !== null && dispatchCase.load_units > capacity,
    WORKLOAD:
      capacity !== null &&
      dispatchCase.load_units <= capacity &&
      tour.workload_units + dispatchCase.load_units > capacity,
    SKILL: dispatchCase.required_skill_ids.some((id) => !skill_ids.includes(id)),
    VEHICLE_TYPE: vehicle_type_ids.some((id) => dispatchCase.excluded_vehicle_type_ids.includes(id)),
    SEATS:
      seats_total !== null &&
      dispatchCase.seats_required > 0 &&
      tour.crew_count + dispatchCase.seats_required > seats_total,
    AVAILABILITY_USER: awayOf("USER"),
    AVAILABILITY_VEHICLE: awayOf("VEHICLE"),
    OUTSIDE_SHIFT: isAnyResourceOffShift(availability, span),
  };
  return planningConstraints
    .filter((constraint) => broken[constraint])
    .map((constraint) => ({ constraint, level: settings.constraint_levels[constraint], tour_id: tour.id }));
}

/** Violations that stop an assignment unless a dispatcher forces it, the gravest first. */
export function findBlockingViolation(plan: AssignmentToCheck, tour: SnapshotTour): CaseActionRefusal | undefined {
  const violations = listConstraintViolations(plan, tour);
  const stoppers = blockingViolationLevels.flatMap((level) =>
    violations.filter((violation) => violation.level === level).map(({ constraint }) => ({ constraint, level })),
  );
  const names = stoppers.map(({ constraint }) => constraint).join(",");
  return (
    stoppers[0] && createCaseActionRefusal("CONSTRAINT_VIOLATED", { level: stoppers[0].level, constraints: names })
  );
}

/** Whether the tour takes a case at all; a finished one never does. */
export function findTourAvailabilityFault(tour: SnapshotTour, forced: boolean): CaseActionRefusal | undefined {
  if (tour.status === "FINISHED")
    return createCaseActionRefusal("TOUR_STATUS_CONFLICT", { status: tour.status, required: "STARTED" });
  if (!isClosedToCases(tour) || forced) return undefined;
  return createCaseActionRefusal("TOUR_STATUS_CONFLICT", {
    status: tour.started_sub_state ?? tour.status,
    required: "ACTIVE",
  });
}

const isClosedToCases = ({ status, started_sub_state }: SnapshotTour) =>
  status === "STARTED" && (started_sub_state === "OFF_DUTY" || started_sub_state === "NOT_TAKING_CASES");

export function listTourActionWarnings(
  { settings, now }: { settings: DispatchSettings; now: Date },
  tour: SnapshotTour,
): ActionWarning[] {
  const tour_id = tour.id;
  if (isClosedToCases(tour)) return [{ code: "TOUR_CLOSED_FORCED", tour_id }];
  if (tour.status === "STARTED" && tour.started_sub_state === "ON_A_BREAK")
    return [{ code: "TOUR_ON_A_BREAK", tour_id }];
  const isSilent =
    tour.silent_since !== null && minutesSince(tour.silent_since, now) > settings.location_report_minutes;
  return isSilent ? [{ code: "LOCATION_MISSING", tour_id }] : [];
}

const minutesSince = (time: string, now: Date) => (now.getTime() - Date.parse(time)) / 60_000;
