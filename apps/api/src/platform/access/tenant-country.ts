import { countryCodes } from "@leitstand/contract/core/country";

/** Facts from which a tenant's country follows. */
export interface TenantCountryFacts {
  /** First of the countries in which the tenant looks for addresses. */
  readonly first_country: string | null;
  readonly timezone: string;
}

/**
 * Country in which the tenant's people dial: that of its addresses, else that of its time zone; null for zones of no
 * country.
 */
export const countryOfTenant = ({ first_country, timezone }: TenantCountryFacts): string | null =>
  first_country ?? countriesByTimeZone().get(timezone) ?? null;

type RegionLocale = Intl.Locale & { readonly timeZones?: string[]; getTimeZones?(): string[] };
let countryOfZone: ReadonlyMap<string, string> | undefined;

/**
 * Countries by time zone. A zone that several countries share belongs to the one it is named after: the first of its
 * list.
 */
function countriesByTimeZone(): ReadonlyMap<string, string> {
  if (countryOfZone) return countryOfZone;
  const found = new Map<string, string>();
  const lists = countryCodes.map((country) => {
    const locale = new Intl.Locale("und", { region: country }) as RegionLocale;
    return { country, list: locale.getTimeZones?.() ?? locale.timeZones ?? [] };
  });
  for (const isMain of [true, false])
    for (const { country, list } of lists)
      for (const [index, zone] of list.entries())
        if ((index === 0) === isMain && !found.has(zone)) found.set(zone, country);
  countryOfZone = found;
  return found;
}
