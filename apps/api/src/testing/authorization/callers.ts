import type { Operation, TenantType, TokenKind } from "@leitstand/contract/operation/operation";
import { grantNames } from "@leitstand/contract/operation/grants";
import { createClient } from "@leitstand/client/client";
import { vi } from "vitest";
import { sql } from "#platform/database/sql";
import { insertTokenBearer, type TenantFixture } from "../fixtures";
import { allowRoleAssignment, sampleOwnerWithoutRole, type SampleObjectOwner, type AccessMatrixFixture } from "./scene";

/** Callers that no token admits. */
export const unadmittedCallerKinds = [
  "no_token",
  "malformed_token",
  "truncated_token",
  "expired_token",
  "blacklisted_service",
  "revoked_user",
  "blocked_user",
  "disabled_device",
  "tenant_header_mismatch",
] as const;

/** Columns of the reviewed table. */
export const callerKinds = [
  ...unadmittedCallerKinds,
  "user_with",
  "user_without",
  "device_with",
  "device_without",
  "service_with",
  "service_without",
  "driver_off_tour",
  "driver_on_tour",
  "right_branch",
  "other_branch",
  "other_collection",
  "branch_moved",
  "role_changed",
  "other_tenant",
  "other_tenant_type",
] as const;
export type CallerKind = (typeof callerKinds)[number];
export type UnadmittedCallerKind = (typeof unadmittedCallerKinds)[number];
export const isUnadmittedCaller = (kind: CallerKind): kind is UnadmittedCallerKind =>
  unadmittedCallerKinds.some((stranger) => stranger === kind);

/** Kind of token of a caller that is admitted. */
export const tokenKindOfCaller = (kind: CallerKind): TokenKind =>
  kind.startsWith("device_") ? "DEVICE" : kind.startsWith("service_") ? "SERVICE" : "USER";

export interface CallerWithHeaders extends SampleObjectOwner {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the caller holds a DRIVER role. */
  readonly drives: boolean;
}

type InsertedBearer = Awaited<ReturnType<typeof insertTokenBearer>>;
type BearerOptions = Omit<Parameters<typeof insertTokenBearer>[1], "tenant">;

/** Grants that a caller of an operation holds beside its own grant, where the answer would be empty without them. */
export interface OperationGrantsOfCaller {
  readonly operation: Operation;
  readonly also: readonly string[];
}

export async function createCallerOfKind(
  world: AccessMatrixFixture,
  kind: CallerKind,
  rights: OperationGrantsOfCaller,
): Promise<CallerWithHeaders> {
  const { tenant, foreign } = world;
  if (kind === "no_token")
    return { ...sampleOwnerWithoutRole, drives: false, headers: tenantKeyHeader(rights.operation, tenant) };
  if (kind === "malformed_token")
    return {
      ...sampleOwnerWithoutRole,
      drives: false,
      headers: { ...tenantKeyHeader(rights.operation, tenant), authorization: "Bearer not-one-of-ours" },
    };
  const own = await tenantOfCaller(world, kind);
  const bearer = await signInCaller(world, own, { kind, rights });
  const named =
    kind === "tenant_header_mismatch" ? { "x-tenant-key": foreign.tenant_key } : tenantKeyHeader(rights.operation, own);
  const token = kind === "truncated_token" ? bearer.token.slice(0, -1) : bearer.token;
  const drives = kind.includes("device") || kind.startsWith("driver");
  return { ...performerOfCaller(kind, bearer), drives, headers: { ...named, authorization: `Bearer ${token}` } };
}

const tenantKeyHeader = ({ auth }: Operation, { tenant_key }: TenantFixture): Record<string, string> =>
  auth === "tenant_key" ? { "x-tenant-key": tenant_key } : {};

function tenantOfCaller(
  { api, tenant, foreign }: AccessMatrixFixture,
  kind: CallerKind,
): Promise<TenantFixture> | TenantFixture {
  if (kind === "other_tenant") return foreign;
  if (kind !== "other_tenant_type") return tenant;
  const other: TenantType = tenant.type === "FUNERAL" ? "ROADSIDE_ASSISTANCE" : "FUNERAL";
  return api.aTenant(other);
}

function performerOfCaller(kind: CallerKind, { user_id, device_id, role_id }: InsertedBearer): SampleObjectOwner {
  const aboard = kind === "driver_on_tour" || kind === "device_with";
  return {
    user_id,
    device_id,
    role_id,
    isService: kind.startsWith("service"),
    aboard,
    owns: aboard || kind === "user_with" || kind === "right_branch",
  };
}

async function signInCaller(
  world: AccessMatrixFixture,
  tenant: TenantFixture,
  { kind, rights }: { kind: CallerKind; rights: OperationGrantsOfCaller },
): Promise<InsertedBearer> {
  const assignable = tenant === world.tenant ? [world.localRole, world.wideRole] : [];
  const bearer = await insertTokenBearer(world.api.db, { tenant, assignable, ...bearerOptionsOf(world, kind, rights) });
  await spoilCaller(world, kind, bearer);
  return bearer;
}

function bearerOptionsOf(
  { home, away, far }: AccessMatrixFixture,
  kind: CallerKind,
  { operation, also }: OperationGrantsOfCaller,
): BearerOptions {
  const asked = [operation.grant ?? []].flat();
  const without = grantNames.filter((name) => !asked.includes(name));
  const grants = [...asked.slice(0, 1), ...also];
  const options: Partial<Record<CallerKind, BearerOptions>> = {
    blacklisted_service: { kind: "SERVICE", grants },
    disabled_device: { kind: "DEVICE", grants, branchIds: [home] },
    user_without: { grants: without },
    device_with: { kind: "DEVICE", grants, branchIds: [home] },
    device_without: { kind: "DEVICE", grants: without, branchIds: [home] },
    service_with: { kind: "SERVICE", grants },
    service_without: { kind: "SERVICE", grants: without },
    driver_off_tour: { roleType: "DRIVER", grants, branchIds: [home] },
    driver_on_tour: { roleType: "DRIVER", grants, branchIds: [home] },
    right_branch: { grants, branchIds: [home] },
    other_branch: { grants, branchIds: [away] },
    other_collection: { grants, branchIds: [away, far] },
    branch_moved: { grants, branchIds: [home] },
  };
  return options[kind] ?? { grants };
}

/** Changes the token, user or tenant of a caller before, or while, it is signed in, as its kind says. */
async function spoilCaller(world: AccessMatrixFixture, kind: CallerKind, bearer: InsertedBearer) {
  const { api, tenant } = world;
  const ofToken = sql`where tenant_id = ${tenant.id} and (user_id = ${bearer.user_id}::uuid or device_id = ${bearer.device_id}::uuid)`;
  const run = (statement: ReturnType<typeof sql>) => api.db.systemTransaction(tenant.id, (tx) => tx.run(statement));
  if (kind === "expired_token") await run(sql`update tokens set expires_at = now() - interval '1 minute' ${ofToken}`);
  if (kind === "blacklisted_service") await run(sql`update tokens set blacklisted = true ${ofToken}`);
  if (kind === "revoked_user") await run(sql`update tokens set revoked_at = now() ${ofToken}`);
  if (kind === "blocked_user")
    await run(sql`update users set blocked = true where tenant_id = ${tenant.id} and id = ${bearer.user_id}`);
  if (kind === "disabled_device")
    await run(sql`update devices set disabled = true where tenant_id = ${tenant.id} and id = ${bearer.device_id}`);
  if (kind === "role_changed") await revokeRoleGrants(world, bearer);
  if (kind === "branch_moved") await moveUserToOtherBranch(world, bearer);
}

type RoleUpdate = Omit<Parameters<AccessMatrixFixture["admin"]["updateRole"]>[0], "grants">;

const clientForBearer = ({ api }: AccessMatrixFixture, { token }: InsertedBearer) =>
  createClient({ baseUrl: api.url, token: () => token, attempts: 1 });

/**
 * Patience for changed rights: news of them waits for the oldest transaction of the whole database server; without any,
 * sessions are read again after 30 s.
 */
const RIGHTS_CHANGE_TIMEOUT = { interval: 20, timeout: 40_000 };

/** Takes the grants of a role away while the server knows the session with them. */
async function revokeRoleGrants(world: AccessMatrixFixture, bearer: InsertedBearer) {
  const { admin } = world;
  const client = clientForBearer(world, bearer);
  await client.getUserInfo();
  await allowRoleAssignment(world.api, world.tenant.id, { role: admin.session.role_id, given: [bearer.role_id] });
  const role = await world.api.db.system.one<RoleUpdate>(sql`
    select id, name, role_type, branch_access, roles_allowed_to_assign, lock_version from roles
    where tenant_id = ${world.tenant.id} and id = ${bearer.role_id}`);
  await admin.updateRole({ ...role, grants: [] });
  await vi.waitFor(async () => assertTrue((await client.getUserInfo()).grants.length === 0), RIGHTS_CHANGE_TIMEOUT);
}

/** Moves a user to another branch while the server knows the session in the old one. */
async function moveUserToOtherBranch(world: AccessMatrixFixture, bearer: InsertedBearer) {
  const { admin, away, awayGroup } = world;
  const client = clientForBearer(world, bearer);
  await client.getUserInfo();
  await allowRoleAssignment(world.api, world.tenant.id, { role: admin.session.role_id, given: [bearer.role_id] });
  const { id, firstname, lastname, email, lock_version } = await admin.getUser({ id: bearer.user_id as string });
  const role_associations = [{ role_id: bearer.role_id, branch_group_id: awayGroup }];
  await admin.updateUser({ id, firstname, lastname, email, lock_version, role_associations });
  const isThere = async () => (await client.getUserInfo()).roles.some(({ branch_ids }) => branch_ids?.includes(away));
  await vi.waitFor(async () => assertTrue(await isThere()), RIGHTS_CHANGE_TIMEOUT);
}

function assertTrue(condition: boolean) {
  if (!condition) throw new Error("The session has not heard of the change yet");
}

/** Clears the grants of the role of a caller that is done: DRIVER roles open every device of their tenant. */
export async function clearGrantsOfCallerRole(
  { api, tenant }: AccessMatrixFixture,
  { role_id, drives }: CallerWithHeaders,
) {
  if (role_id === null || !drives) return;
  await api.db.systemTransaction(tenant.id, (tx) =>
    tx.run(sql`update roles set grants = '{}' where tenant_id = ${tenant.id} and id = ${role_id}`),
  );
  api.app.principals.forget(tenant.id);
}
