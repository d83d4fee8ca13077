import { randomBytes, randomUUID } from "node:crypto";
import type { TenantType, TokenKind } from "@leitstand/contract/operation/operation";
import type { Database, Tx } from "#platform/database/database";
import type { RoleType } from "#platform/access/principal";
import { sql } from "#platform/database/sql";
import { createToken } from "#platform/access/tokens";

export interface TenantFixture {
  readonly id: string;
  readonly short_code: string;
  readonly tenant_key: string;
  readonly type: TenantType;
}

export function insertTenant(db: Database, type: TenantType): Promise<TenantFixture> {
  const short_code = `t_${randomBytes(5).toString("hex")}`;
  return db.system.one<TenantFixture>(sql`
    insert into tenants (name, short_code, type, tenant_key) values (${`Tenant ${short_code}`}, ${short_code}, ${type}, ${randomUUID()})
    returning id, short_code, tenant_key, type`);
}

let lastPhoneNumber = 6_600_000_000;
/** Phone number that this process has not used yet. */
export const nextPhoneNumber = () => `+43${lastPhoneNumber++}`;

export interface TokenBearerInput {
  readonly tenant: TenantFixture;
  readonly kind?: TokenKind;
  readonly roleType?: RoleType;
  readonly grants: readonly string[];
  readonly branchIds?: readonly string[] | null;
  /** Roles that the role of the bearer may give to others. */
  readonly assignable?: readonly string[];
}

/**
 * Inserts a user or device with one role and one token, whose proof of identity never expires. A device gets its grants
 * by the tenant's DRIVER roles.
 */
export async function insertTokenBearer(
  db: Database,
  { tenant, kind = "USER", grants, branchIds = null, assignable = [], ...overrides }: TokenBearerInput,
) {
  const roleType =
    overrides.roleType ?? (kind === "DEVICE" ? "DRIVER" : kind === "SERVICE" ? "INTEGRATION" : "DISPATCHER");
  const role_id = randomUUID();
  const branch_access = branchIds === null ? "ALL" : branchIds.length === 1 ? "BRANCH_SINGLE" : "BRANCH_COLLECTION";
  const { token, hash } = createToken(kind);
  // All statements go in one round trip: there are thousands of holders.
  const holder = await db.systemTransaction(tenant.id, async (tx) => {
    tx.runBeforeNext(sql`
      insert into roles (tenant_id, id, name, role_type, grants, branch_access, roles_allowed_to_assign)
      values (${tenant.id}, ${role_id}, ${`role ${role_id}`}, ${roleType}, ${grants}, ${branch_access}, ${assignable})`);
    const { user_id, device_id } =
      kind === "DEVICE"
        ? insertFixtureDevice(tx, branchIds ?? [])
        : insertFixtureUser(tx, { kind, role_id, branchIds });
    tx.runAtCommit(sql`
      insert into tokens (tenant_id, kind, token_hash, user_id, device_id, expires_at, reauthenticated_at)
      values (${tenant.id}, ${kind}, ${hash}, ${user_id}, ${device_id}, now() + interval '1 day', now() + interval '1 day')`);
    return { user_id, device_id };
  });
  return { token, role_id, ...holder };
}

function insertFixtureUser(
  tx: Tx,
  { kind, role_id, branchIds }: { kind: TokenKind; role_id: string; branchIds: readonly string[] | null },
) {
  const user_id = randomUUID();
  tx.runBeforeNext(sql`
    insert into users (tenant_id, id, kind, email, firstname, lastname)
    values (${tx.tenantId}, ${user_id}, ${kind === "SERVICE" ? "SERVICE_ACCOUNT" : "PERSON"}, ${`${user_id}@example.org`}, 'Test', 'Person')`);
  const groupId = branchIds === null ? null : randomUUID();
  if (groupId !== null && branchIds !== null)
    for (const statement of branchGroupStatements(tx.tenantId, groupId, branchIds)) tx.runBeforeNext(statement);
  tx.runBeforeNext(sql`
    insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
    values (${tx.tenantId}, ${user_id}, ${role_id}, ${groupId})`);
  return { user_id, device_id: null };
}

function insertFixtureDevice(tx: Tx, branchIds: readonly string[]) {
  const device_id = randomUUID();
  tx.runBeforeNext(
    sql`insert into devices (tenant_id, id, phone_number) values (${tx.tenantId}, ${device_id}, ${nextPhoneNumber()})`,
  );
  tx.runBeforeNext(sql`
    insert into device_active_states (tenant_id, device_id, branch_id) select ${tx.tenantId}, ${device_id}, unnest(${branchIds}::uuid[])`);
  return { user_id: null, device_id };
}

export async function insertBranchGroup(db: Database, tenantId: string, branchIds: readonly string[]): Promise<string> {
  const id = randomUUID();
  for (const statement of branchGroupStatements(tenantId, id, branchIds)) await db.system.run(statement);
  return id;
}

const branchGroupStatements = (tenantId: string, id: string, branchIds: readonly string[]) => [
  sql`
    insert into branch_groups (tenant_id, id, name, type)
    values (${tenantId}, ${id}, ${`group ${id}`}, ${branchIds.length === 1 ? "SINGLE" : "COLLECTION"})`,
  sql`
    insert into branch_group_branches (tenant_id, branch_group_id, branch_id) select ${tenantId}, ${id}, unnest(${branchIds}::uuid[])`,
];

export async function insertBranch(db: Database, tenantId: string, name = "Branch"): Promise<string> {
  const id = randomUUID();
  await db.system.run(sql`insert into branches (tenant_id, id, name) values (${tenantId}, ${id}, ${name})`);
  return id;
}
