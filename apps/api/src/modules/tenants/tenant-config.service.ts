import type { Static } from "@leitstand/contract/core/schema";
import type { FrontendUpdateRequest } from "@leitstand/contract/company/tenant";
import type { Services } from "#platform/http/handler";
import { notFound } from "#platform/problem";
import { frontendOf, hostOf } from "./tenant";
import { selectActiveByCode, selectActiveByDomain, selectIdByCode, type TenantRow } from "./tenants.sql";
import { isPlatform, patchTenant, type TenantCall } from "./tenants.service";

/** Public part of a tenant, readable before signing in. */
export async function getConfig({ db, webPushKey }: Services, shortCode: string) {
  const tenant = await selectActiveByCode(db.system, shortCode);
  if (!tenant) throw notFound("tenant", shortCode);
  return publicPart(tenant, webPushKey);
}

export async function findConfigByDomain({ db, webPushKey }: Services, domain: string) {
  const tenant = await selectActiveByDomain(db.system, hostOf(domain));
  if (!tenant) throw notFound("tenant", domain);
  return publicPart(tenant, webPushKey);
}

export async function getKey({ db }: Services, shortCode: string) {
  const tenant = await selectActiveByCode(db.system, shortCode);
  if (!tenant) throw notFound("tenant", shortCode);
  return { short_code: tenant.short_code, tenant_key: tenant.tenant_key };
}

export async function getFrontend({ db }: Services, shortCode: string) {
  const tenant = await selectActiveByCode(db.system, shortCode);
  if (!tenant) throw notFound("tenant", shortCode);
  return frontendPart(tenant);
}

export async function changeFrontend(
  services: Services,
  call: TenantCall,
  change: Static<typeof FrontendUpdateRequest> & { short_code: string },
) {
  const { short_code, lock_version, ...frontend } = change;
  const id = await findReachable(services, call, short_code);
  return frontendPart(
    await patchTenant(services, call, { id, frontend, ...(lock_version === undefined ? {} : { lock_version }) }),
  );
}

/** Id of the tenant with a short code, if the caller may access it at all. */
export async function findReachable({ db }: Services, { principal }: TenantCall, shortCode: string): Promise<string> {
  if (shortCode === principal.tenant_short_code) return principal.tenant_id;
  const id = isPlatform(principal) ? await selectIdByCode(db.system, shortCode) : undefined;
  if (id === undefined) throw notFound("tenant", shortCode);
  return id;
}

function publicPart(tenant: TenantRow, { pair }: Services["webPushKey"]) {
  const { short_code, name, type, domain, language, timezone, phone_number_signin } = tenant;
  const own = { short_code, name, type, domain, language, timezone, phone_number_signin };
  return { ...own, web_push_public_key: pair.publicKey, frontend: frontendOf(tenant) };
}

const frontendPart = (tenant: TenantRow) => ({
  short_code: tenant.short_code,
  lock_version: tenant.lock_version,
  ...frontendOf(tenant),
});
