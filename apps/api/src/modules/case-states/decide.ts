import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { isActionOfCaseType } from "@leitstand/contract/cases/case-rules";
import { findActionStateFault, createActionNotAllowedRefusal } from "./guards/action-guards";
import { findActionInputFault } from "./guards/action-input";
import { listAllowedActions } from "./available-actions";
import {
  findActionAccessFault,
  findActorKindFault,
  findStaleVersionFault,
  findActionReferenceFault,
} from "./guards/case-access";
import {
  type AcceptedCaseAction,
  type CaseCommand,
  type CaseActionDecision,
  type CaseActionRefusal,
  createCaseActionRefusal,
  type RepeatedAction,
} from "./facts/case-decision";
import { completeEffectToCaseChange, type ActionEffect } from "./effects/action-effect";
import {
  type ActionContext,
  type ResolvedActionRequest,
  isActionRequestOnLink,
  isActionRequestOnTour,
  type ActionRequestOnLink,
  resolveActionRequest,
  type ActionRequestOnTour,
} from "./facts/case-request";
import type { CaseSnapshot, StoredCaseHistoryRow } from "./facts/case-snapshot";
import { computeDeliverEffect, computeFinishEffect } from "./effects/closing-effects";
import { computeCancelEffect, linkActionEffects } from "./effects/link-effects";
import { computeAssignEffect, computeForwardEffect, computeForwardRollbackEffect } from "./effects/tour-effects";
import { computeUndoEffect } from "./effects/undo-effects";

/**
 * Decides one action on one case: refused with a code of the error registry, repeated, or everything that changes.
 * Reads nothing but its arguments; the same arguments always give the same decision.
 */
export function decideCaseAction(
  snapshot: CaseSnapshot,
  command: CaseCommand,
  context: ActionContext,
): CaseActionDecision {
  const request = resolveActionRequest(
    snapshot,
    { action: command.action, tour_id: command.tour_id, command },
    context,
  );
  return (
    findActionAccessFault(request) ??
    findRepetition(request, command) ??
    findActionKindFault(request) ??
    findActionReferenceFault(request) ??
    findActorKindFault(request) ??
    findStaleVersionFault(request) ??
    withAllowedActions(request, findActionStateFault(request)) ??
    findActionInputFault(request) ??
    actionHandlers[command.action](request)
  );
}

function findActionKindFault({
  snapshot: { case: dispatchCase },
  action,
}: ResolvedActionRequest): CaseActionRefusal | undefined {
  if (isActionOfCaseType(dispatchCase.data_type, action)) return undefined;
  const tenant_type = dispatchCase.data_type === "FUNERAL" ? "FUNERAL" : "ROADSIDE_ASSISTANCE";
  return createCaseActionRefusal("ACTION_NOT_AVAILABLE", { action, tenant_type });
}

/**
 * Finds the group of rows that repeats the request. Effects on other links are written as other actions, so one row of
 * the group must be the same action on the same tour.
 */
function findRepetition(
  { snapshot }: ResolvedActionRequest,
  { action, action_id, tour_id }: CaseCommand,
): RepeatedAction | CaseActionRefusal | undefined {
  if (action_id === undefined) return undefined;
  const rows = snapshot.history.filter((row) => row.action_id === action_id);
  if (rows.length === 0) return undefined;
  // A rollback may name the new tour and be written at the old one.
  const anyTour = tour_id === undefined || action === "FORWARD_ROLLBACK";
  const row = rows.find(
    (one: StoredCaseHistoryRow) => one.transition === action && (anyTour || one.tour_id === tour_id),
  );
  return row === undefined ? createCaseActionRefusal("IDEMPOTENCY_KEY_REUSED") : { kind: "repeated", row };
}

function withAllowedActions(
  request: ResolvedActionRequest,
  fault: CaseActionRefusal | undefined,
): CaseActionRefusal | undefined {
  if (fault?.code !== "CASE_ACTION_NOT_ALLOWED") return fault;
  return {
    ...fault,
    args: { ...fault.args, allowed: listAllowedActions(request.snapshot, request.tour_id, request).join(",") },
  };
}

// Where link or tour are missing there is no cell either, and the checks before have refused the action already.
type ActionHandler = (request: ResolvedActionRequest) => AcceptedCaseAction | CaseActionRefusal;
const linkActionHandler =
  (effect: (request: ActionRequestOnLink) => ActionEffect): ActionHandler =>
  (request) =>
    isActionRequestOnLink(request)
      ? completeEffectToCaseChange(request, effect(request))
      : createActionNotAllowedRefusal(request);
const tourActionHandler =
  (effect: (request: ActionRequestOnTour) => ActionEffect): ActionHandler =>
  (request) =>
    isActionRequestOnTour(request)
      ? completeEffectToCaseChange(request, effect(request))
      : createActionNotAllowedRefusal(request);
const caseActionHandler =
  (effect: (request: ResolvedActionRequest) => ActionEffect): ActionHandler =>
  (request) =>
    completeEffectToCaseChange(request, effect(request));
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
  FINISH: linkActionHandler(computeFinishEffect),
  FORWARD: linkActionHandler(computeForwardEffect),
  FORWARD_ROLLBACK: linkActionHandler(computeForwardRollbackEffect),
  UNDO: linkActionHandler(computeUndoEffect),
  ASSIGN: tourActionHandler(computeAssignEffect),
  DELIVER: caseActionHandler(computeDeliverEffect),
  CANCEL: caseActionHandler(computeCancelEffect),
};
