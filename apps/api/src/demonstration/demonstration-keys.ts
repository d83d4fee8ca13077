import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";

/**
 * Tenant key of a demonstration company. Keys that the product makes are long and random, so that these cannot be
 * confused with others.
 */
export const demonstrationTenantKeyOf = (shortCode: string) => `demo-${shortCode}`;
/** Short code of the platform's own tenant. It is made last, so that its presence says that all the rest is there. */
export const PLATFORM_SHORT_CODE = "plattform";

/**
 * Files in DATA_DIR with the password and PIN that all people of the demonstration share; made for each installation,
 * readable by its owner only.
 */
export const PASSWORD_FILE = "demonstration-password";
export const PIN_FILE = "demonstration-pin";

/** Keys of all tenants of the demonstration. */
export const demonstrationTenantKeys = [
  ...SCENARIO_COMPANIES.map(({ short_code }) => short_code),
  PLATFORM_SHORT_CODE,
].map(demonstrationTenantKeyOf);
