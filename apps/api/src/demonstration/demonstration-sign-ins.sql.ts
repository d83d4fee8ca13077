import type { QueryRunner } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { sql } from "#platform/database/sql";

interface SharedPassword {
  readonly tenant_id: string;
  readonly password_hash: string;
}
/** Selects the password hash that most people of the tenant have: the demonstration gives all of them the same one. */
export const selectMostCommonPasswordHash = (rows: QueryRunner, tenantKey: string) =>
  rows.maybe<SharedPassword>(sql`
    select person.tenant_id, person.password_hash from users person join tenants tenant on tenant.id = person.tenant_id
    where tenant.tenant_key = ${tenantKey} and person.password_hash is not null
    group by person.tenant_id, person.password_hash order by count(*) desc, min(person.created_at) limit 1`);

/** Gives all users who have the old hash the new one, and ends their sessions. */
export const replaceSharedPasswordHash = (
  rows: QueryRunner,
  { tenant_id, old, password_hash }: SharedPassword & { old: string },
) =>
  rows.run(sql`
    with given as (
      update users set password_hash = ${password_hash}, updated_at = now()
      where tenant_id = ${tenant_id} and password_hash = ${old}
      returning id)
    delete from tokens using given where tokens.tenant_id = ${tenant_id} and tokens.user_id = given.id and tokens.kind <> 'SERVICE'`);

export interface StoredPin {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly pin_hash: string;
}
/** Selects the PINs of a tenant's people with these addresses; without void ones. */
export const selectPins = (
  rows: QueryRunner,
  { tenant_key, emails }: { tenant_key: string; emails: readonly string[] },
) =>
  rows.many<StoredPin>(sql`
    select person.tenant_id, person.id as user_id, person.pin_hash from users person join tenants tenant on tenant.id = person.tenant_id
    where tenant.tenant_key = ${tenant_key} and person.email = any(${emails}::text[]) and person.pin_hash is not null
    order by person.email`);

type PinRow = Pick<StoredPin, "user_id" | "pin_hash">;
const pinRows = createRecordset<PinRow>("row", { user_id: "uuid", pin_hash: "text" });

/** Replaces the PINs of these people and ends their sessions. */
export const replacePins = (rows: QueryRunner, { tenant_id, pins }: { tenant_id: string; pins: readonly PinRow[] }) =>
  rows.run(sql`
    with row as (select * from ${pinRows(pins)}),
    given as (
      update users set pin_hash = row.pin_hash, pin_failures = 0, pin_locked_until = null, updated_at = now()
      from row where users.tenant_id = ${tenant_id} and users.id = row.user_id
      returning users.id)
    delete from tokens using given where tokens.tenant_id = ${tenant_id} and tokens.user_id = given.id and tokens.kind <> 'SERVICE'`);
