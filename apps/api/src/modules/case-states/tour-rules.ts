import { activeLinkStates } from "@leitstand/contract/cases/case-rules";
import type { StartedSubState, TourStatus } from "@leitstand/contract/tours/tour-states";
import { type AcceptedCaseAction, type CaseActionRefusal, createCaseActionRefusal } from "./facts/case-decision";
import { completeEffectToCaseChange } from "./effects/action-effect";
import { type ActionContext, isActionRequestOnLink, resolveActionRequest } from "./facts/case-request";
import type { CaseSnapshot, LinkColumns } from "./facts/case-snapshot";
import { computeHandBackEffect } from "./effects/link-effects";

/** Tour with the links that are in its list of open cases. */
export interface TourWithOpenLinks {
  readonly status: TourStatus;
  readonly started_sub_state: StartedSubState | null;
  readonly open_links: readonly (Pick<LinkColumns, "state"> & { readonly case_id: string })[];
}
interface TourChange {
  readonly kind: "changed";
  readonly status: TourStatus;
  readonly started_sub_state: StartedSubState | null;
  /**
   * Cases to be decided next in the same transaction: taken back at the finish; at the start alarmed, or asked of the
   * crew.
   */
  readonly case_ids: readonly string[];
}
export type TourDecision = CaseActionRefusal | TourChange;

const tourStatusConflict = (status: TourStatus, required: TourStatus) =>
  createCaseActionRefusal("TOUR_STATUS_CONFLICT", { status, required });
const countActiveLinks = ({ open_links }: TourWithOpenLinks) =>
  open_links.filter(({ state }) => activeLinkStates.has(state)).length;

/**
 * SCHEDULED to STARTED. Reserved roadside cases are then due: `decideCaseAction` of START as timer tells which of them
 * really are. For assigned transports the time to answer begins: `alarmTimersAtTourStart`.
 */
export function decideTourStart(tour: TourWithOpenLinks): TourDecision {
  if (tour.status !== "SCHEDULED") return tourStatusConflict(tour.status, "SCHEDULED");
  const waiting = tour.open_links.filter(({ state }) => state === "reserved" || state === "ASSIGNED");
  return {
    kind: "changed",
    status: "STARTED",
    started_sub_state: "ACTIVE",
    case_ids: waiting.map(({ case_id }) => case_id),
  };
}

/** STARTED to FINISHED, never back. Waiting cases are taken back from the tour; a case under way forbids the end. */
export function decideTourFinish(tour: TourWithOpenLinks): TourDecision {
  if (tour.status !== "STARTED") return tourStatusConflict(tour.status, "STARTED");
  const count = countActiveLinks(tour);
  if (count > 0) return createCaseActionRefusal("TOUR_HAS_ACTIVE_CASES", { count });
  const case_ids = tour.open_links.map(({ case_id }) => case_id);
  return { kind: "changed", status: "FINISHED", started_sub_state: null, case_ids };
}

/** Sub-states change freely while the tour drives, but a tour with a case under way does not go off duty. */
export function decideSubStateChange(tour: TourWithOpenLinks, started_sub_state: StartedSubState): TourDecision {
  if (tour.status !== "STARTED") return tourStatusConflict(tour.status, "STARTED");
  const count = countActiveLinks(tour);
  if (started_sub_state === "OFF_DUTY" && count > 0) return createCaseActionRefusal("TOUR_HAS_ACTIVE_CASES", { count });
  return { kind: "changed", status: "STARTED", started_sub_state, case_ids: [] };
}

/** Case's side of a finished tour: the system takes its waiting link back, whichever caller ended the tour. */
export function decideUnassignAtTourFinish(
  snapshot: CaseSnapshot,
  tour_id: string,
  { now }: ActionContext,
): AcceptedCaseAction | undefined {
  const actor = { kind: "X", user_id: null, device_id: null, grants: [] } as const;
  const request = resolveActionRequest(snapshot, { action: "UNASSIGN", tour_id }, { actor, now });
  if (!isActionRequestOnLink(request) || request.link.bucket !== "open" || activeLinkStates.has(request.link.state))
    return undefined;
  return completeEffectToCaseChange(request, computeHandBackEffect(request, "TOUR_FINISHED"));
}
