import type { UserRole } from "@leitstand/contract/people/user";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { checkAssignments } from "#modules/roles/index";
import {
  countUserChange,
  eraseUser,
  insertAssociations,
  removeAssociations,
  upsertActiveState,
} from "#modules/accounts/index";

import { selectBranchesOf, selectInviteeByEmail, selectInviteeById } from "./user-roles.sql";
import type { Caller } from "./user-scope.sql";
import { selectChangedUser } from "./users.sql";
import { announceUserChange, lockUserFacts } from "./users.service";

/**
 * Activates or deactivates a user in a branch group: only where the user holds a role, and by a caller who reaches all
 * of the group.
 */
export async function changeActiveState(
  tx: Tx,
  caller: Caller,
  change: { id: string; branch_group_id: string; active: boolean },
) {
  const user = await lockUserFacts(tx, caller, change.id);
  const { branch_group_id: id } = change;
  if (!user.associations.some(({ branch_group_id }) => branch_group_id === id))
    throw problem("REFERENCE_NOT_FOUND", { field: "branch_group_id", id });
  await checkReaches(tx, caller, [id]);
  await upsertActiveState(tx, user.id, { branch_group_id: id, active: change.active });
  await countUserChange(tx, user.id);
  announceUserChange(tx, user.id);
  return selectChangedUser(tx, user.id);
}

export async function takeTenantRoles(tx: Tx, caller: Caller, id: string) {
  const { associations } = await lockUserFacts(tx, caller, id);
  await take(tx, caller, { id, taken: associations.filter(({ branch_group_id }) => branch_group_id === null) });
}

/** Removes roles in branch groups. Those beyond the caller's scope stay: callers who reach them may remove them. */
export async function takeBranchRoles(tx: Tx, caller: Caller, id: string) {
  const { associations } = await lockUserFacts(tx, caller, id);
  const groups = await selectBranchesOf(tx, groupsOf(associations));
  const reached = groups.filter((group) => reaches(caller, group));
  const taken = associations.filter((held) => reached.some((group) => group.id === held.branch_group_id));
  await take(tx, caller, { id, taken });
}

/** Deletes an inactive user. Roles for the whole tenant are always active: they have to be removed before. */
export async function deleteUser(tx: Tx, caller: Caller, id: string) {
  const { associations } = await lockUserFacts(tx, caller, id);
  await checkReaches(tx, caller, groupsOf(associations));
  if (associations.some(({ active }) => active)) throw problem("USER_NOT_INACTIVE");
  await eraseUser(tx, id);
  announceUserChange(tx, id);
}

async function checkReaches(tx: Tx, caller: Caller, groupIds: readonly string[]) {
  const beyond = (await selectBranchesOf(tx, groupIds)).find((group) => !reaches(caller, group));
  if (!beyond) return;
  const branch_id = beyond.branch_ids.find((branch) => !caller.scope.branch_ids.includes(branch));
  throw problem("BRANCH_ACCESS_DENIED", { branch_id });
}

/** Whether the caller reaches a group; one without branches is reached only by callers who reach everything. */
const reaches = ({ scope }: Caller, { branch_ids }: { branch_ids: readonly string[] }) =>
  scope.all || (branch_ids.length > 0 && branch_ids.every((branch) => scope.branch_ids.includes(branch)));

const groupsOf = (associations: readonly UserRole[]) =>
  associations.flatMap(({ branch_group_id }) => branch_group_id ?? []);

async function take(tx: Tx, caller: Caller, { id, taken }: { id: string; taken: readonly UserRole[] }) {
  if (taken.length === 0) return;
  await checkAssignments(tx, { ...caller, field: "id", taking: true }, taken);
  await removeAssociations(tx, id, taken);
  await countUserChange(tx, id);
  announceUserChange(tx, id);
}

/** Adds roles that an invite promised; they were checked when it was made. */
export async function addRoles(tx: Tx, userId: string, given: readonly UserRole[]) {
  await insertAssociations(tx, userId, given);
  await countUserChange(tx, userId);
  announceUserChange(tx, userId);
}

/**
 * Finds the person to invite: by id within the caller's scope, or by mail address in the whole tenant, for which
 * invites are made.
 */
export async function findInvitee(tx: Tx, caller: Caller, { user_id, email }: { user_id?: string; email?: string }) {
  return email === undefined ? selectInviteeById(tx, caller, user_id ?? "") : selectInviteeByEmail(tx, email);
}
