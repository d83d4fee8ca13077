import type { Static } from "@leitstand/contract/core/schema";
import type { FrontendUpdateRequest } from "@leitstand/contract/company/tenant";
import type { SharedServices } from "#platform/http/handler";
import { notFound } from "#platform/problem";
import { frontendWithDefaults, normalizeHost } from "./tenant";
import {
  selectActiveTenantByCode,
  selectActiveTenantByDomain,
  selectTenantIdByCode,
  type TenantRow,
} from "./tenants.sql";
import { isPlatformPrincipal, patchTenant, type TenantCall } from "./tenants.service";

/** Public part of a tenant, readable before signing in. */
export async function getTenantConfig({ db, webPushKey }: SharedServices, shortCode: string) {
  const tenant = await selectActiveTenantByCode(db.system, shortCode);
  if (!tenant) throw notFound("tenant", shortCode);
  return publicTenantPart(tenant, webPushKey);
}

export async function findTenantConfigByDomain({ db, webPushKey }: SharedServices, domain: string) {
  const tenant = await selectActiveTenantByDomain(db.system, normalizeHost(domain));
  if (!tenant) throw notFound("tenant", domain);
  return publicTenantPart(tenant, webPushKey);
}

export async function getTenantKey({ db }: SharedServices, shortCode: string) {
  const tenant = await selectActiveTenantByCode(db.system, shortCode);
  if (!tenant) throw notFound("tenant", shortCode);
  return { short_code: tenant.short_code, tenant_key: tenant.tenant_key };
}

export async function getTenantFrontend({ db }: SharedServices, shortCode: string) {
  const tenant = await selectActiveTenantByCode(db.system, shortCode);
  if (!tenant) throw notFound("tenant", shortCode);
  return frontendAnswerOf(tenant);
}

export async function changeTenantFrontend(
  services: SharedServices,
  call: TenantCall,
  change: Static<typeof FrontendUpdateRequest> & { short_code: string },
) {
  const { short_code, lock_version, ...frontend } = change;
  const id = await findReachableTenantId(services, call, short_code);
  return frontendAnswerOf(
    await patchTenant(services, call, { id, frontend, ...(lock_version === undefined ? {} : { lock_version }) }),
  );
}

/** Id of the tenant with a short code, if the caller may access it at all. */
export async function findReachableTenantId(
  { db }: SharedServices,
  { principal }: TenantCall,
  shortCode: string,
): Promise<string> {
  if (shortCode === principal.tenant_short_code) return principal.tenant_id;
  const id = isPlatformPrincipal(principal) ? await selectTenantIdByCode(db.system, shortCode) : undefined;
  if (id === undefined) throw notFound("tenant", shortCode);
  return id;
}

function publicTenantPart(tenant: TenantRow, { pair }: SharedServices["webPushKey"]) {
  const { short_code, name, type, domain, language, timezone, phone_number_signin } = tenant;
  const own = { short_code, name, type, domain, language, timezone, phone_number_signin };
  return { ...own, web_push_public_key: pair.publicKey, frontend: frontendWithDefaults(tenant) };
}

const frontendAnswerOf = (tenant: TenantRow) => ({
  short_code: tenant.short_code,
  lock_version: tenant.lock_version,
  ...frontendWithDefaults(tenant),
});
