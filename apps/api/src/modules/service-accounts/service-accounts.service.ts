import type { Static } from "@leitstand/contract/core/schema";
import type { ServiceAccountUserUpdateRequest } from "@leitstand/contract/people/service-accounts";
import type { Tx } from "#platform/database/database";
import { announceInternalEvent } from "#platform/events/events";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { issueToken, latestTokenExpiry } from "#platform/access/session";
import { type RoleAssignmentRequest, checkRoleAssignments, checkCallerHoldsGrantsOfUser } from "#modules/roles/index";
import {
  insertRoleAssociations,
  insertServiceAccount,
  removeRoleAssociations,
  updateServiceAccount,
} from "#modules/accounts/index";
import { compareRoleAssociations } from "#modules/users/index";
import { blacklistToken } from "#platform/access/token-changes";
import {
  countLiveServiceAccountTokens,
  lockServiceAccount,
  selectServiceAccountIdInScope,
  selectServiceAccounts,
  selectServiceAccountAfterLock,
  selectNonIntegrationRole,
  selectServiceAccountToken,
  selectServiceAccountTokens,
  selectTokenOfServiceAccount,
} from "./service-accounts.sql";

export interface ServiceAccountCaller {
  readonly principal: Principal;
  readonly scope: Scope;
}

type AccountChange = Static<typeof ServiceAccountUserUpdateRequest> & { readonly id: string };

/** Maximum number of live tokens of an account: the one in use and its successor. */
const LIVE_TOKENS_PER_ACCOUNT_MAX = 2;

export const listServiceAccounts = selectServiceAccounts;
export const listOwnServiceAccountTokens = (tx: Tx, principal: Principal, now: Date) =>
  selectServiceAccountTokens(tx, principal.subject_id, now);

export async function listServiceAccountTokens(tx: Tx, scope: Scope, { id, now }: { id: string; now: Date }) {
  if (!(await selectServiceAccountIdInScope(tx, scope, id))) throw notFound("service_account_user", id);
  return selectServiceAccountTokens(tx, id, now);
}

export async function createServiceAccount(
  tx: Tx,
  caller: ServiceAccountCaller,
  { name, role_associations }: { name: string; role_associations: readonly RoleAssignmentRequest[] },
) {
  await checkRoleAssignments(tx, { ...caller, field: "role_associations" }, role_associations);
  await checkIntegrationRoles(tx, role_associations);
  const associations = role_associations.map(({ role_id, branch_group_id = null }) => ({ role_id, branch_group_id }));
  return insertServiceAccount(tx, name, associations);
}

/** Changes an account by the rules for users. Any change, also stopping it, requires all grants of the account. */
export async function changeServiceAccount(tx: Tx, caller: ServiceAccountCaller, change: AccountChange) {
  if (!(await lockServiceAccount(tx, caller.scope, change.id))) throw notFound("service_account_user", change.id);
  const current = await selectServiceAccountAfterLock(tx, change.id);
  const { id, lock_version } = current;
  await checkCallerHoldsGrantsOfUser(tx, caller.principal, id);
  const { given, taken } = compareRoleAssociations(current.role_associations, change.role_associations);
  const assigning = { ...caller, field: "role_associations" };
  await checkRoleAssignments(tx, assigning, given);
  await checkRoleAssignments(tx, { ...assigning, taking: true }, taken);
  await checkIntegrationRoles(tx, given);
  if (lock_version !== change.lock_version)
    throw problem("LOCK_VERSION_CONFLICT", { lock_version: change.lock_version, current_lock_version: lock_version });
  if (taken.length > 0) await removeRoleAssociations(tx, id, taken);
  if (given.length > 0) await insertRoleAssociations(tx, id, given);
  await updateServiceAccount(tx, id, change);
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId, user_id: id } });
  return selectServiceAccountAfterLock(tx, id);
}

async function checkIntegrationRoles(tx: Tx, associations: readonly RoleAssignmentRequest[]) {
  const ids = associations.map(({ role_id }) => role_id);
  if (ids.length > 0 && (await selectNonIntegrationRole(tx, ids)))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "role_associations, role_type" });
}

/** Makes a token. Its holder acts as the account, so the caller must hold all of the account's grants. */
export async function createServiceAccountToken(
  tx: Tx,
  caller: ServiceAccountCaller,
  request: { id: string; name?: string | null; expires_at?: string | null; now: Date },
) {
  const { id, now, expires_at } = request;
  if (!(await lockServiceAccount(tx, caller.scope, id))) throw notFound("service_account_user", id);
  await checkCallerHoldsGrantsOfUser(tx, caller.principal, id);
  checkTokenExpiry(expires_at, now);
  if ((await countLiveServiceAccountTokens(tx, id, now)).count >= LIVE_TOKENS_PER_ACCOUNT_MAX)
    throw problem("LIMIT_EXCEEDED", { limit: LIVE_TOKENS_PER_ACCOUNT_MAX });
  const issued = await issueToken(tx, {
    kind: "SERVICE",
    user_id: id,
    name: request.name ?? null,
    expires_at: expires_at ?? null,
    now,
  });
  return { ...(await selectServiceAccountToken(tx, issued.id)), token: issued.token };
}

function checkTokenExpiry(expires_at: string | null | undefined, now: Date) {
  if (!expires_at) return;
  const max = latestTokenExpiry("SERVICE", now);
  if (Date.parse(expires_at) > now.getTime() && Date.parse(expires_at) <= max.getTime()) return;
  throw problem("TIME_OUT_OF_RANGE", { field: "expires_at", min: now.toISOString(), max: max.toISOString() });
}

/** Blacklists a token for good: one that was thought to be lost is never trusted again. */
export async function revokeTokenOfServiceAccount(
  tx: Tx,
  { scope }: ServiceAccountCaller,
  { id, token_id, blacklisted }: { id: string; token_id: string; blacklisted: boolean },
) {
  if (!(await lockServiceAccount(tx, scope, id))) throw notFound("service_account_user", id);
  const current = await selectTokenOfServiceAccount(tx, id, token_id);
  if (!current) throw notFound("service_account_token", token_id);
  if (!blacklisted && current.blacklisted) throw problem("FIELD_COMBINATION_INVALID", { fields: "blacklisted" });
  if (blacklisted === current.blacklisted) return current;
  await blacklistToken(tx, id, current.id);
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId, user_id: id, token_id } });
  return selectServiceAccountToken(tx, current.id);
}
