import { isRoadsideState } from "@leitstand/contract/cases/case-rules";
import type { CaseState, LinkState } from "@leitstand/contract/cases/case-transitions";
import { findTour } from "../guards/case-access";
import { columnsOfLink, type ActionEffect, type Step } from "./action-effect";
import type { CaseRequest, LinkRequest, TourRequest } from "../facts/case-request";
import type { CaseData, LinkColumns, TourFacts } from "../facts/case-snapshot";
import { findForwardRow, findSuccessor } from "../guards/forward-guards";
import { moved } from "./link-effects";
import { listViolations, warnOfTour } from "../guards/tour-constraints";

/** ASSIGN: a new link, or a closed one that is opened again from the start. */
export function assign(request: TourRequest): ActionEffect {
  return { steps: [assignStep(request, request.tour)], ...remarks(request, request.tour) };
}

const remarks = ({ snapshot, now }: CaseRequest, tour: TourFacts) => ({
  warnings: warnOfTour({ settings: snapshot.settings, now }, tour),
  constraint_violations: listViolations({ ...snapshot, now }, tour),
});

const assignStep = (request: CaseRequest, tour: TourFacts) =>
  ({
    transition: "ASSIGN",
    tour,
    after: {
      tour_id: tour.id,
      state: firstState(request, tour),
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
  }) satisfies Step;

/** State of a new link. A roadside crew on duty is alarmed at once, unless the customer waits for a later time. */
function firstState({ snapshot, now }: CaseRequest, tour: TourFacts): LinkColumns["state"] {
  if (snapshot.case.data_type === "FUNERAL") return "ASSIGNED";
  const later = snapshot.case.not_before !== null && Date.parse(snapshot.case.not_before) > now.getTime();
  return tour.status === "STARTED" && !later ? "alarmed" : "reserved";
}

/** FORWARD: the old link keeps its state in the bucket forwarded; the case goes to another tour or into a pool. */
export function forward(request: LinkRequest): ActionEffect {
  const { snapshot, link, command } = request;
  const { to_tour_id, to_branch_id } = command?.payload ?? {};
  const target = findTour(request, to_tour_id);
  const forwarded_to = to_tour_id ?? to_branch_id ?? null;
  const passed: Step = {
    transition: "FORWARD",
    tour: request.tour,
    after: moved(request, link, { bucket: "forwarded", forwarded_to }),
    forwarded_to,
    case_states: roadsideWay(snapshot.case.state, "open"),
  };
  const data: Partial<CaseData> = to_branch_id === undefined ? {} : { branch_id: to_branch_id };
  if (target === undefined) return { steps: [passed], data };
  const taken = assignStep(request, target);
  const case_states = roadsideWay("open", taken.after.state);
  return { steps: [passed, { ...taken, case_states }], data, ...remarks(request, target) };
}

/**
 * States of a forwarded roadside case, which passes through `open`, so that each row of the history is a move of its
 * own; funeral rows do not.
 */
const roadsideWay = (from: CaseState, target: CaseState | LinkState) =>
  isRoadsideState(from) && isRoadsideState(target) ? ([from, target] as const) : undefined;

/**
 * FORWARD_ROLLBACK: the tour that has not accepted yet loses the case again; the old link is as it was before FORWARD.
 */
export function rollBack(request: LinkRequest): ActionEffect {
  const { snapshot, link } = request;
  const row = findForwardRow(request);
  if (row === undefined) return { steps: [] };
  const successor = findSuccessor(request, row);
  const before = row.before.link ?? columnsOfLink(link);
  const after = { ...before, device_received_at: link.device_received_at, last_actor: request.actor.kind };
  const restored: Step = {
    transition: "FORWARD_ROLLBACK",
    tour: request.tour,
    after,
    undoes: row.id,
    case_states: roadsideWay("open", after.state),
  };
  if (successor === undefined) return { steps: [restored], data: row.before.case };
  const taken: Step = {
    transition: "UNASSIGN",
    tour: successor.tour,
    after: moved(request, successor, { bucket: "unassigned" }),
    case_states: roadsideWay(snapshot.case.state, "open"),
  };
  return { steps: [taken, restored], data: row.before.case };
}
