import { createConsoleApiBeforeSignIn } from "#shared/api/api.ts";
import { type Tenant, tenantStore } from "#shared/api/session.ts";
import { canBeCompanyDomain } from "./company-domain.ts";

/**
 * The company of this console: by the name in the address, by the domain, else the last one in this browser. Undefined
 * when the user has to be asked.
 */
export async function findCompany(wanted: string | undefined): Promise<Tenant | undefined> {
  const api = createConsoleApiBeforeSignIn();
  if (wanted !== undefined && wanted !== "") return rememberCompany(await api.getTenantConfig({ short_code: wanted }));
  const { host, hostname } = window.location;
  const byDomain = canBeCompanyDomain(hostname)
    ? await api.getTenantConfigByDomain({ tenant_domain: host }).catch(() => undefined)
    : undefined;
  if (byDomain) return rememberCompany(byDomain);
  const last = tenantStore.get();
  return last ? rememberCompany(await api.getTenantConfig({ short_code: last.short_code })) : undefined;
}

function rememberCompany(company: Tenant): Tenant {
  tenantStore.set(company);
  return company;
}
