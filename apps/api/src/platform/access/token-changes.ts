import type { TokenKind } from "@leitstand/contract/operation/operation";
import type { Session } from "@leitstand/contract/people/sessions";
import { shiftSessionLimits } from "@leitstand/contract/people/sign-in-limits";
import type { Tx } from "../database/database";
import { type Sql, sql } from "../database/sql";
import { announceInternalEvent } from "../events/events";
import type { Principal } from "./principal";

/**
 * Condition for the caller's own sessions: of a user those of people, never tokens of programs; of a phone its own and
 * those of people on it.
 */
export const ownSessionCondition = ({ kind, user_id, device_id }: Principal): Sql =>
  kind === "DEVICE"
    ? sql`session.device_id = ${device_id} and session.kind in ('DEVICE', 'USER')`
    : sql`session.user_id = ${user_id} and session.kind = 'USER'`;
export const sessionOfUserCondition = (id: string): Sql => sql`session.user_id = ${id} and session.kind = 'USER'`;

export interface SessionQuery {
  readonly of: Sql;
  readonly now: Date;
}
export interface CallersSessionQuery extends SessionQuery {
  /** Token of the request that ends sessions. */
  readonly token_id: string;
}

export interface EndedSession {
  readonly id: string;
  readonly kind: Session["kind"];
  readonly user_id: string | null;
  readonly device_id: string | null;
}

const returningEndedSession = sql`returning session.id, session.kind, session.user_id, session.device_id`;

/** Ends one session; undefined when there is none, or it has ended already. */
export const endSession = (tx: Tx, { of, id, now }: SessionQuery & { id: string }) =>
  tx.maybe<EndedSession>(sql`
    update tokens session set revoked_at = ${now}, updated_at = now()
    where session.tenant_id = ${tx.tenantId} and session.id = ${id} and ${of} and session.revoked_at is null ${returningEndedSession}`);

export const endSessionsExceptCalling = (tx: Tx, { of, token_id, now }: CallersSessionQuery) =>
  tx.run(sql`
    update tokens session set revoked_at = ${now}, updated_at = now()
    where session.tenant_id = ${tx.tenantId} and ${of} and session.id <> ${token_id} and session.revoked_at is null`);

export const recordIdentityProof = (tx: Tx, tokenId: string, now: Date) =>
  tx.run(sql`
    update tokens set reauthenticated_at = ${now}, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${tokenId}`);

/** Revokes a service account's token permanently. */
export const blacklistToken = (tx: Tx, accountId: string, tokenId: string) =>
  tx.run(sql`
    update tokens set blacklisted = true, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${tokenId} and user_id = ${accountId} and kind = 'SERVICE'`);

export interface SessionsToRevoke {
  readonly user_id?: string;
  readonly device_id?: string;
  readonly kinds: readonly TokenKind[];
  readonly now: Date;
}

/** Ends the sessions of a user or a phone; the caller of this function announces it. */
export async function revokeSessionTokens(tx: Tx, { user_id, device_id, kinds, now }: SessionsToRevoke) {
  const holder = user_id === undefined ? sql`device_id = ${device_id}` : sql`user_id = ${user_id}`;
  await tx.run(sql`
    update tokens set revoked_at = ${now}, updated_at = now()
    where tenant_id = ${tx.tenantId} and ${holder} and kind = any(${kinds}::text[]) and revoked_at is null`);
}

/** Ends sessions on every node; their open streams close too. */
export async function endSessionsOnAllNodes(tx: Tx, sessions: SessionsToRevoke) {
  const { user_id, device_id } = sessions;
  await revokeSessionTokens(tx, sessions);
  const payload = {
    tenant_id: tx.tenantId,
    ...(user_id === undefined ? {} : { user_id }),
    ...(device_id === undefined ? {} : { device_id }),
  };
  announceInternalEvent(tx, { type: "principals changed", payload });
}

/** Live sessions that these users have opened by PIN on a phone, which last for a shift. */
const shiftSessionCondition = (tx: Tx, userIds: readonly string[]) =>
  sql`tenant_id = ${tx.tenantId} and user_id = any(${userIds}::uuid[]) and kind = 'USER' and device_id is not null and idle_seconds is null
      and revoked_at is null`;

/**
 * Ends the sessions opened for a shift once it is finished. They go on for a few minutes, so that a phone hears of the
 * end, repeats requests without an answer and sends its last photos. Other sessions of these users stay.
 */
export async function endShiftSessions(tx: Tx, userIds: readonly string[], now: Date) {
  const ending = await tx.many<{ user_id: string }>(sql`
    update tokens set expires_at = least(expires_at, ${now}::timestamptz + make_interval(secs => ${shiftSessionLimits.afterFinishSeconds}::int)),
      updated_at = now()
    where ${shiftSessionCondition(tx, userIds)}
    returning user_id`);
  announceChangedSessions(tx, ending);
}

interface BegunShift {
  readonly userIds: readonly string[];
  /** Planned end of the shift. */
  readonly shiftEnd: string | null;
  readonly now: Date;
}

/**
 * Gives sessions that are in the minutes after the end of a shift the time that the next one takes, as a sign-in does,
 * within the limit that counts from their own sign-in. Others stay as they are, and none gets shorter.
 */
export async function prolongEndingShiftSessions(tx: Tx, { userIds, shiftEnd, now }: BegunShift) {
  const { afterEndSeconds, afterFinishSeconds, secondsMax } = shiftSessionLimits;
  const prolonged = await tx.many<{ user_id: string }>(sql`
    update tokens set expires_at = greatest(expires_at, least(
        created_at + make_interval(secs => ${secondsMax}::int),
        greatest(${shiftEnd ?? "infinity"}::timestamptz, ${now}) + make_interval(secs => ${afterEndSeconds}::int))),
      updated_at = now()
    where ${shiftSessionCondition(tx, userIds)} and expires_at > ${now}::timestamptz
      and expires_at <= ${now}::timestamptz + make_interval(secs => ${afterFinishSeconds}::int)
    returning user_id`);
  announceChangedSessions(tx, prolonged);
}

function announceChangedSessions(tx: Tx, sessions: readonly { readonly user_id: string }[]) {
  for (const user_id of new Set(sessions.map((session) => session.user_id)))
    announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId, user_id } });
}
