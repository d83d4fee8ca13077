import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { isActionOfCaseType } from "@leitstand/contract/cases/case-rules";
import { findStateFault, actionNotAllowed } from "./guards/action-guards";
import { findInputFault } from "./guards/action-input";
import { listAllowedActions } from "./available-actions";
import { findAccessFault, findActorFault, findStaleVersionFault, findReferenceFault } from "./guards/case-access";
import {
  type CaseChange,
  type CaseCommand,
  type Decision,
  type CaseActionRefusal,
  createCaseActionRefusal,
  type RepeatedAction,
} from "./facts/case-decision";
import { completeCaseChange, type ActionEffect } from "./effects/action-effect";
import {
  type ActionContext,
  type CaseRequest,
  isLinkRequest,
  isTourRequest,
  type LinkRequest,
  locateActionRequest,
  type TourRequest,
} from "./facts/case-request";
import type { CaseSnapshot, HistoryFacts } from "./facts/case-snapshot";
import { deliverCase, finishLink } from "./effects/closing-effects";
import { cancelCase, linkActionEffects } from "./effects/link-effects";
import { assignCase, forwardCase, rollBackForwarding } from "./effects/tour-effects";
import { undoLastStep } from "./effects/undo-effects";

/**
 * Decides one action on one case: refused with a code of the error registry, repeated, or everything that changes.
 * Reads nothing but its arguments; the same arguments always give the same decision.
 */
export function decideCaseAction(snapshot: CaseSnapshot, command: CaseCommand, context: ActionContext): Decision {
  const request = locateActionRequest(snapshot, { action: command.action, tour_id: command.tour_id, command }, context);
  return (
    findAccessFault(request) ??
    findRepetition(request, command) ??
    findActionKindFault(request) ??
    findReferenceFault(request) ??
    findActorFault(request) ??
    findStaleVersionFault(request) ??
    withAllowedActions(request, findStateFault(request)) ??
    findInputFault(request) ??
    actionHandlers[command.action](request)
  );
}

function findActionKindFault({ snapshot: { case: dispatchCase }, action }: CaseRequest): CaseActionRefusal | undefined {
  if (isActionOfCaseType(dispatchCase.data_type, action)) return undefined;
  const tenant_type = dispatchCase.data_type === "FUNERAL" ? "FUNERAL" : "ROADSIDE_ASSISTANCE";
  return createCaseActionRefusal("ACTION_NOT_AVAILABLE", { action, tenant_type });
}

/**
 * Finds the group of rows that repeats the request. Effects on other links are written as other actions, so one row of
 * the group must be the same action on the same tour.
 */
function findRepetition(
  { snapshot }: CaseRequest,
  { action, action_id, tour_id }: CaseCommand,
): RepeatedAction | CaseActionRefusal | undefined {
  if (action_id === undefined) return undefined;
  const rows = snapshot.history.filter((row) => row.action_id === action_id);
  if (rows.length === 0) return undefined;
  // A rollback may name the new tour and be written at the old one.
  const anyTour = tour_id === undefined || action === "FORWARD_ROLLBACK";
  const row = rows.find((one: HistoryFacts) => one.transition === action && (anyTour || one.tour_id === tour_id));
  return row === undefined ? createCaseActionRefusal("IDEMPOTENCY_KEY_REUSED") : { kind: "repeated", row };
}

function withAllowedActions(request: CaseRequest, fault: CaseActionRefusal | undefined): CaseActionRefusal | undefined {
  if (fault?.code !== "CASE_ACTION_NOT_ALLOWED") return fault;
  return {
    ...fault,
    args: { ...fault.args, allowed: listAllowedActions(request.snapshot, request.tour_id, request).join(",") },
  };
}

// Where link or tour are missing there is no cell either, and the checks before have refused the action already.
type ActionHandler = (request: CaseRequest) => CaseChange | CaseActionRefusal;
const linkActionHandler =
  (effect: (request: LinkRequest) => ActionEffect): ActionHandler =>
  (request) =>
    isLinkRequest(request) ? completeCaseChange(request, effect(request)) : actionNotAllowed(request);
const tourActionHandler =
  (effect: (request: TourRequest) => ActionEffect): ActionHandler =>
  (request) =>
    isTourRequest(request) ? completeCaseChange(request, effect(request)) : actionNotAllowed(request);
const caseActionHandler =
  (effect: (request: CaseRequest) => ActionEffect): ActionHandler =>
  (request) =>
    completeCaseChange(request, effect(request));
const actionHandlers: { readonly [action in CaseAction]: ActionHandler } = {
  ACCEPT: linkActionHandler(linkActionEffects.ACCEPT),
  START: linkActionHandler(linkActionEffects.START),
  ON_THE_WAY: linkActionHandler(linkActionEffects.ON_THE_WAY),
  ARRIVE: linkActionHandler(linkActionEffects.ARRIVE),
  LOAD: linkActionHandler(linkActionEffects.LOAD),
  TO_TOWING_DESTINATION: linkActionHandler(linkActionEffects.TO_TOWING_DESTINATION),
  AT_TOWING_DESTINATION: linkActionHandler(linkActionEffects.AT_TOWING_DESTINATION),
  DONE: linkActionHandler(linkActionEffects.DONE),
  POSTPONE: linkActionHandler(linkActionEffects.POSTPONE),
  REJECT: linkActionHandler(linkActionEffects.REJECT),
  UNASSIGN: linkActionHandler(linkActionEffects.UNASSIGN),
  FINISH: linkActionHandler(finishLink),
  FORWARD: linkActionHandler(forwardCase),
  FORWARD_ROLLBACK: linkActionHandler(rollBackForwarding),
  UNDO: linkActionHandler(undoLastStep),
  ASSIGN: tourActionHandler(assignCase),
  DELIVER: caseActionHandler(deliverCase),
  CANCEL: caseActionHandler(cancelCase),
};
