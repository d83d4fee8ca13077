import type { Session } from "@leitstand/contract/people/sessions";
import type { Tx } from "#platform/database/database";
import type { Principal } from "#platform/access/principal";
import { type Sql, sql } from "#platform/database/sql";

/** Of a person the sessions of people, never the tokens of programs; of a phone its own and those of people on it. */
export const ownSessions = ({ kind, user_id, device_id }: Principal): Sql =>
  kind === "DEVICE"
    ? sql`session.device_id = ${device_id} and session.kind in ('DEVICE', 'USER')`
    : sql`session.user_id = ${user_id} and session.kind = 'USER'`;
export const sessionsOfUser = (id: string): Sql => sql`session.user_id = ${id} and session.kind = 'USER'`;

interface Asked {
  readonly of: Sql;
  readonly now: Date;
}
interface AskedBy extends Asked {
  /** The token that asks. */
  readonly token_id: string;
}

const lastUse = sql`coalesce(session.last_used_at, session.created_at)`;
const isOpen = (
  now: Date,
) => sql`session.revoked_at is null and not session.blacklisted and session.expires_at > ${now}::timestamptz
  and (session.idle_seconds is null or ${lastUse} + make_interval(secs => session.idle_seconds) > ${now}::timestamptz)`;

/** The one that asks is open whatever is written of its last use, which is written late. */
export const selectSessions = (tx: Tx, { of, token_id, now }: AskedBy) =>
  tx.many<Session>(sql`
    select session.id, session.kind, session.created_at, ${lastUse} as last_used_at, session.expires_at, session.idle_seconds, session.user_agent,
      session.address_prefix, session.methods, session.device_id, session.id = ${token_id}::uuid as current
    from tokens session
    where session.tenant_id = ${tx.tenantId} and ${of} and (session.id = ${token_id}::uuid or (${isOpen(now)}))
    order by current desc, last_used_at desc, session.id limit 100`);

export interface EndedSession {
  readonly id: string;
  readonly kind: Session["kind"];
  readonly user_id: string | null;
  readonly device_id: string | null;
}

const ended = sql`returning session.id, session.kind, session.user_id, session.device_id`;

/** Undefined when there is no such session, or it has been ended already. */
export const endSession = (tx: Tx, { of, id, now }: Asked & { id: string }) =>
  tx.maybe<EndedSession>(sql`
    update tokens session set revoked_at = ${now}, updated_at = now()
    where session.tenant_id = ${tx.tenantId} and session.id = ${id} and ${of} and session.revoked_at is null ${ended}`);

export const endSessionsBut = (tx: Tx, { of, token_id, now }: AskedBy) =>
  tx.run(sql`
    update tokens session set revoked_at = ${now}, updated_at = now()
    where session.tenant_id = ${tx.tenantId} and ${of} and session.id <> ${token_id} and session.revoked_at is null`);

export const updateProof = (tx: Tx, tokenId: string, now: Date) =>
  tx.run(sql`
    update tokens set reauthenticated_at = ${now}, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${tokenId}`);
