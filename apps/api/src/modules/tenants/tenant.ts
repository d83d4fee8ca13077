import { truncateText } from "@leitstand/contract/core/cut-text";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tenant, TenantFrontend, TenantPatchRequest } from "@leitstand/contract/company/tenant";

type TenantPatch = Static<typeof TenantPatchRequest>;

/** Defaults of a tenant for fields that are not set. */
export const tenantDefaults = {
  domain: null,
  custom_domains: [] as string[],
  active: true,
  contact_mail: null,
  language: "de",
  timezone: "Europe/Vienna",
  sms_operator: null,
  cool_down_time: 60,
  phone_number_signin: true,
  email: {},
  geocoding: {},
  firebase: {},
} as const satisfies Partial<TenantPatch>;

/** Frontend settings of a tenant, with defaults for those that are not set. */
export const frontendWithDefaults = (tenant: { name: string; frontend: Partial<Static<typeof TenantFrontend>> }) => ({
  colors: { primary: "#1d3b53" },
  favicon: "/favicon.svg",
  page_title: truncateText(tenant.name, 100),
  ...tenant.frontend,
});

/** Fields that the platform decides, not the tenant: domains, activity, and the operator of SMS. */
type PlatformManagedFields = Pick<Tenant, "domain" | "custom_domains" | "active" | "sms_operator">;
const platformManagedFieldNames = ["domain", "custom_domains", "active", "sms_operator"] as const;

export const changesPlatformManagedFields = (current: PlatformManagedFields, change: Partial<PlatformManagedFields>) =>
  platformManagedFieldNames.some((field) => change[field] !== undefined && !isSameJson(change[field], current[field]));

const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Host of a domain as a browser shows it: lower case, no port. */
export const normalizeHost = (domain: string) => domain.toLowerCase().replace(/:\d{1,5}$/, "");

/**
 * Whether this is the name of a time zone, such as `Europe/Vienna`. Abbreviations are none: `CET` has summer time for
 * JavaScript and not for PostgreSQL, and `IST` is another country.
 */
export function isTimeZone(name: string): boolean {
  try {
    return (
      name === "UTC" || (/^[A-Za-z]+\/./.test(name) && Intl.DateTimeFormat("en", { timeZone: name }) !== undefined)
    );
  } catch {
    return false;
  }
}

/** Limits of master data, which is for values, not for files. */
export const MASTER_DATA_BYTES_MAX = 16_384;
export const MASTER_DATA_KEYS_MAX = 1_000;
export const jsonByteLength = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
