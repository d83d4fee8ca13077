import type { QueryRunner, Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** Tenant of the platform's operators, unless it has one of these keys. */
export const findPlatformTenant = (rows: QueryRunner, ignoredKeys: readonly string[]) =>
  rows.maybe<{ id: string }>(sql`
    select id from tenants where type = 'PLATFORM' and tenant_key <> all(${ignoredKeys}::text[]) order by created_at, id limit 1`);

export const findActiveTenant = (rows: QueryRunner, shortCode: string) =>
  rows.maybe<{ id: string }>(sql`select id from tenants where short_code = ${shortCode} and active`);

export interface PersonOfTenant {
  readonly id: string;
  readonly email: string;
  readonly firstname: string;
  readonly blocked: boolean;
}
export const findPersonByEmail = (tx: Tx, email: string) =>
  tx.maybe<PersonOfTenant>(sql`
    select id, email, firstname, blocked from users
    where tenant_id = ${tx.tenantId} and lower(email) = lower(${email}) and kind = 'PERSON'`);

/** Role of this tenant with the most grants. */
export const findAdministratorRole = (tx: Tx) =>
  tx.maybe<{ id: string }>(sql`
    select id from roles where tenant_id = ${tx.tenantId} and role_type = 'ADMINISTRATOR' and branch_access = 'ALL'
    order by cardinality(grants) desc, created_at, id limit 1`);
