import type { UserRoleAssociation } from "@leitstand/contract/people/user";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { checkRoleAssignments } from "#modules/roles/index";
import {
  incrementUserLockVersion,
  eraseUserPersonalData,
  insertRoleAssociations,
  removeRoleAssociations,
  upsertUserActiveState,
} from "#modules/accounts/index";

import { checkReachesGroups, groupIdsOf, reachesGroup } from "./user-reach.service";
import { selectBranchesOfGroups, selectInviteeByEmail, selectInviteeById } from "./user-roles.sql";
import type { UserOperationCaller } from "./user-scope.sql";
import { selectChangedUser } from "./users.sql";
import { announceUserChange, lockVisibleUser } from "./users.service";

/**
 * Activates or deactivates a user in a branch group: only where the user holds a role, and by a caller who reaches all
 * of the group.
 */
export async function changeActiveStateOfUser(
  tx: Tx,
  caller: UserOperationCaller,
  change: { id: string; branch_group_id: string; active: boolean },
) {
  const user = await lockVisibleUser(tx, caller, change.id);
  const { branch_group_id: id } = change;
  if (!user.associations.some(({ branch_group_id }) => branch_group_id === id))
    throw problem("REFERENCE_NOT_FOUND", { field: "branch_group_id", id });
  await checkReachesGroups(tx, caller, [id]);
  await upsertUserActiveState(tx, user.id, { branch_group_id: id, active: change.active });
  await incrementUserLockVersion(tx, user.id);
  announceUserChange(tx, user.id);
  return selectChangedUser(tx, user.id);
}

export async function removeTenantRolesOfUser(tx: Tx, caller: UserOperationCaller, id: string) {
  const { associations } = await lockVisibleUser(tx, caller, id);
  await removeRoles(tx, caller, { id, taken: associations.filter(({ branch_group_id }) => branch_group_id === null) });
}

/** Removes roles in branch groups. Those beyond the caller's scope stay: callers who reach them may remove them. */
export async function removeBranchRolesOfUser(tx: Tx, caller: UserOperationCaller, id: string) {
  const { associations } = await lockVisibleUser(tx, caller, id);
  const groups = await selectBranchesOfGroups(tx, groupIdsOf(associations));
  const reached = groups.filter((group) => reachesGroup(caller, group));
  const taken = associations.filter((held) => reached.some((group) => group.id === held.branch_group_id));
  await removeRoles(tx, caller, { id, taken });
}

/**
 * Ends and announces what the person leaves behind in modules that depend on this one, before they are deleted; throws
 * where the person is still needed.
 */
export type UserDeletionHandler = (tx: Tx, user_id: string) => Promise<void>;

/** Deletes an inactive user. Roles for the whole tenant are always active: they have to be removed before. */
export async function deleteUser(
  tx: Tx,
  caller: UserOperationCaller,
  { id, onDelete }: { id: string; onDelete: UserDeletionHandler },
) {
  const { associations } = await lockVisibleUser(tx, caller, id);
  await checkReachesGroups(tx, caller, groupIdsOf(associations));
  if (associations.some(({ active }) => active)) throw problem("USER_NOT_INACTIVE");
  await onDelete(tx, id);
  await eraseUserPersonalData(tx, id);
  announceUserChange(tx, id);
}

async function removeRoles(
  tx: Tx,
  caller: UserOperationCaller,
  { id, taken }: { id: string; taken: readonly UserRoleAssociation[] },
) {
  if (taken.length === 0) return;
  await checkRoleAssignments(tx, { ...caller, field: "id", taking: true }, taken);
  await removeRoleAssociations(tx, id, taken);
  await incrementUserLockVersion(tx, id);
  announceUserChange(tx, id);
}

/** Adds roles that an invite promised; they were checked when it was made. */
export async function addRolesOfInvite(tx: Tx, userId: string, given: readonly UserRoleAssociation[]) {
  await insertRoleAssociations(tx, userId, given);
  await incrementUserLockVersion(tx, userId);
  announceUserChange(tx, userId);
}

/**
 * Finds the person to invite: by id within the caller's scope, or by mail address in the whole tenant, for which
 * invites are made.
 */
export async function findInvitee(
  tx: Tx,
  caller: UserOperationCaller,
  { user_id, email }: { user_id?: string; email?: string },
) {
  return email === undefined ? selectInviteeById(tx, caller, user_id ?? "") : selectInviteeByEmail(tx, email);
}
