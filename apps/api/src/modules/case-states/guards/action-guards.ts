import { loadedLinkStates, actionsRefusedWhileLoaded } from "@leitstand/contract/cases/case-rules";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { type CaseActionRefusal, createCaseActionRefusal } from "../facts/case-decision";
import {
  type ResolvedActionRequest,
  isForcedByDispatcher,
  openLinksOf,
  linkStateTableRowOf,
} from "../facts/case-request";
import { findForwardRollbackFault } from "./forward-guards";
import { findTourAvailabilityFault } from "./tour-constraints";
import { findUndoFault } from "../facts/undo";

/** Refusal of a move that the state does not allow. The caller of the function adds the allowed moves. */
export const createActionNotAllowedRefusal = ({ action, from }: ResolvedActionRequest): CaseActionRefusal =>
  createCaseActionRefusal("CASE_ACTION_NOT_ALLOWED", { action, state: from, allowed: "" });

/** Reason why the state of case, link or tour refuses the action: the 409s, before any input is checked. */
export function findActionStateFault(request: ResolvedActionRequest): CaseActionRefusal | undefined {
  if (request.cell === undefined) return findTransitionFault(request);
  return findTourStatusFault(request) ?? actionGuards[request.action]?.(request);
}

function findTransitionFault(request: ResolvedActionRequest): CaseActionRefusal {
  const { snapshot, action, link } = request;
  if (snapshot.case.finalized) return createCaseActionRefusal("CASE_FINALIZED", { case_id: snapshot.case.id });
  const carriers = link === undefined ? openLinksOf(snapshot) : [link];
  const carrier = carriers.find(({ bucket, state }) => bucket === "open" && loadedLinkStates.has(state));
  if (carrier !== undefined && actionsRefusedWhileLoaded.has(action))
    return createCaseActionRefusal("CASE_CARGO_LOADED", { tour_id: carrier.tour_id });
  return createActionNotAllowedRefusal(request);
}

const actionsWithoutStartedTour: ReadonlySet<CaseAction> = new Set<CaseAction>(["ACCEPT", "REJECT"]);
function findTourStatusFault({ snapshot, actor, action, tour }: ResolvedActionRequest): CaseActionRefusal | undefined {
  if (tour === undefined || tour.status === "STARTED") return undefined;
  const driver = actor.kind === "V" && !actionsWithoutStartedTour.has(action);
  const departs = action === "ON_THE_WAY" || (action === "START" && snapshot.case.data_type === "FUNERAL");
  if (!driver && !departs) return undefined;
  return createCaseActionRefusal("TOUR_STATUS_CONFLICT", { status: tour.status, required: "STARTED" });
}

type ActionGuard = (request: ResolvedActionRequest) => CaseActionRefusal | undefined;
const notAllowedUnless = (holds: boolean, request: ResolvedActionRequest) =>
  holds ? undefined : createActionNotAllowedRefusal(request);
const requireUnaccepted: ActionGuard = (request) => notAllowedUnless(request.link?.accepted_at === null, request);

const actionGuards: { readonly [action in CaseAction]?: ActionGuard } = {
  ACCEPT: requireUnaccepted,
  REJECT: requireUnaccepted,
  ASSIGN: (request) =>
    notAllowedUnless(request.snapshot.case.approved, request) ??
    (request.tour === undefined ? undefined : findTourAvailabilityFault(request.tour, isForcedByDispatcher(request))),
  FORWARD: findTargetTourFault,
  FORWARD_ROLLBACK: (request) =>
    notAllowedUnless(request.snapshot.case.approved, request) ??
    findForwardRollbackFault(request, createActionNotAllowedRefusal(request)),
  START: findStartFault,
  UNASSIGN: findUnassignFault,
  LOAD: findLoadFault,
  DONE: findDoneFault,
  UNDO: findUndoFault,
};

/** The timer starts a case only when it is due and its tour has started. */
function findStartFault(request: ResolvedActionRequest) {
  const { actor, now, tour, snapshot } = request;
  if (actor.kind !== "X") return undefined;
  const due = snapshot.case.not_before === null || Date.parse(snapshot.case.not_before) <= now.getTime();
  return notAllowedUnless(due && tour?.status === "STARTED", request);
}

function findUnassignFault(request: ResolvedActionRequest) {
  const { actor, link, snapshot } = request;
  if (actor.kind !== "X") return undefined;
  return notAllowedUnless(snapshot.settings.auto_unassign_on_alarm_timeout && link?.accepted_at === null, request);
}

function findLoadFault(request: ResolvedActionRequest) {
  const { snapshot, tour, tour_id } = request;
  if (snapshot.case.data_type === "ROADSIDE") return undefined;
  const carrier = openLinksOf(snapshot).find((link) => link.state === "LOADED" && link.tour_id !== tour_id);
  return carrier === undefined || tour === undefined
    ? undefined
    : createCaseActionRefusal("CASE_CARGO_LOADED", { tour_id: carrier.tour_id });
}

function findDoneFault(request: ResolvedActionRequest) {
  const { actor, link, now, snapshot } = request;
  if (actor.kind !== "X") return undefined;
  const { done_after_days } = snapshot.settings;
  const since = link?.finished_at;
  if (done_after_days === null || since === null || since === undefined) return createActionNotAllowedRefusal(request);
  return notAllowedUnless(now.getTime() - Date.parse(since) >= done_after_days * 86_400_000, request);
}

/** Checks that the tour that is to take the case over has no open link of this case and takes cases now. */
function findTargetTourFault(request: ResolvedActionRequest) {
  const { snapshot, command } = request;
  const to_tour_id = command?.payload?.to_tour_id;
  if (to_tour_id === undefined) return undefined;
  const link = snapshot.links.find((row) => row.tour_id === to_tour_id);
  const tour = link?.tour ?? snapshot.tours.find((row) => row.id === to_tour_id);
  if (to_tour_id !== request.tour_id && link !== undefined && !linkStateTableRowOf(link).startsWith("~"))
    return createCaseActionRefusal("CASE_ACTION_NOT_ALLOWED", { action: "ASSIGN", state: link.state, allowed: "" });
  return tour === undefined ? undefined : findTourAvailabilityFault(tour, isForcedByDispatcher(request));
}
