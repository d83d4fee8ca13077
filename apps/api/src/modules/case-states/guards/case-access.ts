import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { type CaseActionRefusal, createCaseActionRefusal } from "../facts/case-decision";
import type { ResolvedActionRequest } from "../facts/case-request";
import type { StoredCaseHistoryRow } from "../facts/case-snapshot";
import { isHistoryRowWrittenByActor } from "../facts/undo";

/**
 * Grant that an action needs; ASSIGN and FORWARD have operations of their own and need those grants from every
 * endpoint.
 */
const grantOfAction = (action: CaseAction) => {
  if (action === "ASSIGN") return "assignCaseToTour";
  return action === "FORWARD" || action === "FORWARD_ROLLBACK" ? "forwardCase" : "receiveAction";
};

/** Actions that a branch whose cases are dispatched by others does not perform itself. */
const dispatchingActions: ReadonlySet<CaseAction> = new Set<CaseAction>(["ASSIGN", "UNASSIGN", "FORWARD"]);

/** Checks the grant first, then whether the caller may know of the case and the tour at all. */
export function findActionAccessFault(request: ResolvedActionRequest): CaseActionRefusal | undefined {
  const { actor, action, snapshot } = request;
  if (actor.kind === "X") return undefined;
  if (!actor.grants.includes(grantOfAction(action)))
    return createCaseActionRefusal("AUTH_GRANT_MISSING", { grant: grantOfAction(action) });
  if (actor.kind === "V") return findDriverAccessFault(request);
  if (actor.is_dispatched_for && dispatchingActions.has(action)) {
    const { branch_id } = snapshot.case;
    return createCaseActionRefusal("BRANCH_ACCESS_DENIED", branch_id === null ? {} : { branch_id });
  }
  const reaches = snapshot.case.in_scope || (request.link?.tour.in_scope ?? false);
  return reaches
    ? undefined
    : createCaseActionRefusal("RESOURCE_NOT_FOUND", { resource: "case", id: snapshot.case.id });
}

function findDriverAccessFault({ snapshot, tour, tour_id }: ResolvedActionRequest): CaseActionRefusal | undefined {
  if (tour_id !== undefined)
    return tour?.is_own ? undefined : createCaseActionRefusal("RESOURCE_NOT_FOUND", { resource: "tour", id: tour_id });
  const knows = snapshot.case.in_scope || snapshot.links.some((link) => link.tour.is_own);
  return knows ? undefined : createCaseActionRefusal("RESOURCE_NOT_FOUND", { resource: "case", id: snapshot.case.id });
}

/**
 * Checks that the tours and branches that the command names are in the caller's scope; others look as if they did not
 * exist.
 */
export function findActionReferenceFault(request: ResolvedActionRequest): CaseActionRefusal | undefined {
  const { actor, action, tour, tour_id, link } = request;
  const assigns = link === undefined || action === "ASSIGN";
  const reachesTour = tour !== undefined && (!assigns || actor.kind === "X" || actor.kind === "V" || tour.in_scope);
  if (tour_id !== undefined && !reachesTour)
    return createCaseActionRefusal("REFERENCE_NOT_FOUND", { field: "tour_id", id: tour_id });
  return action === "FORWARD" ? findForwardReferenceFault(request) : undefined;
}

function findForwardReferenceFault(request: ResolvedActionRequest): CaseActionRefusal | undefined {
  const { snapshot, command } = request;
  const { to_tour_id, to_branch_id } = command?.payload ?? {};
  const target = findTourOfSnapshot(request, to_tour_id);
  if (to_tour_id !== undefined && !(target?.in_scope || target?.in_own_branch_group))
    return createCaseActionRefusal("REFERENCE_NOT_FOUND", { field: "to_tour_id", id: to_tour_id });
  const branch = snapshot.branch;
  if (to_branch_id !== undefined && (branch?.id !== to_branch_id || !(branch.in_scope || branch.in_own_branch_group)))
    return createCaseActionRefusal("REFERENCE_NOT_FOUND", { field: "to_branch_id", id: to_branch_id });
  return undefined;
}

export const findTourOfSnapshot = ({ snapshot }: ResolvedActionRequest, tour_id: string | undefined) =>
  snapshot.links.find((link) => link.tour_id === tour_id)?.tour ?? snapshot.tours.find((tour) => tour.id === tour_id);

/** Refuses a move that exists, but that this kind of caller may never make. */
export function findActorKindFault({
  cell,
  actor,
  action,
  snapshot,
}: ResolvedActionRequest): CaseActionRefusal | undefined {
  if (cell === undefined) return undefined;
  const forwardsUnasked = actor.kind === "V" && action === "FORWARD" && !snapshot.settings.driver_may_forward;
  if (cell.who.includes(actor.kind) && !forwardsUnasked) return undefined;
  return createCaseActionRefusal("AUTH_TOKEN_KIND_NOT_ALLOWED", { kind: tokenKindOf(actor) });
}

const tokenKindOf = ({ kind, device_id }: ResolvedActionRequest["actor"]) => {
  if (kind === "X") return "SYSTEM";
  if (kind === "S") return "SERVICE";
  return kind === "V" && device_id !== null ? "DEVICE" : "USER";
};

/**
 * Refuses a stale version, except from a driver whose link and plan no other caller has changed since: a phone without
 * reception must not lose its work because another crew of the same case moved on, or because its own queue did.
 */
export function findStaleVersionFault({
  snapshot,
  actor,
  command,
  tour_id,
}: ResolvedActionRequest): CaseActionRefusal | undefined {
  if (command === undefined) return undefined;
  const { lock_version, plan_lock_version } = snapshot.case;
  if (command.lock_version === lock_version) return undefined;
  const touched = snapshot.history.some(
    (row) =>
      row.lock_version > command.lock_version &&
      (row.tour_id === null || row.tour_id === tour_id) &&
      !isOwnPhoneQueueStep(actor, row),
  );
  const older = command.lock_version < lock_version && command.lock_version >= plan_lock_version;
  if (actor.kind === "V" && tour_id !== undefined && older && !touched) return undefined;
  return createCaseActionRefusal("LOCK_VERSION_CONFLICT", {
    lock_version: command.lock_version,
    current_lock_version: lock_version,
  });
}

/** Whether a row is a step of the same phone's queue, which does not conflict with later steps of that queue. */
const isOwnPhoneQueueStep = (actor: ResolvedActionRequest["actor"], row: StoredCaseHistoryRow) =>
  row.action_id !== null && isHistoryRowWrittenByActor(actor, row);
