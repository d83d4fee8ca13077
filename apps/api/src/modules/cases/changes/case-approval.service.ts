import type { ApproveCaseRequest, WithdrawCaseApprovalRequest } from "@leitstand/contract/cases/case-changes";
import type { Static } from "@leitstand/contract/core/schema";
import { type Principal, scopeOfGrant } from "#platform/access/principal";
import { scopeReachesBranch } from "#platform/access/scope";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { editorKindOf, refuseStaleVersion } from "./case-edit.service";
import { isCaseDataComplete } from "../case-data";
import type { CaseBeforeChange } from "../case-plan";
import { announceCase, getCaseAnswer, type CaseReader } from "../case-reader.service";
import { queueCaseEventForPartner } from "../partner-news.service";
import {
  type CaseEditHistoryDraft,
  insertCaseEditHistory,
  selectApprovalNeedsGrant,
  lockCaseForChange,
  selectOpenLinksOfCase,
  updateApproval,
} from "../cases.sql";

type WithCaseId<T> = T & { readonly id: string };

export async function approveCase(tx: Tx, reader: CaseReader, request: WithCaseId<Static<typeof ApproveCaseRequest>>) {
  const current = await lockCurrentCase(tx, reader, request);
  if (current.approved) return getCaseAnswer(tx, reader, current.id);
  await requireApprovalAllowed(tx, reader.principal, current);
  const { data_type, funeral_data } = current;
  if (data_type === "FUNERAL" && funeral_data === null)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "approved,funeral_data" });
  const opens = current.state === "create" && isCaseDataComplete(current);
  const state = opens ? "open" : current.state;
  return writeApproval(tx, reader, { current, approved: true, state, transition: "APPROVE", reason: null });
}

export async function withdrawApproval(
  tx: Tx,
  reader: CaseReader,
  request: WithCaseId<Static<typeof WithdrawCaseApprovalRequest>>,
) {
  const current = await lockCurrentCase(tx, reader, request);
  if (!current.approved) return getCaseAnswer(tx, reader, current.id);
  await refuseIfOnTour(tx, current.id);
  const state = current.data_type === "ROADSIDE" ? "create" : current.state;
  const { reason } = request;
  return writeApproval(tx, reader, { current, approved: false, state, transition: "WITHDRAW_APPROVAL", reason });
}

/** Refuses to withdraw the approval of a case that a tour has. */
export async function refuseIfOnTour(tx: Tx, case_id: string) {
  const links = await selectOpenLinksOfCase(tx, case_id);
  if (links.length > 0) throw problem("RESOURCE_IN_USE", { by: "tour", count: links.length });
}

/**
 * Checks an approval: where the tenant requires two people, the approver needs the grant for the case, and has not
 * created it.
 */
export async function requireApprovalAllowed(
  tx: Tx,
  principal: Principal,
  { branch_id, created_by }: Pick<CaseBeforeChange, "branch_id" | "created_by">,
) {
  if (!(await selectApprovalNeedsGrant(tx)).needs_grant) return;
  const scope = scopeOfGrant(principal, "approveCase");
  const reaches = scope !== undefined && scopeReachesBranch(scope, branch_id);
  if (!reaches || created_by === principal.subject_id) throw problem("AUTH_GRANT_MISSING", { grant: "approveCase" });
}

async function lockCurrentCase(
  tx: Tx,
  { scope }: CaseReader,
  { id, lock_version }: { id: string; lock_version: number },
) {
  const current = await lockCaseForChange(tx, scope, id);
  if (!current) throw notFound("case", id);
  refuseStaleVersion(current, lock_version);
  if (current.finalized) throw problem("CASE_FINALIZED", { case_id: id });
  return current;
}

interface ApprovalChange extends Pick<CaseEditHistoryDraft, "transition" | "reason"> {
  readonly current: CaseBeforeChange;
  readonly approved: boolean;
  readonly state: string;
}

async function writeApproval(
  tx: Tx,
  reader: CaseReader,
  { current, approved, state, transition, reason }: ApprovalChange,
) {
  const { id, lock_version } = current;
  const { user_id, device_id } = reader.principal;
  await updateApproval(tx, { id, approved, state, lock_version });
  insertCaseEditHistory(tx, {
    case_id: id,
    transition,
    reason,
    old_state: current.state,
    new_state: state,
    actor_kind: editorKindOf(reader.principal, "approveCase"),
    user_id,
    device_id,
    lock_version: lock_version + 1,
    now: reader.now,
  });
  queueCaseEventForPartner(tx, await announceCase(tx, id, { change: "updated" }), "updated");
  return getCaseAnswer(tx, reader, id);
}
