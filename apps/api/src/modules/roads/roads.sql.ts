import type { GeocoderName, RouterName, SolverName } from "@leitstand/contract/core/providers";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** Providers that a tenant has chosen; for those that it has not chosen the installation decides. */
export interface GeoProviderChoice {
  readonly routing: RouterName | null;
  readonly geocoder: GeocoderName | null;
  readonly solver: SolverName | null;
  readonly countries: readonly string[];
  readonly language: "de" | "en";
}

export const selectGeoProviderChoice = (tx: Tx) =>
  tx.one<GeoProviderChoice>(sql`
    select geocoding ->> 'routing' as routing, geocoding ->> 'geocoder' as geocoder, geocoding ->> 'solver' as solver,
      coalesce(geocoding -> 'countries', '[]') as countries, language
    from tenants where id = ${tx.tenantId}`);
