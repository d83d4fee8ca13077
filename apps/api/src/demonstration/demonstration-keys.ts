import { COMPANIES } from "@leitstand/scenario/companies";

/** Tenant keys of the product's own making are long and random, so these tell the demonstration's tenants from all others. */
export const demonstrationKey = (shortCode: string) => `demo-${shortCode}`;
/** Those who run the platform: a tenant of their own. Made last, so that its presence says that all the rest is there. */
export const PLATFORM = "plattform";

/** Of all its tenants. */
export const demonstrationKeys = [...COMPANIES.map(({ short_code }) => short_code), PLATFORM].map(demonstrationKey);
