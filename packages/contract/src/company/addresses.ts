/** A stored address is a place that a tenant drives to again and again: with it come its doors, its hours and its limits. */
import { type Static, Type } from "typebox";
import { OptionalNullable } from "./address";
import { Country } from "../core/country";
import { defineOperations } from "../operation/operation";
import {
  ContactPhoneNumber,
  Enum,
  IdParams,
  Latitude,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Longitude,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";

const addressTypes = ["DEFAULT_DESTINATION", "DEFAULT_SOURCE", "OTHER"] as const;
const AddressType = Enum(addressTypes, {
  default: "DEFAULT_DESTINATION",
  description:
    "What the place usually is to a case: where it ends (`DEFAULT_DESTINATION`, unless said otherwise), where it begins " +
    "(`DEFAULT_SOURCE`), or neither (`OTHER`).",
});
const ZipNumber = Type.Integer({ minimum: 0, maximum: 9_999_999, examples: [8036] });
const ZipText = Type.String({
  pattern: "^[0-9A-Za-z](?:[0-9A-Za-z -]{0,14}[0-9A-Za-z])?$",
  maxLength: 16,
  examples: ["01067"],
});
const ZipCode = Type.Union([ZipNumber, ZipText, Type.Null()], {
  description:
    "The postal code, as `postal_code` or as a number. A number is read with the leading zeros of its country: 1067 in Germany is " +
    "01067, 100 in Finland 00100. Without a country it has none, so send `postal_code` instead. The number that is stored " +
    "changes nothing, even where it is null for a code such as 1011 AB: that is emptied by `postal_code`.",
  examples: ["01067", 8036],
});
const PostalCode = Nullable({
  ...ZipText,
  description:
    "The postal code as people write it. Beside `zip_code` it counts; where both were changed and contradict each other, they are " +
    "refused with `FIELD_COMBINATION_INVALID`.",
});
const ClockTime = Type.String({ pattern: "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$", examples: ["07:00"] });
const ClockEndTime = Type.String({ pattern: "^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$", examples: ["16:30"] });

export const OpeningSpan = ClosedObject(
  { from: ClockTime, to: ClockEndTime },
  {
    $id: "OpeningSpan",
    description: "In the tenant's time zone; `to` is later than `from`. What runs over midnight is given as two days.",
    examples: [{ from: "07:00", to: "16:30" }],
  },
);
const openingSpansOfDay = (name: string) =>
  OptionalNullable(
    Type.Array(OpeningSpan, { maxItems: 10, description: `${name}. An empty list: closed; null: not known.` }),
  );
export const OpeningHours = ClosedObject(
  {
    d0: openingSpansOfDay("Monday"),
    d1: openingSpansOfDay("Tuesday"),
    d2: openingSpansOfDay("Wednesday"),
    d3: openingSpansOfDay("Thursday"),
    d4: openingSpansOfDay("Friday"),
    d5: openingSpansOfDay("Saturday"),
    d6: openingSpansOfDay("Sunday"),
  },
  {
    $id: "OpeningHours",
    description: "Hours in which the door is opened, `d0` (Monday) to `d6` (Sunday). Planning arrives within them.",
    examples: [{ d0: [{ from: "07:00", to: "16:30" }], d5: [{ from: "08:00", to: "12:00" }], d6: [] }],
  },
);
export type OpeningHours = Static<typeof OpeningHours>;

const addressFlags = {
  elevator: Type.Boolean({ default: false, description: "There is an elevator that a stretcher fits into." }),
  public_place: Type.Boolean({ default: false, description: "A street, a square: bystanders must be expected." }),
  home: Type.Boolean({ default: false, description: "A private home." }),
  elderly_home: Type.Boolean({ default: false, description: "A home for the elderly." }),
  cold_storage: Type.Boolean({ default: false, description: "The place can keep the deceased cool." }),
} as const;
const addressTexts = {
  street: Nullable(FreeText(255)),
  house_number: Nullable(FreeText(32)),
  addition: Nullable(FreeText(255, { description: "Staircase, door, ward, kilometre of a motorway." })),
  floor: Nullable(FreeText(32)),
  zip_code: ZipCode,
  city: Nullable(FreeText(255)),
  country: Nullable(Country),
  lat: Nullable(Latitude),
  lon: Nullable(Longitude),
  contact_name: Nullable(FreeText(255)),
  phone_number: Nullable(ContactPhoneNumber),
  notes: Nullable(FreeText(2000)),
} as const;
const ExcludedVehicleTypes = Type.Array(Uuid, {
  maxItems: 50,
  uniqueItems: true,
  description: "Vehicle types that cannot get there, e.g. for the height of a gate.",
});
const AddressName = SingleLineText(255, { description: "Of the house: a hospital, a cemetery, a garage." });

const addressRequestExample = {
  name: "Landeskrankenhaus, Prosektur",
  type: "DEFAULT_SOURCE",
  stored_address_type_id: "2f1e0d9c-8b7a-4695-8473-6251403f2e01",
  street: "Auenbruggerplatz",
  house_number: "1",
  addition: "Prosektur, Eingang über den Hof",
  zip_code: 8036,
  city: "Graz",
  country: "AT",
  lat: 47.0812,
  lon: 15.4661,
  elevator: true,
  cold_storage: true,
  opening_hours: { d0: [{ from: "07:00", to: "16:30" }], d6: [] },
  excluded_vehicle_type_ids: [],
};

const optionalAddressTexts = Object.fromEntries(
  Object.entries(addressTexts).map(([name, schema]) => [name, Type.Optional(schema)]),
) as { [K in keyof typeof addressTexts]: ReturnType<typeof Type.Optional<(typeof addressTexts)[K]>> };
const optionalAddressFlags = Object.fromEntries(
  Object.entries(addressFlags).map(([name, schema]) => [name, Type.Optional(schema)]),
) as { [K in keyof typeof addressFlags]: ReturnType<typeof Type.Optional<(typeof addressFlags)[K]>> };

export const AddressCreateRequest = ClosedObject(
  {
    name: AddressName,
    type: Type.Optional(AddressType),
    stored_address_type_id: Type.Optional(Nullable(Uuid)),
    ...optionalAddressTexts,
    postal_code: Type.Optional(PostalCode),
    ...optionalAddressFlags,
    opening_hours: Type.Optional(Nullable(OpeningHours)),
    excluded_vehicle_type_ids: Type.Optional(ExcludedVehicleTypes),
  },
  {
    $id: "AddressCreateRequest",
    description: "`lat` and `lon` (WGS 84) are given together or not at all.",
    examples: [addressRequestExample],
  },
);
export const AddressUpdateRequest = ClosedObject(
  { ...AddressCreateRequest.properties, lock_version: LockVersion },
  { $id: "AddressUpdateRequest", examples: [{ ...addressRequestExample, lock_version: 2 }] },
);

const addressTypeExample = {
  id: "2f1e0d9c-8b7a-4695-8473-6251403f2e01",
  created_at: "2026-03-02T08:15:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  lock_version: 0,
  name: "Krankenhaus",
  short_key: "KH",
  description: null,
};
const addressTypeFields = {
  name: SingleLineText(100),
  short_key: SingleLineText(32, { description: "The tenant's own short name of the type; unique." }),
  description: Nullable(FreeText(2000)),
} as const;
export const StoredAddressType = ClosedObject(
  { ...versionedEntityFields, ...addressTypeFields },
  { $id: "StoredAddressType", examples: [addressTypeExample] },
);
export const AddressTypeCreateRequest = ClosedObject(
  { ...addressTypeFields, description: Type.Optional(addressTypeFields.description) },
  { $id: "AddressTypeCreateRequest", examples: [{ name: "Krankenhaus", short_key: "KH", description: null }] },
);

export const StoredAddress = ClosedObject(
  {
    ...versionedEntityFields,
    name: AddressName,
    type: AddressType,
    stored_address_type_id: Nullable(Uuid),
    ...addressTexts,
    zip_code: Nullable({ ...ZipNumber, description: "The postal code as a number; null where it is none." }),
    postal_code: Nullable(
      Type.String({ maxLength: 16, description: "The postal code as people write it.", examples: ["01067"] }),
    ),
    ...addressFlags,
    opening_hours: Nullable(OpeningHours),
    excluded_vehicle_type_ids: ExcludedVehicleTypes,
  },
  {
    $id: "StoredAddress",
    examples: [
      {
        id: "1e0d9c8b-7a69-4584-8362-5140f3e2d101",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 2,
        ...addressRequestExample,
        postal_code: "8036",
        floor: null,
        contact_name: null,
        phone_number: null,
        notes: null,
        public_place: false,
        home: false,
        elderly_home: false,
      },
    ],
  },
);
export type StoredAddress = Static<typeof StoredAddress>;

export const addressOperations = defineOperations("addresses", {
  getAddresses: {
    on: "GET /addresses",
    summary: "List stored addresses",
    description:
      "All stored addresses of the tenant by name; of one `type`, or of one of the tenant's own address types. A type that " +
      "there is not has none.",
    // Query of a list; it has no default type: left out, it shows every one.
    query: ClosedObject({ type: Type.Optional(Enum(addressTypes)), stored_address_type_id: Type.Optional(Uuid) }),
    answer: Type.Array(StoredAddress),
  },
  createAddress: {
    on: "POST /addresses",
    changes: "TENANT",
    summary: "Create a stored address",
    description:
      "It is offered first wherever an address is looked for. Without `lat` and `lon` it is found by its text and cannot be " +
      "driven to by planning. Refused with `RANGE_INVALID` when opening hours end before they begin, and with " +
      "`FIELD_COMBINATION_INVALID` when hours of a day overlap, one coordinate is missing, or `zip_code` and `postal_code` are " +
      "different codes.",
    body: AddressCreateRequest,
    success: 201,
    answer: StoredAddress,
    errors: ["REFERENCE_NOT_FOUND", "FIELD_COMBINATION_INVALID", "RANGE_INVALID", "LIMIT_EXCEEDED"],
  },
  updateAddress: {
    on: "PUT /addresses/{id}",
    changes: "TENANT",
    summary: "Replace a stored address",
    description: "Cases keep the address as it was when they took it over.",
    params: IdParams,
    leftOut: {
      others: "emptied",
      defaults: ["type", "elevator", "public_place", "home", "elderly_home", "cold_storage"],
    },
    keepsStoredNumbers: true,
    body: AddressUpdateRequest,
    answer: StoredAddress,
    errors: ["REFERENCE_NOT_FOUND", "FIELD_COMBINATION_INVALID", "RANGE_INVALID"],
  },
  deleteAddress: {
    on: "DELETE /addresses/{id}",
    changes: "TENANT",
    summary: "Delete a stored address",
    description: "It is offered no more. Cases that took it over keep it.",
    params: IdParams,
    success: 204,
  },
  getAddressTypes: {
    on: "GET /address_types",
    summary: "List address types",
    description: "The tenant's own kinds of stored addresses, by name.",
    answer: Type.Array(StoredAddressType),
  },
  createAddressType: {
    on: "POST /address_types",
    changes: "TENANT",
    summary: "Create an address type",
    description:
      "A kind of stored address that the tenant sorts them by: hospital, cemetery, crematorium. Refused with " +
      "`RESOURCE_ALREADY_EXISTS` when another type has the short key.",
    body: AddressTypeCreateRequest,
    success: 201,
    answer: StoredAddressType,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
});
