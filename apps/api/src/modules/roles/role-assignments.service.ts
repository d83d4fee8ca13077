import type { Tx } from "#platform/database/database";
import type { HeldRole, Principal, Scope } from "#platform/access/principal";
import { type Problem, problem } from "#platform/problem";
import {
  findUnreachedBranch,
  findGrantShortfall,
  listChangedEntries,
  roleFitsBranchGroup,
  type RoleBranches,
  type GrantShortfall,
} from "./role-authority";
import {
  lockBranchGroupsOfRoles,
  lockRolesOfBranchGroup,
  lockRolesToAssign,
  selectAssignableRoles,
  selectRolesHeldBy,
} from "./roles.sql";

/** Role in a branch group, or without one in the whole tenant. */
export interface RoleAssignmentRequest {
  readonly role_id: string;
  readonly branch_group_id?: string | null | undefined;
}

export interface RoleAssignmentCaller {
  readonly principal: Principal;
  /** Scope of the operation's grant. */
  readonly scope: Scope;
  /** Field of the request that names the roles. */
  readonly field: string;
  /** Set when roles are taken away, which need not fit their branch group. */
  readonly taking?: boolean;
}

/**
 * Throws unless the caller may give these roles there: each exists and fits its branch group, is in the
 * roles_allowed_to_assign of a role of the caller, and grants nothing that the caller does not hold there.
 */
export async function checkRoleAssignments(
  tx: Tx,
  caller: RoleAssignmentCaller,
  assignments: readonly RoleAssignmentRequest[],
) {
  if (assignments.length === 0) return;
  const places = await findAssignmentPlaces(tx, caller, assignments);
  const own = await selectAssignableRoles(
    tx,
    caller.principal.roles.map(({ id }) => id),
  );
  const assignable = new Set(own.map(({ role_id }) => role_id));
  for (const { role_id, grants, place } of places) {
    if (!assignable.has(role_id)) throw problem("ROLE_ASSIGNMENT_NOT_ALLOWED", { role_id });
    const shortfall =
      findGrantShortfall(caller.principal.roles, grants, place) ?? findUnreachedBranch(caller.scope, place);
    if (shortfall) throw roleAssignmentProblemOf(shortfall, role_id);
  }
}

/**
 * Throws unless the caller holds everything that the user holds: only then the caller may change how the user signs in.
 */
export async function checkCallerHoldsGrantsOfUser(tx: Tx, principal: Principal, userId: string) {
  for (const { role_id, grants, branch_ids } of await selectRolesHeldBy(tx, userId))
    if (findGrantShortfall(principal.roles, grants, branch_ids))
      throw problem("ROLE_ASSIGNMENT_NOT_ALLOWED", { role_id });
}

/**
 * Throws unless the caller holds, in branches that come to a branch group or leave it, everything that the roles held in
 * the group grant: its users gain or lose these roles there.
 */
export async function checkCallerHoldsGrantsOfBranchGroup(
  tx: Tx,
  callerRoles: readonly HeldRole[],
  change: { branch_group_id: string; before: readonly string[]; after: readonly string[] },
) {
  const branches = listChangedEntries(change.before, change.after);
  if (branches.length === 0) return;
  for (const { id, grants } of await lockRolesOfBranchGroup(tx, change.branch_group_id)) {
    const shortfall = findGrantShortfall(callerRoles, grants, branches);
    if (shortfall) throw roleAssignmentProblemOf(shortfall, id);
  }
}

export function roleAssignmentProblemOf(shortfall: GrantShortfall, role_id: string | undefined): Problem {
  return shortfall.lacks === "GRANT"
    ? problem("ROLE_ASSIGNMENT_NOT_ALLOWED", { role_id })
    : problem("BRANCH_ACCESS_DENIED", { branch_id: shortfall.branch_id });
}

interface RoleInPlace {
  readonly role_id: string;
  readonly grants: readonly string[];
  readonly place: RoleBranches;
}

async function findAssignmentPlaces(
  tx: Tx,
  { field, taking }: RoleAssignmentCaller,
  assignments: readonly RoleAssignmentRequest[],
): Promise<RoleInPlace[]> {
  const groupIds = assignments.flatMap(({ branch_group_id }) => branch_group_id ?? []);
  const roles = mapById(await lockRolesToAssign(tx, [...new Set(assignments.map(({ role_id }) => role_id))]));
  const groups = mapById(groupIds.length > 0 ? await lockBranchGroupsOfRoles(tx, [...new Set(groupIds)]) : []);
  return assignments.map(({ role_id, branch_group_id = null }) => {
    const role = roles.get(role_id);
    if (!role) throw problem("REFERENCE_NOT_FOUND", { field, id: role_id });
    const group = branch_group_id === null ? undefined : groups.get(branch_group_id);
    if (branch_group_id !== null && !group) throw problem("REFERENCE_NOT_FOUND", { field, id: branch_group_id });
    if (!taking && !roleFitsBranchGroup(role.branch_access, group?.type ?? null))
      throw problem("FIELD_COMBINATION_INVALID", { fields: `${field}, branch_group_id` });
    return { role_id: role.id, grants: role.grants, place: group?.branch_ids ?? null };
  });
}

const mapById = <T extends { readonly id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));
