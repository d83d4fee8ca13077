import { randomUUID } from "node:crypto";
import { grantNames } from "@leitstand/contract/operation/grants";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tenant, TenantCreateRequest } from "@leitstand/contract/company/tenant";
import { sendSetPasswordMail } from "#modules/auth/index";
import { defaultTenantSettings } from "@leitstand/contract/company/dispatch-settings";
import type { Tx } from "#platform/database/database";
import { announceInternalEvent } from "#platform/events/events";
import type { SharedServices } from "#platform/http/handler";
import type { Principal } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { createRandomSecret } from "#platform/access/secrets";
import { insertAdministratorRole } from "#modules/roles/index";
import { insertUserWithRole } from "#modules/accounts/index";
import { changesPlatformManagedFields, frontendWithDefaults, isTimeZone, tenantDefaults } from "./tenant";
import {
  insertTenant,
  isTimeZoneOfDatabase,
  lockTenantDomains,
  queueLockOfTenantRow,
  type TenantPatch,
  type TenantReplacement,
  selectBrands,
  selectDomainsOfOtherTenants,
  selectTenant,
  selectTenants,
  type TenantRow,
  updateTenant,
} from "./tenants.sql";

/** Call of a tenant operation: the caller, and its transaction in the caller's own tenant. */
export interface TenantCall {
  readonly tx: Tx;
  readonly principal: Principal;
}

/** Lists tenants: row level security shows a tenant itself; only the platform's administrators see others. */
export async function listTenants({ db }: SharedServices, { tx, principal }: TenantCall) {
  return (await selectTenants(isPlatformPrincipal(principal) ? db.system : tx)).map(withTenantDefaults);
}

export async function getTenant({ db }: SharedServices, { tx, principal }: TenantCall, id: string) {
  const tenant = await selectTenant(isPlatformPrincipal(principal) ? db.system : tx, id);
  if (!tenant) throw notFound("tenant", id);
  return withTenantDefaults(tenant);
}

export const listBrands = selectBrands;

export type NewTenantDraft = Omit<Static<typeof TenantCreateRequest>, "type"> & { readonly type: TenantRow["type"] };

/**
 * Creates a tenant, in a transaction of its own: rows of one tenant are never written from another's. If the call's own
 * commit fails after it, a repeated call is refused because the short code is taken.
 */
export function createTenant(
  services: Pick<SharedServices, "db" | "clock" | "pepper" | "publicUrl">,
  draft: NewTenantDraft,
): Promise<Tenant> {
  const { administrator, ...request } = draft;
  const fields = { ...tenantDefaults, ...request };
  return services.db.systemTransaction(randomUUID(), async (tx) => {
    await refuseUnknownTimeZone(tx, fields.timezone);
    await refuseTakenDomains(tx, fields);
    const tenant = await insertTenant(tx, fields, createRandomSecret());
    if (administrator) {
      const role = { name: "Administrator", grants: administratorGrants(request.type) };
      const { id: role_id } = await insertAdministratorRole(tx, role);
      const { id } = await insertUserWithRole(tx, { ...administrator, role_id });
      await sendSetPasswordMail(tx, services, { id, ...administrator });
    }
    return withTenantDefaults(tenant);
  });
}

/** All grants of an administrator; only those of the platform include createTenant. */
export const administratorGrants = (type: TenantRow["type"]) =>
  grantNames.filter((name) => name !== "createTenant" || type === "PLATFORM");

export function patchTenant(
  services: SharedServices,
  call: TenantCall,
  change: Omit<TenantPatch, "lock_version"> & { id: string; lock_version?: number },
) {
  const { id, ...fields } = change;
  return runInTenant(services, { ...call, id }, (tx) => changeTenant(tx, call.principal, fields));
}

/** Changes the tenant of the transaction; the caller has checked the right before. */
export async function changeTenant(
  tx: Tx,
  principal: Principal,
  { lock_version, settings, ...fields }: Omit<TenantPatch, "lock_version"> & { lock_version?: number },
) {
  // Without a lock version the last change wins, for the fields that it names alone.
  queueLockOfTenantRow(tx);
  const current = await getOwnTenantRow(tx);
  const merged = { ...current, ...fields, settings: { ...current.settings, ...settings }, lock_version };
  return updateTenantAndAnnounce(tx, principal, { current, change: merged });
}

/**
 * Runs work on one tenant: the caller's own, or for the platform's administrators any. Another tenant answers like a
 * missing one.
 */
export function runInTenant<T>(
  { db }: SharedServices,
  { tx, principal, id }: TenantCall & { id: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (id === principal.tenant_id) return work(tx);
  if (!isPlatformPrincipal(principal)) throw notFound("tenant", id);
  return db.systemTransaction(id, work);
}

export const isPlatformPrincipal = ({ tenant_type }: Principal) => tenant_type === "PLATFORM";

/** Tenant as it is answered now. */
export const getTenantOfTransaction = async (tx: Tx) => withTenantDefaults(await getOwnTenantRow(tx));

async function getOwnTenantRow(tx: Tx): Promise<TenantRow> {
  const tenant = await selectTenant(tx, tx.tenantId);
  if (!tenant) throw notFound("tenant", tx.tenantId);
  return tenant;
}

async function updateTenantAndAnnounce(
  tx: Tx,
  principal: Principal,
  { current, change }: { current: TenantRow; change: TenantReplacement },
) {
  if (!isPlatformPrincipal(principal) && changesPlatformManagedFields(current, change))
    throw problem("AUTH_GRANT_MISSING", { grant: "createTenant" });
  if (change.timezone !== current.timezone) await refuseUnknownTimeZone(tx, change.timezone);
  if (isPlatformPrincipal(principal)) await refuseTakenDomains(tx, change);
  const tenant = await updateTenant(tx, change);
  if (!tenant) {
    const { lock_version: current_lock_version } = await getOwnTenantRow(tx);
    throw problem("LOCK_VERSION_CONFLICT", { lock_version: change.lock_version, current_lock_version });
  }
  announceInternalEvent(tx, { type: "tenant changed", payload: { tenant_id: tx.tenantId } });
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId } });
  return withTenantDefaults(tenant);
}

/**
 * Refuses a domain of another tenant: a tenant that leads them to its own sign-in page would see their passwords.
 */
async function refuseTakenDomains(
  tx: Tx,
  { domain, custom_domains }: Pick<TenantReplacement, "domain" | "custom_domains">,
) {
  const wanted = [...(domain === null ? [] : [domain]), ...custom_domains];
  if (wanted.length === 0) return;
  await lockTenantDomains(tx);
  const [taken] = await selectDomainsOfOtherTenants(tx, tx.tenantId, wanted);
  if (!taken) return;
  const clashes = domain !== null && [taken.domain, ...taken.custom_domains].includes(domain);
  throw problem("RESOURCE_ALREADY_EXISTS", { field: clashes ? "domain" : "custom_domains" });
}

/** Both the server and its database compute with the zone, and each has a list of its own. */
async function refuseUnknownTimeZone(tx: Tx, name: string) {
  if (!isTimeZone(name) || !(await isTimeZoneOfDatabase(tx, name)))
    throw problem("VALIDATION_FAILED", { field: "timezone", rule: "timezone" });
}

/** Tenant with all frontend settings and settings, with defaults for those that are not set. */
const withTenantDefaults = (tenant: TenantRow): Tenant => ({
  ...tenant,
  frontend: frontendWithDefaults(tenant),
  settings: {
    ...defaultTenantSettings,
    ...tenant.settings,
  },
});
