import { type CaseAction, caseActions, caseLevelActions } from "@leitstand/contract/cases/case-transitions";
import { findActionStateFault } from "./guards/action-guards";
import { findActionInputFault } from "./guards/action-input";
import { findActionAccessFault, findActorKindFault, findActionReferenceFault } from "./guards/case-access";
import { type ActionContext, type ResolvedActionRequest, resolveActionRequest } from "./facts/case-request";
import type { CaseSnapshot } from "./facts/case-snapshot";

/** Actions that one caller may perform now: on the case as a whole, and on each of its links. */
export interface AvailableActions {
  readonly case: readonly CaseAction[];
  readonly links: readonly { readonly tour_id: string; readonly actions: readonly CaseAction[] }[];
}

/** Actions that pass the same checks as `decideCaseAction`, without those that depend on the input of the command. */
export const availableActionsFor = (snapshot: CaseSnapshot, context: ActionContext): AvailableActions => ({
  case: listAllowedActions(snapshot, undefined, context),
  links: snapshot.links.map(({ tour_id }) => ({ tour_id, actions: listAllowedActions(snapshot, tour_id, context) })),
});

/** Possible actions on one link, or on the case as a whole where no tour is named. */
export function listAllowedActions(
  snapshot: CaseSnapshot,
  tour_id: string | undefined,
  context: ActionContext,
): CaseAction[] {
  const candidates: readonly CaseAction[] = tour_id === undefined ? caseLevelActions : caseActions;
  return candidates.filter((action) => isActionPossible(resolveActionRequest(snapshot, { action, tour_id }, context)));
}

// Most cells of the table are empty, and lists check all of them, so this check comes first.
const isActionPossible = (request: ResolvedActionRequest) =>
  request.cell !== undefined &&
  (findActionAccessFault(request) ??
    findActionReferenceFault(request) ??
    findActorKindFault(request) ??
    findActionStateFault(request) ??
    findActionInputFault(request)) === undefined;
