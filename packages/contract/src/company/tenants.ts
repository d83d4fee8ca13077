/** The operations on tenants, their public configuration, brands and master data. */
import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  Enum,
  IdParams,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";
import {
  FrontendUpdateRequest,
  logoKinds,
  PhoneNumberSigninRequest,
  TenantShortCodeParams,
  Tenant,
  TenantConfig,
  TenantCreateRequest,
  TenantFrontendConfig,
  TenantKey,
  TenantPatchRequest,
  TenantUpdateRequest,
} from "./tenant";

export const TenantBrand = ClosedObject(
  { ...versionedEntityFields, name: SingleLineText(200), short_key: SingleLineText(32) },
  {
    $id: "Brand",
    examples: [
      {
        id: "7c5b0a3e-2f0c-4bfb-8d4e-6b0d2c9e1001",
        created_at: "2026-01-07T07:30:00+00:00",
        updated_at: "2026-01-07T07:30:00+00:00",
        lock_version: 0,
        name: "Pietät Huber",
        short_key: "PH",
      },
    ],
  },
);

const masterDataFields = {
  key: SingleLineText(100),
  value: Type.Unknown({ description: "Any JSON value of at most 16 kB." }),
  description: Nullable(FreeText(1000)),
} as const;
const masterDataExample = { key: "opening_hours", value: { weekdays: "07:00-18:00" }, description: null };
export const TenantMasterDataCreateRequest = ClosedObject(
  {
    key: masterDataFields.key,
    value: masterDataFields.value,
    description: Type.Optional(masterDataFields.description),
  },
  { $id: "TenantMasterDataCreateRequest", examples: [masterDataExample] },
);
export const TenantMasterDataUpdateRequest = ClosedObject(
  { ...TenantMasterDataCreateRequest.properties, lock_version: LockVersion },
  { $id: "TenantMasterDataUpdateRequest", examples: [{ ...masterDataExample, lock_version: 0 }] },
);
export const TenantMasterData = ClosedObject(
  { ...versionedEntityFields, ...masterDataFields },
  {
    $id: "TenantMasterData",
    examples: [
      {
        id: "7c5b0a3e-2f0c-4bfb-8d4e-6b0d2c9e2001",
        created_at: "2026-01-07T07:30:00+00:00",
        updated_at: "2026-01-07T07:30:00+00:00",
        lock_version: 0,
        ...masterDataExample,
      },
    ],
  },
);
export type TenantMasterData = Static<typeof TenantMasterData>;
const TenantCodeParams = ClosedObject({ tenant_short_code: TenantShortCodeParams.properties.short_code });

export const LogoUploadFields = ClosedObject({
  kind: Enum(logoKinds, { description: "LOGO_DARK stands on dark ground, PRINT on paper." }),
  lock_version: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,15}$",
      description: "The tenant's version that the change was made on; without it the last one wins.",
    }),
  ),
});
/** Size of an uploaded logo in bytes at most. */
export const LOGO_BYTES_MAX = 2 * 1_048_576;

export const tenantOperations = defineOperations("tenants", {
  getTenants: {
    on: "GET /tenants",
    summary: "List tenants",
    description: "Administrators of the platform see all tenants by name, all other callers their own.",
    answer: Type.Array(Tenant),
  },
  createTenant: {
    on: "POST /tenants",
    changes: "TENANT",
    summary: "Create a tenant",
    description:
      "For administrators of the platform. With `administrator` the tenant gets a role that holds every grant, and a person in it " +
      "who is mailed a link to set a password.",
    tenantTypes: ["PLATFORM"],
    body: TenantCreateRequest,
    success: 201,
    answer: Tenant,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  getBrands: {
    on: "GET /tenants/brands",
    summary: "List brands",
    description: "The names under which the tenant appears to customers; cases may carry one.",
    answer: Type.Array(TenantBrand),
  },
  getTenantConfigByDomain: {
    on: "GET /tenants/config",
    summary: "Find a tenant's public configuration by domain",
    description: "What a sign-in page needs before the user is known. Nothing in it is secret.",
    auth: "public",
    query: ClosedObject({ tenant_domain: Type.String({ minLength: 1, maxLength: 260 }) }),
    answer: TenantConfig,
    errors: ["RESOURCE_NOT_FOUND"],
    limit: "public",
  },
  getTenantConfig: {
    on: "GET /tenants/config/{short_code}",
    summary: "Get a tenant's public configuration",
    description:
      "As by domain, for who knows the short code: name, kind of company, language, time zone, and the look of the " +
      "sign-in page. Inactive tenants are not found.",
    auth: "public",
    params: TenantShortCodeParams,
    answer: TenantConfig,
    limit: "public",
  },
  getTenantFrontendConfig: {
    on: "GET /tenants/config/{short_code}/frontend",
    summary: "Get the look of a tenant's pages",
    description:
      "Colours, favicon, title and legal pages with which pages of the tenant are painted before the sign-in. " +
      "Inactive tenants are not found. `lock_version` is the one to send with a change.",
    auth: "public",
    params: TenantShortCodeParams,
    answer: TenantFrontendConfig,
    limit: "public",
  },
  updateTenantFrontendConfig: {
    on: "PUT /tenants/config/{short_code}/frontend",
    changes: "TENANT",
    summary: "Replace the look of a tenant's pages",
    description:
      "Callers change their own tenant only; administrators of " +
      "the platform change any. With `lock_version` a change made in the meantime is refused (`LOCK_VERSION_CONFLICT`), " +
      "without it the last one wins.",
    grant: "updateTenant",
    params: TenantShortCodeParams,
    leftOut: { others: "emptied" },
    body: FrontendUpdateRequest,
    answer: TenantFrontendConfig,
  },
  getTenantKey: {
    on: "GET /tenants/config/{short_code}/key",
    summary: "Get a tenant's key",
    description: "Auth calls send it in `X-Tenant-Key` to say which company they mean.",
    auth: "public",
    params: TenantShortCodeParams,
    answer: TenantKey,
    limit: "public",
  },
  getTenant: {
    on: "GET /tenants/{id}",
    summary: "Get a tenant",
    description:
      "With its settings. Callers see their own tenant; administrators of the platform see any, and for all " +
      "others it is not found.",
    grant: "getTenants",
    params: IdParams,
    answer: Tenant,
  },
  updateTenant: {
    on: "PUT /tenants/{id}",
    changes: "TENANT",
    summary: "Change a tenant",
    description:
      "Settings are taken one by one: those that are not named stay. `domain`, `custom_domains`, `active` and `sms_operator` are changed by " +
      "administrators of the platform only; others send or leave them as they are.",
    params: IdParams,
    leftOut: { others: "kept" },
    body: TenantUpdateRequest,
    answer: Tenant,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  patchTenant: {
    on: "PATCH /tenants/{id}",
    changes: "TENANT",
    summary: "Change parts of a tenant",
    description: "Only named fields change; of `settings`, only the named ones. The rules are those of replacing.",
    grant: "updateTenant",
    params: IdParams,
    body: TenantPatchRequest,
    answer: Tenant,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  updateTenantPhoneNumberSignin: {
    on: "PUT /tenants/{id}/phonenumber_signin",
    changes: "TENANT",
    summary: "Switch sign-in by phone number on or off",
    description:
      "Off, a user who asks for a code by telephone number gets `ACTION_NOT_AVAILABLE`. Callers change their " +
      "own tenant only; administrators of the platform change any. With `lock_version` a change made in the meantime is " +
      "refused, without it the last one wins.",
    grant: "updateTenant",
    params: IdParams,
    body: PhoneNumberSigninRequest,
    answer: Tenant,
  },
  updateTenantLogos: {
    on: "PUT /tenants/{id}/logos",
    changes: "TENANT",
    summary: "Upload a logo",
    description:
      "PNG, JPEG, WebP or SVG, up to 2 MB and 25 megapixels, in exactly one part named `file`; the type is found from the content. It is " +
      "drawn as PNG, 64, 128 and 256 pixels high, a FAVICON as a square of 32, 180 and 512, and takes the place of the one of its " +
      "kind, whose addresses go on for 30 days. The `reason` of a refusal is `EMPTY`, `DAMAGED`, `TOO_MANY_PIXELS`, `REFERENCES` (an SVG " +
      "that declares entities, runs scripts, or names anything outside of itself), `TEXT` (an SVG with letters that need a font: make " +
      "outlines of them) or `TOO_COMPLEX`. When many files wait to be looked at, the answer is 503 with `Retry-After`.",
    grant: "updateTenant",
    params: IdParams,
    body: LogoUploadFields,
    bodyType: "multipart",
    answer: Tenant,
    limit: "upload",
    errors: ["FILE_TYPE_NOT_ALLOWED", "FILE_CONTENT_INVALID"],
  },
  getTenantMasterData: {
    on: "GET /tenants/{tenant_short_code}/masterdata",
    summary: "List master data",
    description: "Free values that a tenant keeps for its apps and partners, by key.",
    params: TenantCodeParams,
    answer: Type.Array(TenantMasterData),
  },
  createTenantMasterData: {
    on: "POST /tenants/{tenant_short_code}/masterdata",
    changes: "TENANT",
    summary: "Create a master data value",
    description: "At most 1,000 keys in a tenant.",
    params: TenantCodeParams,
    body: TenantMasterDataCreateRequest,
    success: 201,
    answer: TenantMasterData,
    errors: ["RESOURCE_ALREADY_EXISTS", "LIMIT_EXCEEDED"],
  },
  updateTenantMasterData: {
    on: "PUT /tenants/{tenant_short_code}/masterdata/{id}",
    changes: "TENANT",
    summary: "Replace a master data value",
    description:
      "The value may be any JSON of at most 16 kB, else `LIMIT_EXCEEDED`. Refused with `RESOURCE_ALREADY_EXISTS` " +
      "when another value of the tenant has the key.",
    params: ClosedObject({ ...TenantCodeParams.properties, id: Uuid }),
    leftOut: { others: "emptied" },
    body: TenantMasterDataUpdateRequest,
    answer: TenantMasterData,
    errors: ["RESOURCE_ALREADY_EXISTS", "LIMIT_EXCEEDED"],
  },
});
