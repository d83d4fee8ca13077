import { randomUUID } from "node:crypto";
import type { ReassignCaseRequest } from "@leitstand/contract/cases/case-changes";
import type { DefaultCaseReason } from "@leitstand/contract/cases/default-reasons";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import {
  type Actor,
  type AcceptedCaseAction,
  type CaseCommand,
  createChangeMetadata,
  decideCaseAction,
  type CaseActionRefusal,
  applyChangeToCaseSnapshot,
} from "#modules/case-states/index";
import {
  resolveActorForCaller,
  type ActionCaller,
  type LoadedCaseSnapshot,
  lockAndLoadForDecision,
} from "#modules/case-snapshots/index";
import {
  type CaseActionCall,
  type CaseActionOutcome,
  answerPerformedCaseAction,
  recordDecidedCaseChange,
  caseActionRefusalToProblem,
} from "./case-actions.service";

type ReassignmentRequest = Static<typeof ReassignCaseRequest>;

/** Moves a case from one tour to another: both actions with all their rules, or neither. */
export async function reassignCase(call: CaseActionCall, case_id: string, request: ReassignmentRequest) {
  const { from_tour_id, to_tour_id } = request;
  if (from_tour_id === to_tour_id) throw problem("FIELD_COMBINATION_INVALID", { fields: "from_tour_id,to_tour_id" });
  const outcome = await applyReassignment(call.tx, call, { case_id, request });
  if (outcome === undefined) throw notFound("case", case_id);
  if (outcome.kind === "refused") throw caseActionRefusalToProblem(outcome);
  return answerPerformedCaseAction(call, outcome);
}

interface CaseReassignment {
  readonly case_id: string;
  readonly request: ReassignmentRequest;
}

async function applyReassignment(
  tx: Tx,
  { principal, scope, now }: CaseActionCall,
  { case_id, request }: CaseReassignment,
) {
  const snapshot = await loadCaseForReassignment(tx, { case_id, request, caller: principal, scope, now });
  if (snapshot === undefined) return undefined;
  const actor = resolveActorForCaller(principal, snapshot);
  const decision = decideReassignment(snapshot, request, { actor, now });
  if (decision.kind !== "changed") return decision.kind === "refused" ? decision : { ...decision, snapshot };
  const { action_id, force } = request;
  const payload = force === undefined ? {} : { force };
  const { after } = await recordDecidedCaseChange(tx, { snapshot, change: decision, actor, action_id, payload });
  return { kind: "changed", change: decision, snapshot: after } satisfies CaseActionOutcome;
}

/** Reads and locks the case and both tours as for FORWARD, within the caller's scope. */
function loadCaseForReassignment(
  tx: Tx,
  {
    case_id,
    request,
    ...caller
  }: CaseReassignment & { readonly caller: ActionCaller; readonly scope: CaseActionCall["scope"]; readonly now: Date },
) {
  const { from_tour_id: tour_id, to_tour_id } = request;
  return lockAndLoadForDecision(tx, {
    case_id,
    command: { action: "FORWARD", tour_id, payload: { to_tour_id } },
    ...caller,
  });
}

const DEFAULT_REASON: DefaultCaseReason = "REASSIGNED";

/** Decides UNASSIGN, and ASSIGN on the case as UNASSIGN leaves it. */
function decideReassignment(
  snapshot: LoadedCaseSnapshot,
  request: ReassignmentRequest,
  { actor, now }: { actor: Actor; now: Date },
) {
  const { from_tour_id, to_tour_id, lock_version, reason = DEFAULT_REASON, action_id, force } = request;
  const repeats = action_id === undefined ? {} : { action_id };
  const take: CaseCommand = { action: "UNASSIGN", tour_id: from_tour_id, lock_version, reason, ...repeats };
  const taken = decideCaseAction(snapshot, take, { actor: withGrantToUnassign(actor), now });
  if (taken.kind === "refused") return nameFieldInRefusal("from_tour_id", taken);
  if (taken.kind === "repeated")
    return isReassignmentRepeated(snapshot, taken.row.group_id, to_tour_id) ? taken : idempotencyKeyReused;
  const between = applyChangeToCaseSnapshot(
    snapshot,
    taken,
    createChangeMetadata(taken, { actor, action_id: null }, randomUUID),
  );
  const give: CaseCommand = {
    action: "ASSIGN",
    tour_id: to_tour_id,
    lock_version: between.case.lock_version,
    payload: force === undefined ? {} : { force },
  };
  const given = decideCaseAction(between, give, { actor, now });
  if (given.kind !== "changed")
    return given.kind === "refused" ? nameFieldInRefusal("to_tour_id", given) : idempotencyKeyReused;
  return joinCaseChanges(taken, given);
}

/**
 * Actor that may also take the case from its tour: the grant to assign is enough, because the case is never without a
 * tour.
 */
const withGrantToUnassign = (actor: Actor): Actor =>
  actor.grants.includes("assignCaseToTour") ? { ...actor, grants: [...actor.grants, "receiveAction"] } : actor;

const idempotencyKeyReused: CaseActionRefusal = { kind: "refused", code: "IDEMPOTENCY_KEY_REUSED", args: {} };
const isReassignmentRepeated = ({ history }: LoadedCaseSnapshot, group_id: string, to_tour_id: string) =>
  history.some((row) => row.group_id === group_id && row.transition === "ASSIGN" && row.tour_id === to_tour_id);

/** Names the field of the request in a refusal: rules know one tour, and the request has two. */
function nameFieldInRefusal(field: "from_tour_id" | "to_tour_id", refusal: CaseActionRefusal): CaseActionRefusal {
  const isTour = refusal.code === "REFERENCE_NOT_FOUND" && refusal.args.field === "tour_id";
  return isTour ? { ...refusal, args: { ...refusal.args, field } } : refusal;
}

/**
 * Joins both changes into one of one version: the case as the second leaves it, with the rows of both in their order.
 */
const joinCaseChanges = (taken: AcceptedCaseAction, given: AcceptedCaseAction): AcceptedCaseAction => ({
  ...given,
  case: { ...given.case, lock_version: taken.case.lock_version },
  links: [...taken.links, ...given.links],
  history: [...taken.history, ...given.history],
  notices: [...taken.notices, ...given.notices],
  timers: [...taken.timers, ...given.timers],
  warnings: [...taken.warnings, ...given.warnings],
});
