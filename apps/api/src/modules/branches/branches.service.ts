import type {
  BranchCreateRequest,
  BranchGroupCreateRequest,
  BranchGroupUpdateRequest,
  BranchUpdateRequest,
} from "@leitstand/contract/company/branches";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { announceInternalEvent } from "#platform/events/events";
import { findMissingOrConflictProblem } from "#platform/database/lock";
import type { HeldRole, Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { checkReferencedIdsExist } from "#platform/database/references";
import { scopeReachesBranch } from "#platform/access/scope";
import { sql } from "#platform/database/sql";
import { checkCallerHoldsGrantsOfBranchGroup } from "#modules/roles/index";
import { removeBranchFromAllWebhooks } from "#modules/webhooks/index";
import { fitsBranchGroupType, listGrantsReachingAllBranches } from "./branch-group";
import {
  type BranchGroupRow,
  removeBranchFromGroups,
  branchGroupTable,
  insertBranchGroup,
  replaceGroupBranches,
  selectBranchGroup,
  selectBranchGroups,
  updateBranchGroup,
  branchGroupVisibleCondition as visibleGroup,
} from "./branch-groups.sql";
import {
  branchTable,
  countBranchUses,
  insertBranch,
  lockBranch,
  removeBranch,
  selectBranch,
  selectBranches,
  updateBranch,
  branchVisibleCondition,
} from "./branches.sql";

/** Caller of an operation: the scope of its grant, and all roles that the user holds. */
interface BranchCaller {
  readonly scope: Scope;
  readonly roles: readonly HeldRole[];
}

export const listBranches = selectBranches;

export async function getBranch(tx: Tx, scope: Scope, id: string) {
  const branch = await selectBranch(tx, scope, id);
  if (!branch) throw notFound("branch", id);
  return branch;
}

export const createBranch = (tx: Tx, draft: Static<typeof BranchCreateRequest>) => insertBranch(tx, draft);

export async function changeBranch(tx: Tx, scope: Scope, change: Static<typeof BranchUpdateRequest> & { id: string }) {
  const branch = await updateBranch(tx, scope, change);
  if (!branch)
    throw await findMissingOrConflictProblem(tx, {
      ...change,
      table: branchTable,
      resource: "branch",
      visible: branchVisibleCondition(scope),
    });
  return branch;
}

/** Deletes a branch. One that is in use is refused with its first use, because the records of past work name it. */
export async function deleteBranch(tx: Tx, id: string, now: Date) {
  if (!(await lockBranch(tx, id))) throw notFound("branch", id);
  const [use] = await countBranchUses(tx, id);
  if (use) throw problem("RESOURCE_IN_USE", { by: use.by, count: use.count });
  await removeBranchFromGroups(tx, id);
  await removeBranchFromAllWebhooks(tx, id, now);
  await removeBranch(tx, id);
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId } });
}

export async function listBranchGroups(tx: Tx, { scope, roles }: BranchCaller) {
  return (await selectBranchGroups(tx, scope)).map((group) => withGrantsOfCaller(group, roles));
}

export async function createBranchGroup(
  tx: Tx,
  { scope, roles }: BranchCaller,
  draft: Static<typeof BranchGroupCreateRequest>,
) {
  await checkBranchesOfGroup(tx, scope, draft);
  const { id } = await insertBranchGroup(tx, draft);
  await replaceGroupBranches(tx, id, draft.branch_ids);
  return withGrantsOfCaller(await selectBranchGroup(tx, id), roles);
}

export async function changeBranchGroup(
  tx: Tx,
  { scope, roles }: BranchCaller,
  change: Static<typeof BranchGroupUpdateRequest> & { id: string },
) {
  const changed = await updateBranchGroup(tx, scope, change);
  if (!changed)
    throw await findMissingOrConflictProblem(tx, {
      ...change,
      table: branchGroupTable,
      resource: "branch_group",
      visible: visibleGroup(scope),
    });
  const { branch_ids } = change;
  if (branch_ids) {
    await checkBranchesOfGroup(tx, scope, { branch_ids, type: changed.type });
    const { branches } = await selectBranchGroup(tx, change.id);
    const before = branches.map(({ id }) => id);
    await checkCallerHoldsGrantsOfBranchGroup(tx, roles, { branch_group_id: change.id, before, after: branch_ids });
    await replaceGroupBranches(tx, change.id, branch_ids);
  }
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId } });
  return withGrantsOfCaller(await selectBranchGroup(tx, change.id), roles);
}

function checkBranchesOfGroup(
  tx: Tx,
  scope: Scope,
  request: { type: BranchGroupRow["type"]; branch_ids: readonly string[] },
) {
  const outside = request.branch_ids.find((id) => !scopeReachesBranch(scope, id));
  if (outside) throw problem("BRANCH_ACCESS_DENIED", { branch_id: outside });
  if (!fitsBranchGroupType(request.type, request.branch_ids))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "type,branch_ids" });
  return checkReferencedIdsExist(tx, [{ field: "branch_ids", table: sql`branches`, ids: request.branch_ids }]);
}

const withGrantsOfCaller = (group: BranchGroupRow, roles: readonly HeldRole[]) => ({
  ...group,
  grants: listGrantsReachingAllBranches(
    roles,
    group.branches.map(({ id }) => id),
  ),
});
