import { COMPANIES } from "@leitstand/scenario/companies";

/** Tenant keys of the product's own making are long and random, so these tell the demonstration's tenants from all others. */
export const demonstrationKey = (shortCode: string) => `demo-${shortCode}`;
/** Those who run the platform: a tenant of their own. Made last, so that its presence says that all the rest is there. */
export const PLATFORM = "plattform";

/** Files of DATA_DIR: what everybody in the demonstration signs in with, made for the installation and readable by its owner only. */
export const PASSWORD_FILE = "demonstration-password";
export const PIN_FILE = "demonstration-pin";

/** Of all its tenants. */
export const demonstrationKeys = [...COMPANIES.map(({ short_code }) => short_code), PLATFORM].map(demonstrationKey);
