import type { ApproveCaseRequest, WithdrawCaseApprovalRequest } from "@leitstand/contract/cases/case-changes";
import type { Static } from "@leitstand/contract/core/schema";
import { type Principal, scopeOf } from "#platform/access/principal";
import { reachesBranch } from "#platform/access/scope";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { actorKindOf, checkStale } from "./case-edit.service";
import { isComplete } from "../case-data";
import type { CurrentCase } from "../case-plan";
import { announceCase, getCaseAnswer, type Reader } from "../case-reader.service";
import { tellPartnerOfCase } from "../partner-news.service";
import {
  type Edit,
  insertEdit,
  selectApprovalRule,
  selectForChange,
  selectOpenLinks,
  updateApproval,
} from "../cases.sql";

type WithId<T> = T & { readonly id: string };

export async function approveCase(tx: Tx, reader: Reader, request: WithId<Static<typeof ApproveCaseRequest>>) {
  const current = await lockCurrent(tx, reader, request);
  if (current.approved) return getCaseAnswer(tx, reader, current.id);
  await checkApproval(tx, reader.principal, current);
  const { data_type, funeral_data } = current;
  if (data_type === "FUNERAL" && funeral_data === null)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "approved,funeral_data" });
  const opens = current.state === "create" && isComplete(current);
  const state = opens ? "open" : current.state;
  return writeApproval(tx, reader, { current, approved: true, state, transition: "APPROVE", reason: null });
}

export async function withdrawApproval(
  tx: Tx,
  reader: Reader,
  request: WithId<Static<typeof WithdrawCaseApprovalRequest>>,
) {
  const current = await lockCurrent(tx, reader, request);
  if (!current.approved) return getCaseAnswer(tx, reader, current.id);
  await refuseOnTour(tx, current.id);
  const state = current.data_type === "ROADSIDE" ? "create" : current.state;
  const { reason } = request;
  return writeApproval(tx, reader, { current, approved: false, state, transition: "WITHDRAW_APPROVAL", reason });
}

/** Refuses to withdraw the approval of a case that a tour has. */
export async function refuseOnTour(tx: Tx, case_id: string) {
  const links = await selectOpenLinks(tx, case_id);
  if (links.length > 0) throw problem("RESOURCE_IN_USE", { by: "tour", count: links.length });
}

/**
 * Checks an approval: where the tenant requires two people, the approver needs the grant for the case, and has not
 * created it.
 */
export async function checkApproval(
  tx: Tx,
  principal: Principal,
  { branch_id, created_by }: Pick<CurrentCase, "branch_id" | "created_by">,
) {
  if (!(await selectApprovalRule(tx)).needs_grant) return;
  const scope = scopeOf(principal, "approveCase");
  const reaches = scope !== undefined && reachesBranch(scope, branch_id);
  if (!reaches || created_by === principal.subject_id) throw problem("AUTH_GRANT_MISSING", { grant: "approveCase" });
}

async function lockCurrent(tx: Tx, { scope }: Reader, { id, lock_version }: { id: string; lock_version: number }) {
  const current = await selectForChange(tx, scope, id);
  if (!current) throw notFound("case", id);
  checkStale(current, lock_version);
  if (current.finalized) throw problem("CASE_FINALIZED", { case_id: id });
  return current;
}

interface Approval extends Pick<Edit, "transition" | "reason"> {
  readonly current: CurrentCase;
  readonly approved: boolean;
  readonly state: string;
}

async function writeApproval(tx: Tx, reader: Reader, { current, approved, state, transition, reason }: Approval) {
  const { id, lock_version } = current;
  const { user_id, device_id } = reader.principal;
  await updateApproval(tx, { id, approved, state, lock_version });
  insertEdit(tx, {
    case_id: id,
    transition,
    reason,
    old_state: current.state,
    new_state: state,
    actor_kind: actorKindOf(reader.principal, "approveCase"),
    user_id,
    device_id,
    lock_version: lock_version + 1,
    now: reader.now,
  });
  tellPartnerOfCase(tx, await announceCase(tx, id, "updated"), "updated");
  return getCaseAnswer(tx, reader, id);
}
