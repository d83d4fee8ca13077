/** A tenant is a company on the platform: everything else belongs to exactly one. */
import { type Static, Type } from "typebox";
import { Country } from "../core/country";
import { geocoderNames, routerNames, solverNames } from "../core/providers";
import {
  Email,
  Enum,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
} from "../core/schema";
import { defaultTenantSettings, TenantSettings, TenantSettingsRequest } from "./dispatch-settings";

const TenantShortCode = Type.String({
  pattern: "^[a-z0-9_]{1,16}$",
  examples: ["bestattung"],
  description: "Lower-case letters, digits and underscores, at most 16; unique on the platform, never changed.",
});
const TenantDomain = Type.String({
  maxLength: 253,
  pattern: "^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$",
  examples: ["dispo.bestattung-huber.example"],
  description: "A host name in lower case, without scheme and port; unique on the platform.",
});
const HexColor = Type.String({ pattern: "^#[0-9a-fA-F]{6}$", examples: ["#1d3b53"] });
const HttpsAddress = Type.String({
  maxLength: 2048,
  pattern: "^(https://|/)[^\\s]*$",
  examples: ["/favicon.svg"],
  description: "An https address, or a path on this installation.",
});

export const TenantColors = ClosedObject(
  {
    primary: HexColor,
    secondary: Type.Optional(HexColor),
    accent: Type.Optional(HexColor),
    background: Type.Optional(HexColor),
    text: Type.Optional(HexColor),
  },
  { $id: "TenantColors", examples: [{ primary: "#1d3b53", accent: "#c8963e" }] },
);
export const logoKinds = ["LOGO", "LOGO_DARK", "FAVICON", "PRINT"] as const;
export type LogoKind = (typeof logoKinds)[number];
const logoExample = { kind: "LOGO", height: 64, width: 192, url: `/logos/${"0f".repeat(32)}.png` };
export const TenantLogo = ClosedObject(
  {
    kind: Enum(logoKinds),
    height: Type.Integer({ minimum: 1, description: "In pixels." }),
    width: Type.Integer({ minimum: 1 }),
    url: Type.String({
      description: "A PNG on this installation, which never changes; no token is needed to fetch it.",
    }),
  },
  { $id: "TenantLogo", examples: [logoExample] },
);
const tenantFrontendFields = {
  logos: Type.Optional(
    Type.Array(TenantLogo, {
      description:
        "Answers only, in every size there is. Uploaded by an operation of its own; what a request says of them counts for nothing.",
    }),
  ),
  colors: TenantColors,
  favicon: HttpsAddress,
  page_title: SingleLineText(100),
  imprint_url: Type.Optional(Nullable(HttpsAddress)),
  privacy_url: Type.Optional(Nullable(HttpsAddress)),
} as const;
const tenantFrontendExample = {
  colors: { primary: "#1d3b53", accent: "#c8963e" },
  favicon: "/favicon.svg",
  page_title: "Bestattung Huber",
  imprint_url: null,
  privacy_url: null,
};
export const TenantFrontend = ClosedObject(tenantFrontendFields, {
  $id: "TenantFrontend",
  examples: [tenantFrontendExample],
});
export const TenantEmailConfig = ClosedObject(
  {
    sender_name: Type.Optional(Nullable(SingleLineText(100))),
    sender_address: Type.Optional(Nullable(Email)),
    reply_to: Type.Optional(Nullable(Email)),
  },
  {
    $id: "TenantEmailConfig",
    description:
      "How mails name their sender: `sender_name`, else the tenant's name. `sender_address` is used where it lies in the domain that the " +
      "installation sends from; elsewhere it gets the answers, unless `reply_to` does. With neither of them answers go to `contact_mail`.",
    examples: [{ sender_name: "Bestattung Huber", reply_to: "dispo@example.org" }],
  },
);
export const TenantGeocodingConfig = ClosedObject(
  {
    geocoder: Type.Optional(Nullable(Enum(geocoderNames))),
    routing: Type.Optional(Nullable(Enum(routerNames))),
    solver: Type.Optional(Nullable(Enum(solverNames))),
    countries: Type.Optional(Type.Array(Country, { maxItems: 20, uniqueItems: true })),
  },
  {
    $id: "TenantGeocodingConfig",
    description:
      "Who finds addresses, answers how far it is, and plans tours for this tenant, among those that the operator has named; " +
      "one that there is not, or null, gives way to the installation's. `countries`: where addresses are looked for.",
    examples: [{ geocoder: "embedded", countries: ["AT", "DE"] }],
  },
);
export const TenantFirebaseConfig = ClosedObject(
  {
    project_id: Type.Optional(Nullable(SingleLineText(100))),
    sender_id: Type.Optional(Nullable(SingleLineText(100))),
    app_id: Type.Optional(Nullable(SingleLineText(200))),
  },
  {
    $id: "TenantFirebaseConfig",
    description: "Which project pushes come from; nothing secret.",
    examples: [{ project_id: "leitstand-example", sender_id: "1029384756" }],
  },
);

const changeableTenantFields = {
  name: SingleLineText(200),
  domain: Nullable(TenantDomain),
  custom_domains: Type.Array(TenantDomain, { maxItems: 20, uniqueItems: true }),
  active: Type.Boolean({ description: "An inactive tenant's people and phones are signed out and stay out." }),
  contact_mail: Nullable(Email),
  language: Enum(["de", "en"]),
  timezone: Type.String({ minLength: 1, maxLength: 64, description: "IANA name.", examples: ["Europe/Vienna"] }),
  sms_operator: {
    ...Nullable(FreeText(50)),
    description: "Kept for integrations; every SMS goes through the gateway of the installation.",
  },
  cool_down_time: Type.Integer({
    minimum: 0,
    maximum: 3600,
    description: "Seconds between two codes, links to a password or messages to a phone for one recipient.",
  }),
  phone_number_signin: Type.Boolean({ description: "Whether people may sign in by SMS code and PIN." }),
  email: TenantEmailConfig,
  geocoding: TenantGeocodingConfig,
  firebase: TenantFirebaseConfig,
} as const;
const optionalTenantFields = {
  domain: Type.Optional(changeableTenantFields.domain),
  custom_domains: Type.Optional(changeableTenantFields.custom_domains),
  active: Type.Optional(changeableTenantFields.active),
  contact_mail: Type.Optional(changeableTenantFields.contact_mail),
  language: Type.Optional(changeableTenantFields.language),
  timezone: Type.Optional(changeableTenantFields.timezone),
  sms_operator: Type.Optional(changeableTenantFields.sms_operator),
  cool_down_time: Type.Optional(changeableTenantFields.cool_down_time),
  phone_number_signin: Type.Optional(changeableTenantFields.phone_number_signin),
  frontend: Type.Optional(TenantFrontend),
  email: Type.Optional(changeableTenantFields.email),
  geocoding: Type.Optional(changeableTenantFields.geocoding),
  firebase: Type.Optional(changeableTenantFields.firebase),
  settings: Type.Optional(TenantSettingsRequest),
} as const;

const tenantExample = {
  id: "3f0c2a9e-8d3b-4a56-9a41-5d0c9a7b1001",
  created_at: "2026-01-07T07:30:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  lock_version: 3,
  short_code: "bestattung",
  type: "FUNERAL",
  name: "Bestattung Huber",
  domain: "dispo.bestattung-huber.example",
  custom_domains: [],
  active: true,
  contact_mail: "dispo@bestattung-huber.example",
  language: "de",
  timezone: "Europe/Vienna",
  sms_operator: null,
  cool_down_time: 60,
  phone_number_signin: true,
  email: { sender_name: "Bestattung Huber" },
  geocoding: { countries: ["AT"] },
  firebase: {},
  frontend: tenantFrontendExample,
  settings: defaultTenantSettings,
};

export const Tenant = ClosedObject(
  {
    ...versionedEntityFields,
    short_code: TenantShortCode,
    type: Enum(["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"]),
    ...changeableTenantFields,
    frontend: TenantFrontend,
    settings: TenantSettings,
  },
  { $id: "Tenant", examples: [tenantExample] },
);
export type Tenant = Static<typeof Tenant>;

export const TenantAdministrator = ClosedObject(
  { email: Email, firstname: SingleLineText(100), lastname: SingleLineText(100) },
  {
    $id: "TenantAdministrator",
    examples: [{ email: "anna.gruber@bestattung-huber.example", firstname: "Anna", lastname: "Gruber" }],
  },
);
export const TenantCreateRequest = ClosedObject(
  {
    name: changeableTenantFields.name,
    short_code: TenantShortCode,
    type: Enum(["FUNERAL", "ROADSIDE_ASSISTANCE"]),
    ...optionalTenantFields,
    administrator: Type.Optional(TenantAdministrator),
  },
  {
    $id: "TenantCreateRequest",
    examples: [
      {
        name: "Bestattung Huber",
        short_code: "bestattung",
        type: "FUNERAL",
        administrator: { email: "anna.gruber@bestattung-huber.example", firstname: "Anna", lastname: "Gruber" },
      },
    ],
  },
);
export const TenantUpdateRequest = ClosedObject(
  { name: changeableTenantFields.name, ...optionalTenantFields, lock_version: LockVersion },
  { $id: "TenantUpdateRequest", examples: [{ name: "Bestattung Huber", cool_down_time: 90, lock_version: 3 }] },
);
export const TenantPatchRequest = ClosedObject(
  { name: Type.Optional(changeableTenantFields.name), ...optionalTenantFields, lock_version: LockVersion },
  { $id: "TenantPatchRequest", examples: [{ settings: { alarm_timeout_seconds: 90 }, lock_version: 3 }] },
);
export const PhoneNumberSigninRequest = ClosedObject(
  { phone_number_signin: changeableTenantFields.phone_number_signin, lock_version: Type.Optional(LockVersion) },
  { $id: "PhoneNumberSigninRequest", examples: [{ phone_number_signin: false, lock_version: 3 }] },
);

export const TenantConfig = ClosedObject(
  {
    short_code: TenantShortCode,
    name: changeableTenantFields.name,
    type: Tenant.properties.type,
    domain: changeableTenantFields.domain,
    language: changeableTenantFields.language,
    timezone: changeableTenantFields.timezone,
    phone_number_signin: changeableTenantFields.phone_number_signin,
    web_push_public_key: Type.String({
      description: "What browsers subscribe to pushes with (`applicationServerKey`); the same for all tenants.",
    }),
    frontend: TenantFrontend,
  },
  {
    $id: "TenantConfig",
    examples: [
      {
        short_code: "bestattung",
        name: "Bestattung Huber",
        type: "FUNERAL",
        domain: "dispo.bestattung-huber.example",
        language: "de",
        timezone: "Europe/Vienna",
        phone_number_signin: true,
        web_push_public_key: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        frontend: tenantFrontendExample,
      },
    ],
  },
);
export const TenantFrontendConfig = ClosedObject(
  { short_code: TenantShortCode, lock_version: LockVersion, ...tenantFrontendFields },
  { $id: "TenantFrontendConfig", examples: [{ short_code: "bestattung", lock_version: 3, ...tenantFrontendExample }] },
);
export const FrontendUpdateRequest = ClosedObject(
  { ...tenantFrontendFields, lock_version: Type.Optional(LockVersion) },
  { $id: "FrontendUpdateRequest", examples: [{ ...tenantFrontendExample, lock_version: 3 }] },
);
export const TenantKey = ClosedObject(
  {
    short_code: TenantShortCode,
    tenant_key: Type.String({
      description: "Sent by auth calls in `X-Tenant-Key`. It names the tenant and opens nothing.",
    }),
  },
  {
    $id: "TenantKey",
    examples: [{ short_code: "bestattung", tenant_key: "hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM" }],
  },
);
export const TenantShortCodeParams = ClosedObject({ short_code: Type.String({ minLength: 1, maxLength: 16 }) });
