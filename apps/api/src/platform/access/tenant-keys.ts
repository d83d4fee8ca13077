import type { Database } from "../database/database";
import { sql } from "../database/sql";

export interface KeyedTenant {
  readonly id: string;
  readonly rate_limit_factor: number;
}

/** Active tenants by their public key, for calls that come before a token. */
export class TenantKeys {
  private readonly known = new Map<string, KeyedTenant>();

  constructor(private readonly db: Database) {}

  async find(key: string): Promise<KeyedTenant | undefined> {
    const known = this.known.get(key);
    if (known) return known;
    const found = await this.db.system.maybe<KeyedTenant>(
      sql`select id, rate_limit_factor from tenants where tenant_key = ${key} and active`,
    );
    if (found) this.known.set(key, found);
    return found;
  }

  forget() {
    this.known.clear();
  }
}
