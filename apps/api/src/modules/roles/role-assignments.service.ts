import type { Tx } from "#platform/database/database";
import type { Principal, Scope } from "#platform/access/principal";
import { type Problem, problem } from "#platform/problem";
import { findBranchBeyond, findShortfall, fitsBranchAccess, type Place, type Shortfall } from "./role-authority";
import { selectAssignable, selectGroups, selectHoldingsOf, selectRolesToGive } from "./roles.sql";

/** Role in a branch group, or without one in the whole tenant. */
export interface Assignment {
  readonly role_id: string;
  readonly branch_group_id?: string | null | undefined;
}

export interface Assigning {
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
export async function checkAssignments(tx: Tx, caller: Assigning, assignments: readonly Assignment[]) {
  if (assignments.length === 0) return;
  const places = await findPlaces(tx, caller, assignments);
  const own = await selectAssignable(
    tx,
    caller.principal.roles.map(({ id }) => id),
  );
  const assignable = new Set(own.map(({ role_id }) => role_id));
  for (const { role_id, grants, place } of places) {
    if (!assignable.has(role_id)) throw problem("ROLE_ASSIGNMENT_NOT_ALLOWED", { role_id });
    const shortfall = findShortfall(caller.principal.roles, grants, place) ?? findBranchBeyond(caller.scope, place);
    if (shortfall) throw refusalOf(shortfall, role_id);
  }
}

/**
 * Throws unless the caller holds everything that the user holds: only then the caller may change how the user signs in.
 */
export async function checkHoldsAllOf(tx: Tx, principal: Principal, userId: string) {
  for (const { role_id, grants, branch_ids } of await selectHoldingsOf(tx, userId))
    if (findShortfall(principal.roles, grants, branch_ids)) throw problem("ROLE_ASSIGNMENT_NOT_ALLOWED", { role_id });
}

export function refusalOf(shortfall: Shortfall, role_id: string | undefined): Problem {
  return shortfall.lacks === "GRANT"
    ? problem("ROLE_ASSIGNMENT_NOT_ALLOWED", { role_id })
    : problem("BRANCH_ACCESS_DENIED", { branch_id: shortfall.branch_id });
}

interface PlacedRole {
  readonly role_id: string;
  readonly grants: readonly string[];
  readonly place: Place;
}

async function findPlaces(
  tx: Tx,
  { field, taking }: Assigning,
  assignments: readonly Assignment[],
): Promise<PlacedRole[]> {
  const groupIds = assignments.flatMap(({ branch_group_id }) => branch_group_id ?? []);
  const roles = byId(await selectRolesToGive(tx, [...new Set(assignments.map(({ role_id }) => role_id))]));
  const groups = byId(groupIds.length > 0 ? await selectGroups(tx, [...new Set(groupIds)]) : []);
  return assignments.map(({ role_id, branch_group_id = null }) => {
    const role = roles.get(role_id);
    if (!role) throw problem("REFERENCE_NOT_FOUND", { field, id: role_id });
    const group = branch_group_id === null ? undefined : groups.get(branch_group_id);
    if (branch_group_id !== null && !group) throw problem("REFERENCE_NOT_FOUND", { field, id: branch_group_id });
    if (!taking && !fitsBranchAccess(role.branch_access, group?.type ?? null))
      throw problem("FIELD_COMBINATION_INVALID", { fields: `${field}, branch_group_id` });
    return { role_id: role.id, grants: role.grants, place: group?.branch_ids ?? null };
  });
}

const byId = <T extends { readonly id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));
