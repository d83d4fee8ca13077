import type { Tx } from "#platform/database/database";
import { json, sql } from "#platform/database/sql";

/** People as a source outside names them; what it says nothing about stays. */
export interface SyncedUser {
  readonly external_id: string;
  readonly name: string;
  readonly firstname: string;
  readonly email: string | null;
  readonly phone_number: string | null;
}

/** Who has got a mail address or number in the meantime keeps it: the row is left out. */
export const insertSyncedUsers = (tx: Tx, rows: readonly SyncedUser[]) =>
  tx.many<{ id: string }>(sql`
    insert into users (tenant_id, external_id, firstname, lastname, email, phone_number)
    select ${tx.tenantId}, given.external_id, given.firstname, given.name, given.email, given.phone_number
    from jsonb_to_recordset(${json(rows)}::jsonb) as given (external_id text, name text, firstname text, email text, phone_number text)
    on conflict do nothing returning id`);

export const updateSyncedUsers = (tx: Tx, rows: readonly (SyncedUser & { id: string; reactivates: boolean })[]) =>
  tx.many<{ id: string }>(sql`
    update users set firstname = given.firstname, lastname = given.name, email = coalesce(given.email, users.email),
      phone_number = coalesce(given.phone_number, users.phone_number), blocked = users.blocked and not given.reactivates,
      lock_version = users.lock_version + 1, updated_at = now()
    from jsonb_to_recordset(${json(rows)}::jsonb) as given (id uuid, name text, firstname text, email text, phone_number text, reactivates boolean)
    where users.tenant_id = ${tx.tenantId} and users.id = given.id and users.kind = 'PERSON' returning users.id`);

/** They are signed out, and stay out until somebody lets them in again. */
export const blockUsers = (tx: Tx, ids: readonly string[]) =>
  tx.many<{ id: string }>(sql`
    update users set blocked = true, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) and kind = 'PERSON' and not blocked returning id`);
