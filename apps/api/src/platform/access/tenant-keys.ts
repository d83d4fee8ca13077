import type { Database } from "../database/database";
import { countryOfTenant, type TenantCountryFacts } from "./tenant-country";
import { sql } from "../database/sql";

export interface TenantFoundByKey {
  readonly id: string;
  readonly rate_limit_factor: number;
  readonly country: string | null;
}

/** Active tenants by their public key, for calls that come before a token. */
export class TenantKeyLookup {
  private readonly known = new Map<string, TenantFoundByKey>();

  constructor(private readonly db: Database) {}

  async find(key: string): Promise<TenantFoundByKey | undefined> {
    const known = this.known.get(key);
    if (known) return known;
    const found = await this.db.system.maybe<Omit<TenantFoundByKey, "country"> & TenantCountryFacts>(sql`
      select id, rate_limit_factor, geocoding -> 'countries' ->> 0 as first_country, timezone from tenants
      where tenant_key = ${key} and active`);
    if (!found) return undefined;
    const { id, rate_limit_factor } = found;
    const tenant = { id, rate_limit_factor, country: countryOfTenant(found) };
    this.known.set(key, tenant);
    return tenant;
  }

  forget() {
    this.known.clear();
  }
}
