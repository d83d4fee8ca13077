import { pinLimits } from "@leitstand/contract/people/sign-in-limits";
import type { Static } from "@leitstand/contract/core/schema";
import type { UserCreateRequest, UserUpdateRequest } from "@leitstand/contract/people/user";
import type { Tx } from "#platform/database/database";
import { announceInternalEvent } from "#platform/events/events";
import { JsonAnswerText } from "#platform/http/handler";
import { type Principal, scopeOfGrant } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { revokeSessionTokens } from "#platform/access/token-changes";
import { requireRecentIdentityProof } from "#platform/access/reauthentication";
import { orderBySql } from "#platform/database/sort";
import { clearSignInLockouts, sendSetPasswordMail, voidPasswordLinks, voidPinTokens } from "#modules/auth/index";
import { checkRoleAssignments, checkCallerHoldsGrantsOfUser } from "#modules/roles/index";
import {
  insertRoleAssociations,
  insertUser,
  allowNewPinUntil,
  removeRoleAssociations,
  unblockUser,
  updateUser,
} from "#modules/accounts/index";
import type { PasswordMailServices } from "./own-account.service";
import { changesNonSelfEditableFields, changesSignInData, changesWhoSignsIn, compareRoleAssociations } from "./user";
import { checkReachesRolesOfUser } from "./user-reach.service";
import type { UserOperationCaller } from "./user-scope.sql";
import {
  userNameSortOrder,
  type LockedUser,
  lockUser,
  replaceUserSkills,
  selectChangedUser,
  selectUserAfterLock,
  selectUser,
  selectUsersJson,
  userSortColumns,
  type UserListQuery,
} from "./users.sql";

type UserDraft = Static<typeof UserCreateRequest>;
type UserChange = Static<typeof UserUpdateRequest> & { readonly id: string };
/** Scope of callers without the grant, in which they find themselves alone. */
const EMPTY_SCOPE = { all: false, branch_ids: [], driver: null };

export async function listUsers(tx: Tx, caller: UserOperationCaller, query: UserListQuery) {
  const order = orderBySql(query.sort, { columns: userSortColumns, ...userNameSortOrder });
  return new JsonAnswerText((await selectUsersJson(tx, caller, { query, order })).text);
}

export async function getUser(tx: Tx, caller: UserOperationCaller, id: string) {
  const user = await selectUser(tx, caller, id);
  if (!user) throw notFound("user", id);
  return user;
}

/**
 * Creates a user. A caller who acts for some branches only must assign a role there: without one, callers of these
 * branches would not see the user.
 */
export async function createUser(
  tx: Tx,
  caller: UserOperationCaller & { services: PasswordMailServices; now: Date },
  draft: UserDraft,
) {
  checkHasEmailOrPhone(draft);
  const { given } = compareRoleAssociations([], draft.role_associations);
  if (!caller.scope.all && given.length === 0)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "role_associations" });
  if (given.length > 0) await requireRecentIdentityProof(tx, caller.principal, caller.now);
  await checkRoleAssignments(tx, { ...caller, field: "role_associations" }, given);
  const { id } = await insertUser(tx, draft);
  if (given.length > 0) await insertRoleAssociations(tx, id, given);
  if (draft.skill_ids) await changeSkillsOfUser(tx, id, draft.skill_ids);
  const { email, firstname, language } = draft;
  if (email) await sendSetPasswordMail(tx, caller.services, { id, email, firstname, language });
  return selectChangedUser(tx, id);
}

/** Changes a user: by `updateUser` everything within scope; by `updateMyUser` the caller's own fields. */
export async function changeUser(tx: Tx, { principal, now }: { principal: Principal; now: Date }, change: UserChange) {
  const editor = scopeOfGrant(principal, "updateUser");
  const isOwn = principal.user_id === change.id;
  if (!editor && !isOwn) throw notFound("user", change.id);
  const caller = { principal, scope: editor ?? EMPTY_SCOPE };
  const current = await lockVisibleUser(tx, caller, change.id);
  if (!editor && changesNonSelfEditableFields(current, change))
    throw problem("AUTH_GRANT_MISSING", { grant: "updateUser" });
  await checkSignInChangeAllowed(tx, caller, { current, change });
  const { given } = compareRoleAssociations(current.associations, change.role_associations);
  if (given.length > 0 || (isOwn && changesSignInData(current, change)))
    await requireRecentIdentityProof(tx, principal, now);
  await changeRolesOfUser(tx, caller, { current, change });
  if (change.skill_ids) await changeSkillsOfUser(tx, current.id, change.skill_ids);
  if (current.lock_version !== change.lock_version)
    throw problem("LOCK_VERSION_CONFLICT", {
      lock_version: change.lock_version,
      current_lock_version: current.lock_version,
    });
  checkHasEmailOrPhone(change);
  await updateUser(tx, current.id, change);
  if (change.blocked && !current.blocked) await revokeSessionTokens(tx, { user_id: current.id, kinds: ["USER"], now });
  if ((change.email ?? null) !== current.email) voidPasswordLinks(tx, [current.id]);
  if ((change.phone_number ?? null) !== current.phone_number) await voidPinTokens(tx, [current.id], now);
  announceUserChange(tx, current.id);
  return selectChangedUser(tx, current.id);
}

/** Throws unless the caller may change how others sign in to their account, and whether they may at all. */
async function checkSignInChangeAllowed(
  tx: Tx,
  caller: UserOperationCaller,
  { current, change }: { current: LockedUser; change: UserChange },
) {
  const { id, blocked } = current;
  if (changesWhoSignsIn(current, change) && caller.principal.user_id !== id)
    await checkCallerHoldsGrantsOfUser(tx, caller.principal, id);
  if (change.blocked !== undefined && change.blocked !== blocked) await checkReachesRolesOfUser(tx, caller, current);
}

/** Locks a user that the caller sees until the commit. */
export async function lockVisibleUser(tx: Tx, caller: UserOperationCaller, id: string): Promise<LockedUser> {
  if (!(await lockUser(tx, caller, id))) throw notFound("user", id);
  return selectUserAfterLock(tx, id);
}

/** Locks a user whom the caller may sign out and let in again: everywhere where the user holds a role. */
export async function lockReachedUser(tx: Tx, caller: UserOperationCaller, id: string): Promise<LockedUser> {
  const user = await lockVisibleUser(tx, caller, id);
  await checkReachesRolesOfUser(tx, caller, user);
  return user;
}

/** Unblocks a user, and forgets wrong passwords, codes and PINs that made the user wait, and releases a voided PIN. */
export async function unblockUserAndClearFailures(
  tx: Tx,
  caller: UserOperationCaller & { services: PasswordMailServices },
  id: string,
) {
  const user = await lockReachedUser(tx, caller, id);
  await unblockUser(tx, user.id);
  await clearSignInLockouts(tx, caller.services, user);
  announceUserChange(tx, user.id);
  return selectChangedUser(tx, user.id);
}

/** Lets a user set a new PIN with a code by SMS for a while, after ten wrong ones. */
export async function allowPinResetOfUser(tx: Tx, { now, ...caller }: UserOperationCaller & { now: Date }, id: string) {
  const user = await lockReachedUser(tx, caller, id);
  const until = new Date(now.getTime() + pinLimits.releaseSeconds * 1000);
  return allowNewPinUntil(tx, user.id, { by: caller.principal.subject_id, until });
}

/** Announces a change of the user, which updates caches and streams on every node at once. */
export const announceUserChange = (tx: Tx, user_id: string) =>
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId, user_id } });

async function changeRolesOfUser(
  tx: Tx,
  caller: UserOperationCaller,
  { current, change }: { current: LockedUser; change: UserChange },
) {
  const { given, taken } = compareRoleAssociations(current.associations, change.role_associations);
  const assigning = { ...caller, field: "role_associations" };
  await checkRoleAssignments(tx, assigning, given);
  await checkRoleAssignments(tx, { ...assigning, taking: true }, taken);
  if (taken.length > 0) await removeRoleAssociations(tx, current.id, taken);
  if (given.length > 0) await insertRoleAssociations(tx, current.id, given);
}

async function changeSkillsOfUser(tx: Tx, userId: string, requested: readonly string[]) {
  const [unknown] = await replaceUserSkills(tx, userId, requested);
  if (unknown) throw problem("REFERENCE_NOT_FOUND", { field: "skill_ids", id: unknown.id });
}

/** Refuses an account that neither mail nor codes can reach, because it could never be signed in to. */
export function checkHasEmailOrPhone({ email, phone_number }: Pick<UserDraft, "email" | "phone_number">) {
  if (!email && !phone_number) throw problem("FIELD_COMBINATION_INVALID", { fields: "email, phone_number" });
}
