import { isRoadsideState } from "@leitstand/contract/cases/case-rules";
import type { CaseState, LinkState } from "@leitstand/contract/cases/case-transitions";
import { findTourOfSnapshot } from "../guards/case-access";
import { linkColumnsOf, type ActionEffect, type LinkHistoryStep } from "./action-effect";
import type { ResolvedActionRequest, ActionRequestOnLink, ActionRequestOnTour } from "../facts/case-request";
import type { ChangeableCaseData, LinkColumns, SnapshotTour } from "../facts/case-snapshot";
import { findForwardHistoryRow, findLinkAfterForward } from "../guards/forward-guards";
import { applyLinkColumnChange } from "./link-effects";
import { listConstraintViolations, listTourActionWarnings } from "../guards/tour-constraints";

/** ASSIGN: a new link, or a closed one that is opened again from the start. */
export function computeAssignEffect(request: ActionRequestOnTour): ActionEffect {
  return { steps: [assignLinkStep(request, request.tour)], ...warningsAndViolations(request, request.tour) };
}

const warningsAndViolations = ({ snapshot, now }: ResolvedActionRequest, tour: SnapshotTour) => ({
  warnings: listTourActionWarnings({ settings: snapshot.settings, now }, tour),
  constraint_violations: listConstraintViolations({ ...snapshot, now }, tour),
});

const assignLinkStep = (request: ResolvedActionRequest, tour: SnapshotTour) =>
  ({
    transition: "ASSIGN",
    tour,
    after: {
      tour_id: tour.id,
      state: initialLinkState(request, tour),
      bucket: "open",
      accepted_at: null,
      device_received_at: null,
      eta: null,
      started_at: null,
      arrived_at: null,
      loaded_at: null,
      arrived_at_destination: null,
      finished_at: null,
      forwarded_to: null,
      last_actor: request.actor.kind,
    },
  }) satisfies LinkHistoryStep;

/** State of a new link. A roadside crew on duty is alarmed at once, unless the customer waits for a later time. */
function initialLinkState({ snapshot, now }: ResolvedActionRequest, tour: SnapshotTour): LinkColumns["state"] {
  if (snapshot.case.data_type === "FUNERAL") return "ASSIGNED";
  const later = snapshot.case.not_before !== null && Date.parse(snapshot.case.not_before) > now.getTime();
  return tour.status === "STARTED" && !later ? "alarmed" : "reserved";
}

/** FORWARD: the old link keeps its state in the bucket forwarded; the case goes to another tour or into a pool. */
export function computeForwardEffect(request: ActionRequestOnLink): ActionEffect {
  const { snapshot, link, command } = request;
  const { to_tour_id, to_branch_id } = command?.payload ?? {};
  const target = findTourOfSnapshot(request, to_tour_id);
  const forwarded_to = to_tour_id ?? to_branch_id ?? null;
  const passed: LinkHistoryStep = {
    transition: "FORWARD",
    tour: request.tour,
    after: applyLinkColumnChange(request, link, { bucket: "forwarded", forwarded_to }),
    forwarded_to,
    case_states: roadsideForwardStates(snapshot.case.state, "open"),
  };
  const data: Partial<ChangeableCaseData> = to_branch_id === undefined ? {} : { branch_id: to_branch_id };
  if (target === undefined) return { steps: [passed], data };
  const taken = assignLinkStep(request, target);
  const case_states = roadsideForwardStates("open", taken.after.state);
  return { steps: [passed, { ...taken, case_states }], data, ...warningsAndViolations(request, target) };
}

/**
 * States of a forwarded roadside case, which passes through `open`, so that each row of the history is a move of its
 * own; funeral rows do not.
 */
const roadsideForwardStates = (from: CaseState, target: CaseState | LinkState) =>
  isRoadsideState(from) && isRoadsideState(target) ? ([from, target] as const) : undefined;

/**
 * FORWARD_ROLLBACK: the tour that has not accepted yet loses the case again; the old link is as it was before FORWARD.
 */
export function computeForwardRollbackEffect(request: ActionRequestOnLink): ActionEffect {
  const { snapshot, link } = request;
  const row = findForwardHistoryRow(request);
  if (row === undefined) return { steps: [] };
  const successor = findLinkAfterForward(request, row);
  const before = row.before.link ?? linkColumnsOf(link);
  const after = { ...before, device_received_at: link.device_received_at, last_actor: request.actor.kind };
  const restored: LinkHistoryStep = {
    transition: "FORWARD_ROLLBACK",
    tour: request.tour,
    after,
    undoes: row.id,
    case_states: roadsideForwardStates("open", after.state),
  };
  if (successor === undefined) return { steps: [restored], data: row.before.case };
  const taken: LinkHistoryStep = {
    transition: "UNASSIGN",
    tour: successor.tour,
    after: applyLinkColumnChange(request, successor, { bucket: "unassigned" }),
    case_states: roadsideForwardStates(snapshot.case.state, "open"),
  };
  return { steps: [taken, restored], data: row.before.case };
}
