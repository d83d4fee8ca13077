import { createConsoleApiBeforeSignIn } from "#shared/api/api.ts";
import { type Tenant, lastSignedInTenantStore, userSessionStore } from "#shared/api/session.ts";
import { canBeCompanyDomain } from "./company-domain.ts";

/**
 * The company in which a user signs in: by the name in the address, by the domain, else the last one in this browser.
 * Undefined when the user has to be asked, above all when the address has an empty name.
 */
export async function findCompany(wanted: string | undefined): Promise<Tenant | undefined> {
  const api = createConsoleApiBeforeSignIn();
  if (wanted === "") return undefined;
  if (wanted !== undefined) return api.getTenantConfig({ short_code: wanted });
  const { host, hostname } = window.location;
  const byDomain = canBeCompanyDomain(hostname)
    ? await api.getTenantConfigByDomain({ tenant_domain: host }).catch(() => undefined)
    : undefined;
  if (byDomain) return byDomain;
  const last = lastSignedInTenantStore.get();
  return last ? api.getTenantConfig({ short_code: last.short_code }) : undefined;
}

/**
 * Reads the company of the session where this tab knows another one, because the user has signed in in another tab in
 * the meantime; undefined where there is nothing to read.
 */
export function readCompanyOfSession(): Promise<void> | undefined {
  const short_code = userSessionStore.get()?.short_code;
  if (short_code === undefined || short_code === lastSignedInTenantStore.get()?.short_code) return undefined;
  return createConsoleApiBeforeSignIn().getTenantConfig({ short_code }).then(lastSignedInTenantStore.set);
}
