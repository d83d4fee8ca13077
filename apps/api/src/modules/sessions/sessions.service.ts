import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import { reauthenticationValidSeconds } from "@leitstand/contract/people/sign-in-limits";
import type { Tx } from "#platform/database/database";
import { announceInternalEvent } from "#platform/events/events";
import type { SharedServices } from "#platform/http/handler";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import {
  type EndedSession,
  endSession,
  endSessionsOnAllNodes,
  endSessionsExceptCalling,
  ownSessionCondition,
  recordIdentityProof,
  sessionOfUserCondition,
} from "#platform/access/token-changes";
import { checkOwnPassword, checkOwnPin } from "#modules/auth/index";
import { removePushToken } from "#modules/devices/index";
import { getUser, lockReachedUser } from "#modules/users/index";
import { selectOpenSessions } from "./sessions.sql";

export interface SessionCaller {
  readonly principal: Principal;
  readonly now: Date;
}

export const listOwnSessions = (tx: Tx, { principal, now }: SessionCaller) =>
  selectOpenSessions(tx, { of: ownSessionCondition(principal), token_id: principal.token_id, now });

/** Sessions of a user. The scope is that of `updateUser`: a caller who may change a user may see their sessions. */
export async function listSessionsOfUser(tx: Tx, { scope, ...caller }: SessionCaller & { scope: Scope }, id: string) {
  const { principal, now } = caller;
  await getUser(tx, { principal, scope }, id);
  return selectOpenSessions(tx, { of: sessionOfUserCondition(id), token_id: principal.token_id, now });
}

export async function endOwnSession(tx: Tx, { principal, now }: SessionCaller, id: string) {
  const ended = await endSession(tx, { of: ownSessionCondition(principal), id, now });
  if (!ended) throw notFound("session", id);
  await cleanUpAfterSession(tx, ended, now);
}

/**
 * Signs the calling session out. It may have been ended by another request at the same moment; then nothing is left to
 * do.
 */
export async function signOutCallingSession(tx: Tx, { principal, now }: SessionCaller) {
  const ended = await endSession(tx, { of: ownSessionCondition(principal), id: principal.token_id, now });
  if (ended) await cleanUpAfterSession(tx, ended, now);
}

export async function endOtherSessions(tx: Tx, { principal, now }: SessionCaller) {
  const { tenant_id, kind, user_id, device_id, token_id } = principal;
  await endSessionsExceptCalling(tx, { of: ownSessionCondition(principal), token_id, now });
  const whose = kind === "DEVICE" ? { device_id } : { user_id };
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id, ...whose } });
}

export async function endSessionsOfUser(
  tx: Tx,
  { principal, scope, now }: SessionCaller & { scope: Scope },
  id: string,
) {
  const user = await lockReachedUser(tx, { principal, scope }, id);
  await endSessionsOnAllNodes(tx, { user_id: user.id, kinds: ["USER"], now });
}

/** Follows the end of a session: a phone that signs out ends the sessions of users on it, and gets no more pushes. */
async function cleanUpAfterSession(tx: Tx, { id, kind, user_id, device_id }: EndedSession, now: Date) {
  if (kind === "DEVICE" && device_id !== null) {
    await removePushToken(tx, device_id);
    return endSessionsOnAllNodes(tx, { device_id, kinds: ["DEVICE", "USER"], now });
  }
  announceInternalEvent(tx, {
    type: "principals changed",
    payload: { tenant_id: tx.tenantId, user_id, token_id: id },
  });
}

/**
 * Checks the proof in transactions of its own: a failure counts although the call is refused, and no table stores the
 * secret.
 */
export async function reauthenticate(
  services: SharedServices,
  { principal, now }: SessionCaller,
  { password, pin }: { password?: string; pin?: string },
) {
  const { tenant_id: tenantId, token_id, device_id } = principal;
  const user_id = principal.subject_id;
  if (password !== undefined && pin === undefined)
    await checkOwnPassword(services, { tenantId, user_id, password, now });
  else if (pin !== undefined && password === undefined)
    await checkOwnPin({ ...services, removePushToken }, { tenantId, user_id, device_id, pin, now });
  else throw problem("FIELD_COMBINATION_INVALID", { fields: "password, pin" });
  await services.db.transaction(tenantId, async (tx) => {
    await recordIdentityProof(tx, token_id, now);
    announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tenantId, user_id, token_id } });
  });
  const until = new Date(now.getTime() + reauthenticationValidSeconds * 1000);
  return { reauthenticated_at: formatUtcTimestamp(now), until: formatUtcTimestamp(until) };
}
