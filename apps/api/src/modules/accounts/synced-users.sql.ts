import type { Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { sql } from "#platform/database/sql";

/** Person as an outside source describes them; what the source does not mention stays unchanged. */
export interface SyncedUser {
  readonly external_id: string;
  readonly name: string;
  readonly firstname: string;
  readonly email: string | null;
  readonly phone_number: string | null;
}

/** User of the tenant to bring up to date. */
type UserUpdate = Omit<SyncedUser, "external_id"> & { readonly id: string; readonly reactivates: boolean };

const person = { name: "text", firstname: "text", email: "text", phone_number: "text" } as const;
const newUsers = createRecordset<SyncedUser>("given", { external_id: "text", ...person });
const userUpdates = createRecordset<UserUpdate>("given", { id: "uuid", ...person, reactivates: "boolean" });

/** Inserts synced people; a row is left out when another user has taken its mail address or number in the meantime. */
export const insertSyncedUsers = (tx: Tx, rows: readonly SyncedUser[]) =>
  tx.many<{ id: string }>(sql`
    insert into users (tenant_id, external_id, firstname, lastname, email, phone_number)
    select ${tx.tenantId}, given.external_id, given.firstname, given.name, given.email, given.phone_number
    from ${newUsers(rows)}
    on conflict do nothing returning id`);

/** Updates synced people; the answer says whose mail address or number is another one now. */
export const updateSyncedUsers = (tx: Tx, rows: readonly UserUpdate[]) =>
  tx.many<{ id: string; has_new_email: boolean; has_new_phone_number: boolean }>(sql`
    with given as (select * from ${userUpdates(rows)}),
    before as materialized (
      select id, email, phone_number from users where tenant_id = ${tx.tenantId} and id in (select id from given) and kind = 'PERSON' for update)
    update users set firstname = given.firstname, lastname = given.name, email = coalesce(given.email, users.email),
      phone_number = coalesce(given.phone_number, users.phone_number), blocked = users.blocked and not given.reactivates,
      lock_version = users.lock_version + 1, updated_at = now()
    from given join before on before.id = given.id
    where users.tenant_id = ${tx.tenantId} and users.id = given.id and users.kind = 'PERSON'
    returning users.id, users.email is distinct from before.email as has_new_email,
      users.phone_number is distinct from before.phone_number as has_new_phone_number`);

/** Blocks users: they cannot sign in until they are unblocked. */
export const blockUsers = (tx: Tx, ids: readonly string[]) =>
  tx.many<{ id: string }>(sql`
    update users set blocked = true, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) and kind = 'PERSON' and not blocked returning id`);
