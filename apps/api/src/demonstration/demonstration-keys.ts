import { COMPANIES } from "@leitstand/scenario/companies";

/** Tenant keys of the product's own making are long and random, so these tell the demonstration's tenants from all others. */
export const demonstrationKey = (shortCode: string) => `demo-${shortCode}`;
/** Those who run the platform: a tenant of their own. Made last, so that its presence says that all the rest is there. */
export const PLATFORM = "plattform";

/**
 * Files in DATA_DIR with the password and PIN that all people of the demonstration share; made for each installation,
 * readable by its owner only.
 */
export const PASSWORD_FILE = "demonstration-password";
export const PIN_FILE = "demonstration-pin";

/** Keys of all tenants of the demonstration. */
export const demonstrationKeys = [...COMPANIES.map(({ short_code }) => short_code), PLATFORM].map(demonstrationKey);
