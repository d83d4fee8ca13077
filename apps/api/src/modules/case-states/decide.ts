import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { isActionOf } from "@leitstand/contract/cases/case-rules";
import { findStateFault, notAllowed } from "./guards/action-guards";
import { findInputFault } from "./guards/action-input";
import { listAllowed } from "./available-actions";
import { findAccessFault, findActorFault, findLockFault, findReferenceFault } from "./guards/case-access";
import {
  type CaseChange,
  type CaseCommand,
  type Decision,
  type Refusal,
  refuse,
  type Repetition,
} from "./facts/case-decision";
import { completeChange, type ActionEffect } from "./effects/action-effect";
import {
  type ActionContext,
  type CaseRequest,
  isOnLink,
  isOnTour,
  type LinkRequest,
  locateRequest,
  type TourRequest,
} from "./facts/case-request";
import type { CaseSnapshot, HistoryFacts } from "./facts/case-snapshot";
import { deliver, finish } from "./effects/closing-effects";
import { cancel, linkEffects } from "./effects/link-effects";
import { assign, forward, rollBack } from "./effects/tour-effects";
import { undo } from "./effects/undo-effects";

/**
 * Decides one action on one case: refused with a code of the error registry, repeated, or everything that changes.
 * Reads nothing but its arguments; the same arguments always give the same decision.
 */
export function decide(snapshot: CaseSnapshot, command: CaseCommand, context: ActionContext): Decision {
  const request = locateRequest(snapshot, { action: command.action, tour_id: command.tour_id, command }, context);
  return (
    findAccessFault(request) ??
    findRepetition(request, command) ??
    findKindFault(request) ??
    findReferenceFault(request) ??
    findActorFault(request) ??
    findLockFault(request) ??
    withAllowed(request, findStateFault(request)) ??
    findInputFault(request) ??
    effects[command.action](request)
  );
}

function findKindFault({ snapshot: { case: dispatchCase }, action }: CaseRequest): Refusal | undefined {
  if (isActionOf(dispatchCase.data_type, action)) return undefined;
  const tenant_type = dispatchCase.data_type === "FUNERAL" ? "FUNERAL" : "ROADSIDE_ASSISTANCE";
  return refuse("ACTION_NOT_AVAILABLE", { action, tenant_type });
}

/**
 * Finds the group of rows that repeats the request. Effects on other links are written as other actions, so one row of
 * the group must be the same action on the same tour.
 */
function findRepetition(
  { snapshot }: CaseRequest,
  { action, action_id, tour_id }: CaseCommand,
): Repetition | Refusal | undefined {
  if (action_id === undefined) return undefined;
  const rows = snapshot.history.filter((row) => row.action_id === action_id);
  if (rows.length === 0) return undefined;
  // A rollback may name the new tour and be written at the old one.
  const anyTour = tour_id === undefined || action === "FORWARD_ROLLBACK";
  const row = rows.find((one: HistoryFacts) => one.transition === action && (anyTour || one.tour_id === tour_id));
  return row === undefined ? refuse("IDEMPOTENCY_KEY_REUSED") : { kind: "repeated", row };
}

function withAllowed(request: CaseRequest, fault: Refusal | undefined): Refusal | undefined {
  if (fault?.code !== "CASE_ACTION_NOT_ALLOWED") return fault;
  return {
    ...fault,
    args: { ...fault.args, allowed: listAllowed(request.snapshot, request.tour_id, request).join(",") },
  };
}

// Where link or tour are missing there is no cell either, and the checks before have refused the action already.
type ActionHandler = (request: CaseRequest) => CaseChange | Refusal;
const onLink =
  (effect: (request: LinkRequest) => ActionEffect): ActionHandler =>
  (request) =>
    isOnLink(request) ? completeChange(request, effect(request)) : notAllowed(request);
const onTour =
  (effect: (request: TourRequest) => ActionEffect): ActionHandler =>
  (request) =>
    isOnTour(request) ? completeChange(request, effect(request)) : notAllowed(request);
const onCase =
  (effect: (request: CaseRequest) => ActionEffect): ActionHandler =>
  (request) =>
    completeChange(request, effect(request));
const effects: { readonly [action in CaseAction]: ActionHandler } = {
  ACCEPT: onLink(linkEffects.ACCEPT),
  START: onLink(linkEffects.START),
  ON_THE_WAY: onLink(linkEffects.ON_THE_WAY),
  ARRIVE: onLink(linkEffects.ARRIVE),
  LOAD: onLink(linkEffects.LOAD),
  TO_TOWING_DESTINATION: onLink(linkEffects.TO_TOWING_DESTINATION),
  AT_TOWING_DESTINATION: onLink(linkEffects.AT_TOWING_DESTINATION),
  DONE: onLink(linkEffects.DONE),
  POSTPONE: onLink(linkEffects.POSTPONE),
  REJECT: onLink(linkEffects.REJECT),
  UNASSIGN: onLink(linkEffects.UNASSIGN),
  FINISH: onLink(finish),
  FORWARD: onLink(forward),
  FORWARD_ROLLBACK: onLink(rollBack),
  UNDO: onLink(undo),
  ASSIGN: onTour(assign),
  DELIVER: onCase(deliver),
  CANCEL: onCase(cancel),
};
