import type { TenantSettings } from "@leitstand/contract/company/dispatch-settings";
import type { Static } from "@leitstand/contract/core/schema";
import type {
  Tenant,
  TenantCreateRequest,
  TenantFrontend,
  TenantPatchRequest,
} from "@leitstand/contract/company/tenant";
import type { TenantBrand } from "@leitstand/contract/company/tenants";
import type { QueryRunner, Tx } from "#platform/database/database";
import { alphabetically, toJsonParameter, sql } from "#platform/database/sql";

/** Tenant as it is stored: frontend settings and settings hold only those that were set. */
export type TenantRow = Omit<Tenant, "frontend" | "settings" | "type"> & {
  readonly type: Tenant["type"] | "PLATFORM";
  readonly frontend: Partial<Static<typeof TenantFrontend>>;
  readonly settings: Partial<TenantSettings>;
};

const logosJson = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', logo.kind, 'height', logo.height, 'width', logo.width, 'url', '/logos/' || logo.sha256 || '.png')
    order by logo.kind, logo.height), '[]')
  from tenant_logos logo where logo.tenant_id = tenants.id and logo.replaced_at is null)`;
const tenantColumns = sql`id, name, short_code, domain, custom_domains, active, contact_mail, type, language, timezone, sms_operator,
  cool_down_time, phone_number_signin, frontend || jsonb_build_object('logos', ${logosJson}) as frontend, email, geocoding, firebase, settings, lock_version, created_at, updated_at`;
/** Maximum number of tenants of a list; a platform with more needs paging. */
const LISTED_TENANTS_MAX = 10_000;

export const selectTenants = (rows: QueryRunner) =>
  rows.many<TenantRow>(
    sql`select ${tenantColumns} from tenants order by ${alphabetically(sql`name`)}, id limit ${LISTED_TENANTS_MAX}`,
  );

export const selectTenant = (rows: QueryRunner, id: string) =>
  rows.maybe<TenantRow>(sql`select ${tenantColumns} from tenants where id = ${id}`);

export const isTimeZoneOfDatabase = async (rows: QueryRunner, name: string) =>
  (
    await rows.one<{ is_known: boolean }>(
      sql`select exists (select 1 from pg_timezone_names where lower(name) = lower(${name})) as is_known`,
    )
  ).is_known;

/** Locks the tenant of the transaction before its next statement, so that a change reads what the one before it wrote. */
export const queueLockOfTenantRow = (tx: Tx) =>
  tx.runBeforeNext(sql`select from tenants where id = ${tx.tenantId} for no key update`);

/** Active tenant by short code; inactive ones are not found by unauthenticated callers. */
export const selectActiveTenantByCode = (rows: QueryRunner, shortCode: string) =>
  rows.maybe<TenantRow & { tenant_key: string }>(sql`
    select ${tenantColumns}, tenant_key from tenants where short_code = ${shortCode} and active`);

export const selectActiveTenantByDomain = (rows: QueryRunner, domain: string) =>
  rows.maybe<TenantRow>(sql`
    select ${tenantColumns} from tenants where (domain = ${domain} or custom_domains @> array[${domain}]::text[]) and active
    order by created_at, id limit 1`);

export const selectTenantIdByCode = async (rows: QueryRunner, shortCode: string) =>
  (await rows.maybe<{ id: string }>(sql`select id from tenants where short_code = ${shortCode}`))?.id;

/** Locks the domains of all tenants: changes of domains wait for each other, so that no domain leads to two tenants. */
export const lockTenantDomains = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtext('tenant domains'))`);

export const selectDomainsOfOtherTenants = (tx: Tx, id: string, domains: readonly string[]) =>
  tx.many<{ domain: string | null; custom_domains: string[] }>(sql`
    select domain, custom_domains from tenants
    where id <> ${id} and (domain = any(${domains}::text[]) or custom_domains && ${domains}::text[])`);

/** Frontend settings without logos, which have a table of their own. */
const frontendWithoutLogos = ({ logos: _, ...frontend }: TenantRow["frontend"] = {}) => frontend;

type TenantDraft = Omit<Static<typeof TenantCreateRequest>, "administrator" | "type"> & { type: TenantRow["type"] };
export type CompleteTenantDraft = Required<Omit<TenantDraft, "frontend" | "settings">> &
  Pick<TenantDraft, "frontend" | "settings">;

export const insertTenant = (tx: Tx, draft: CompleteTenantDraft, tenantKey: string) =>
  tx.one<TenantRow>(sql`
    insert into tenants (id, name, short_code, domain, custom_domains, active, contact_mail, type, language, timezone, sms_operator,
      cool_down_time, phone_number_signin, tenant_key, frontend, email, geocoding, firebase, settings)
    values (${tx.tenantId}, ${draft.name}, ${draft.short_code}, ${draft.domain}, ${draft.custom_domains}::text[], ${draft.active},
      ${draft.contact_mail}, ${draft.type}, ${draft.language}, ${draft.timezone}, ${draft.sms_operator}, ${draft.cool_down_time},
      ${draft.phone_number_signin}, ${tenantKey}, ${toJsonParameter(frontendWithoutLogos(draft.frontend))}, ${toJsonParameter(draft.email)}, ${toJsonParameter(draft.geocoding)},
      ${toJsonParameter(draft.firebase)}, ${toJsonParameter(draft.settings ?? {})})
    returning ${tenantColumns}`);

export type TenantReplacement = Omit<CompleteTenantDraft, "short_code" | "type" | "frontend"> & {
  readonly frontend?: TenantRow["frontend"];
  readonly lock_version: number | undefined;
};

/** Updates a tenant; undefined when there is none, or at another lock version. Without a version the last one wins. */
export const updateTenant = (tx: Tx, change: TenantReplacement) =>
  tx.maybe<TenantRow>(sql`
    update tenants set name = ${change.name}, domain = ${change.domain}, custom_domains = ${change.custom_domains}::text[],
      active = ${change.active}, contact_mail = ${change.contact_mail}, language = ${change.language}, timezone = ${change.timezone},
      sms_operator = ${change.sms_operator}, cool_down_time = ${change.cool_down_time},
      phone_number_signin = ${change.phone_number_signin}, frontend = ${toJsonParameter(frontendWithoutLogos(change.frontend))}, email = ${toJsonParameter(change.email)},
      geocoding = ${toJsonParameter(change.geocoding)}, firebase = ${toJsonParameter(change.firebase)}, settings = ${toJsonParameter(change.settings ?? {})},
      lock_version = lock_version + 1, updated_at = now()
    where id = ${tx.tenantId} and lock_version = coalesce(${change.lock_version}, lock_version)
    returning ${tenantColumns}`);

export type TenantPatch = Static<typeof TenantPatchRequest>;

export const selectBrands = (tx: Tx) =>
  tx.many<Static<typeof TenantBrand>>(sql`
    select id, name, short_key, lock_version, created_at, updated_at from brands where tenant_id = ${tx.tenantId}
    order by ${alphabetically(sql`name`)}, id limit 1000`);
