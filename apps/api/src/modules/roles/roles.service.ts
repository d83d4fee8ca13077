import type { RoleCreateRequest, RoleUpdateRequest } from "@leitstand/contract/people/roles";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { announceInternalEvent } from "#platform/events/events";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { listChangedEntries, findUnreachedBranch, findGrantShortfall, type RoleBranches } from "./role-authority";
import { roleAssignmentProblemOf } from "./role-assignments.service";
import {
  allowRolesToAssignRole,
  countEnabledDevices,
  insertRole,
  lockRole,
  lockRoleToDelete,
  removeRole,
  type RoleRow,
  selectAssignableRoles,
  selectRoles,
  lockRolesToAssign,
  selectRoleUsage,
  updateRole,
} from "./roles.sql";

type RoleDraft = Static<typeof RoleCreateRequest>;
type RoleChange = Static<typeof RoleUpdateRequest> & { readonly id: string };

export interface RoleCaller {
  readonly principal: Principal;
  /** Scope of the operation's grant. */
  readonly scope: Scope;
}

export const listRoles = (tx: Tx, branchAccess: string | undefined) => selectRoles(tx, branchAccess ?? null);

/**
 * Creates a role. Its creator must hold its grants, and may assign it afterwards by the roles that allowed creating it.
 */
export async function createRole(tx: Tx, caller: RoleCaller, options: RoleDraft) {
  const draft = { ...options, roles_allowed_to_assign: uniqueIds(options.roles_allowed_to_assign ?? []) };
  await checkAssignableRoles(tx, caller.principal, { allowed: draft.roles_allowed_to_assign, changed: undefined });
  checkRoleGrants(caller, draft.grants, { place: rolePlaceOf(draft, []), role_id: undefined });
  const role = await insertRole(tx, draft);
  const makers = caller.principal.roles.filter(({ grants }) => grants.includes("createRole"));
  allowRolesToAssignRole(
    tx,
    role.id,
    makers.map(({ id }) => id),
  );
  announceRightsChange(tx);
  return role;
}

/**
 * Changes a role. Its row stays locked from the first read, so that it is not assigned with other grants in the
 * meantime.
 */
export async function changeRole(tx: Tx, caller: RoleCaller, options: RoleChange) {
  const role = await lockRole(tx, options.id);
  if (!role) throw notFound("role", options.id);
  const role_id = role.id;
  const { lock_version } = options;
  const change = { ...options, roles_allowed_to_assign: uniqueIds(options.roles_allowed_to_assign) };
  const added = change.roles_allowed_to_assign.filter((other) => !role.roles_allowed_to_assign.includes(other));
  await checkAssignableRoles(tx, caller.principal, { allowed: added, changed: role_id });
  if (role.lock_version !== lock_version)
    throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: role.lock_version });
  const use = await selectRoleUsage(tx, role_id);
  if (role.branch_access !== change.branch_access && use.count > 0)
    throw problem("RESOURCE_IN_USE", { by: "role_associations", count: use.count });
  const place = rolePlaceOf(role, use.branch_ids) === null ? null : rolePlaceOf(change, use.branch_ids);
  checkRoleGrants(caller, affectedGrantsOf(role, change), { place, role_id });
  const changed = await updateRole(tx, change);
  announceRightsChange(tx);
  return changed;
}

/**
 * Deletes a role by the rules for removing all of its grants; administrators and phones keep at least one role of
 * theirs.
 */
export async function deleteRole(tx: Tx, caller: RoleCaller, id: string) {
  const locked = await lockRoleToDelete(tx, id);
  const role = locked.find((row) => row.id === id);
  if (!role) throw notFound("role", id);
  await checkAssignableRoles(tx, caller.principal, { allowed: [], changed: role.id });
  checkRoleGrants(caller, role.grants, { place: rolePlaceOf(role, []), role_id: role.id });
  const { count } = await selectRoleUsage(tx, role.id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "role_associations", count });
  const others = locked.filter((other) => other !== role);
  if (role.grants.includes("updateRole") && !others.some(({ grants }) => grants.includes("updateRole")))
    throw problem("RESOURCE_IN_USE", { by: "tenant", count: 1 });
  if (role.role_type === "DRIVER" && !others.some(({ role_type }) => role_type === "DRIVER"))
    await refuseIfDevicesExist(tx);
  await removeRole(tx, role.id);
  announceRightsChange(tx);
}

async function refuseIfDevicesExist(tx: Tx) {
  const { count } = await countEnabledDevices(tx);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "device", count });
}

const uniqueIds = (ids: readonly string[]) => [...new Set(ids)];

/** Grants that the caller must hold: those that change, or all of them when the type or access of the role changes. */
function affectedGrantsOf(role: RoleRow, change: RoleChange): readonly string[] {
  if (role.role_type !== change.role_type || role.branch_access !== change.branch_access)
    return [...new Set([...role.grants, ...change.grants])];
  return listChangedEntries(role.grants, change.grants);
}

/**
 * Place in which a role is held. Devices hold every DRIVER role wherever they are, so such a role counts for the whole
 * tenant.
 */
function rolePlaceOf(
  { branch_access, role_type }: Pick<RoleRow, "branch_access" | "role_type">,
  held: string[],
): RoleBranches {
  return branch_access === "ALL" || role_type === "DRIVER" ? null : held;
}

/**
 * Checks the grants of a role. One without holders takes effect nowhere, so holding its grants somewhere is enough to
 * create it.
 */
function checkRoleGrants(
  { principal, scope }: RoleCaller,
  grants: readonly string[],
  { place, role_id }: { place: RoleBranches; role_id: string | undefined },
) {
  const shortfall = findGrantShortfall(principal.roles, grants, place);
  const isNowhere = place !== null && place.length === 0;
  if (shortfall && !(isNowhere && shortfall.lacks === "BRANCH")) throw roleAssignmentProblemOf(shortfall, role_id);
  const beyond = grants.length > 0 && !isNowhere ? findUnreachedBranch(scope, place) : undefined;
  if (beyond) throw roleAssignmentProblemOf(beyond, role_id);
}

async function checkAssignableRoles(
  tx: Tx,
  principal: Principal,
  { allowed, changed }: { allowed: readonly string[]; changed: string | undefined },
) {
  const known = new Set(allowed.length > 0 ? (await lockRolesToAssign(tx, allowed)).map(({ id }) => id) : []);
  const unknown = allowed.find((id) => !known.has(id));
  if (unknown) throw problem("REFERENCE_NOT_FOUND", { field: "roles_allowed_to_assign", id: unknown });
  const own = await selectAssignableRoles(
    tx,
    principal.roles.map(({ id }) => id),
  );
  const assignable = new Set(own.map(({ role_id }) => role_id));
  const role_id = [...(changed ? [changed] : []), ...allowed].find((id) => !assignable.has(id));
  if (role_id) throw problem("ROLE_ASSIGNMENT_NOT_ALLOWED", { role_id });
}

/** Announces that the rights of all holders have changed, as of the commit. */
const announceRightsChange = (tx: Tx) =>
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId } });
