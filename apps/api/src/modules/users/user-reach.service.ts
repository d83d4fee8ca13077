import type { UserRoleAssociation } from "@leitstand/contract/people/user";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { selectBranchesOfGroups } from "./user-roles.sql";
import type { UserOperationCaller } from "./user-scope.sql";
import type { LockedUser } from "./users.sql";

/**
 * Throws unless the caller reaches every place where the user is active: blocking, unblocking and signing out work in all
 * of them at once. Users may always act on themselves.
 */
export async function checkReachesRolesOfUser(
  tx: Tx,
  caller: UserOperationCaller,
  { id, associations }: Pick<LockedUser, "id" | "associations">,
): Promise<void> {
  if (caller.scope.all || caller.principal.user_id === id) return;
  const inForce = associations.filter(({ active }) => active);
  const everywhere = inForce.find(({ branch_group_id }) => branch_group_id === null);
  if (everywhere) throw problem("ROLE_ASSIGNMENT_NOT_ALLOWED", { role_id: everywhere.role_id });
  await checkReachesGroups(tx, caller, groupIdsOf(inForce));
}

export async function checkReachesGroups(tx: Tx, caller: UserOperationCaller, groupIds: readonly string[]) {
  const beyond = (await selectBranchesOfGroups(tx, groupIds)).find((group) => !reachesGroup(caller, group));
  if (!beyond) return;
  const branch_id = beyond.branch_ids.find((branch) => !caller.scope.branch_ids.includes(branch));
  throw problem("BRANCH_ACCESS_DENIED", { branch_id });
}

/** Whether the caller reaches a group; one without branches is reached only by callers who reach everything. */
export const reachesGroup = ({ scope }: UserOperationCaller, { branch_ids }: { branch_ids: readonly string[] }) =>
  scope.all || (branch_ids.length > 0 && branch_ids.every((branch) => scope.branch_ids.includes(branch)));

export const groupIdsOf = (associations: readonly UserRoleAssociation[]) =>
  associations.flatMap(({ branch_group_id }) => branch_group_id ?? []);
