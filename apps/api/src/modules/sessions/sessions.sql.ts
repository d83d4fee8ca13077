import type { Session } from "@leitstand/contract/people/sessions";
import type { CallersSessionQuery } from "#platform/access/token-changes";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

const sessionLastUsedAt = sql`coalesce(session.last_used_at, session.created_at)`;
const isOpenSession = (
  now: Date,
) => sql`session.revoked_at is null and not session.blacklisted and session.expires_at > ${now}::timestamptz
  and (session.idle_seconds is null or ${sessionLastUsedAt} + make_interval(secs => session.idle_seconds) > ${now}::timestamptz)`;

/** Open sessions; the calling one is included whatever its last use, which is written late. */
export const selectOpenSessions = (tx: Tx, { of, token_id, now }: CallersSessionQuery) =>
  tx.many<Session>(sql`
    select session.id, session.kind, session.created_at, ${sessionLastUsedAt} as last_used_at, session.expires_at, session.idle_seconds, session.user_agent,
      session.address_prefix, session.methods, session.device_id, session.id = ${token_id}::uuid as current
    from tokens session
    where session.tenant_id = ${tx.tenantId} and ${of} and (session.id = ${token_id}::uuid or (${isOpenSession(now)}))
    order by current desc, last_used_at desc, session.id limit 100`);
