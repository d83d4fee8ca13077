import type { Tx } from "#platform/database/database";
import { allGrantsOf, type Principal, type Scope, scopeOfGrant } from "#platform/access/principal";
import { selectUserInfo } from "./user-info.sql";

/** Identity behind a token, with the scope of its grants. */
export async function getUserInfo(tx: Tx, principal: Principal) {
  const { kind, user_id, device_id, expires_at } = principal;
  const role_ids = principal.roles.map(({ id }) => id);
  const { roles, ...rest } = await selectUserInfo(tx, { user_id, device_id, role_ids });
  const held = roles.flatMap((role) =>
    principal.roles
      .filter(({ id }) => id === role.id)
      .map(({ role_type, branch_ids }) => ({ ...role, role_type, branch_ids: branch_ids && [...branch_ids] })),
  );
  const grants = [...allGrantsOf(principal)].sort().map((grant) => ({
    grant,
    ...effectiveScopeOf(scopeOfGrant(principal, grant) as Scope),
  }));
  return { kind, ...rest, roles: held, grants, expires_at };
}

/** Scope of office and driver roles together: apps use it to know what to show, and the API decides call by call. */
function effectiveScopeOf({ all, branch_ids, driver }: Scope) {
  const everywhere = all || (driver?.all ?? false);
  const branches = [...new Set([...branch_ids, ...(driver?.branch_ids ?? [])])];
  return {
    all: everywhere,
    branch_ids: everywhere ? [] : branches,
    own_tours_only: driver !== null && !all && branch_ids.length === 0,
  };
}
