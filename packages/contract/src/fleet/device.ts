/** A device is a driver's phone, or whatever else a vehicle is reached by. */
import { type Static, Type } from "typebox";
import {
  DateTime,
  entityFields,
  Enum,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  PhoneNumber,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";

const deviceTypeNames = ["SMARTPHONE", "TABLET", "TERMINAL", "PHONE"] as const;
export const DeviceTypeKey = Enum(deviceTypeNames, { description: "See `GET /device_types`." });

export const DeviceType = ClosedObject(
  { ...entityFields, key: DeviceTypeKey, name: Type.String(), description: Type.String(), runs_app: Type.Boolean() },
  {
    $id: "DeviceType",
    description:
      "Part of the API and the same everywhere: neither its `id` nor its times differ between installations.",
    examples: [
      {
        id: "4f1c7a52-0d36-4e8b-9b1f-6a2d8c3e5f01",
        created_at: "2026-01-07T07:30:00+00:00",
        updated_at: "2026-01-07T07:30:00+00:00",
        key: "SMARTPHONE",
        name: "Smartphone",
        description: "A phone with the driver app.",
        runs_app: true,
      },
    ],
  },
);

const timestampsExample = { created_at: "2026-01-07T07:30:00+00:00", updated_at: "2026-01-07T07:30:00+00:00" } as const;

/** The kinds of devices there are; the same for every tenant. */
export const deviceTypes: readonly Static<typeof DeviceType>[] = [
  {
    id: "4f1c7a52-0d36-4e8b-9b1f-6a2d8c3e5f01",
    ...timestampsExample,
    key: "SMARTPHONE",
    name: "Smartphone",
    description: "A phone with the driver app.",
    runs_app: true,
  },
  {
    id: "4f1c7a52-0d36-4e8b-9b1f-6a2d8c3e5f02",
    ...timestampsExample,
    key: "TABLET",
    name: "Tablet",
    description: "A tablet with the driver app and a telephone number.",
    runs_app: true,
  },
  {
    id: "4f1c7a52-0d36-4e8b-9b1f-6a2d8c3e5f03",
    ...timestampsExample,
    key: "TERMINAL",
    name: "Terminal",
    description: "A unit built into the vehicle that runs the app.",
    runs_app: true,
  },
  {
    id: "4f1c7a52-0d36-4e8b-9b1f-6a2d8c3e5f04",
    ...timestampsExample,
    key: "PHONE",
    name: "Phone",
    description: "Takes calls and text messages only.",
    runs_app: false,
  },
];

export const DeviceActiveState = ClosedObject(
  { branch_id: Uuid, active: Type.Boolean({ description: "Whether the device works for the branch at present." }) },
  { $id: "DeviceActiveState", examples: [{ branch_id: "5e0b7c9a-1f2d-4e3b-8a6c-7d8e9f0a1b02", active: true }] },
);

/** Language as BCP 47, e.g. `de` or `de-AT`. */
const LanguageTag = Type.String({ pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", maxLength: 35, examples: ["de-AT"] });
const DevicePlatform = Enum(["ANDROID", "IOS", "WEB"]);
export const PushToken = SingleLineText(4096, {
  description: "What the push service of the platform gave to the app.",
});

export const WebPush = ClosedObject(
  {
    endpoint: Type.String({
      pattern: "^https?://[^\\s#]+$",
      maxLength: 2000,
      description: "Where the push service of the browser takes messages; it has to be one that is known.",
      examples: ["https://updates.push.services.mozilla.com/wpush/v2/gAAAAABpoVx8"],
    }),
    p256dh: Type.String({
      pattern: "^B[A-Za-z0-9_-]{86}$",
      description: "The key of the browser, as its subscription tells it.",
    }),
    auth: Type.String({ pattern: "^[A-Za-z0-9_-]{22}$", description: "The secret of the subscription." }),
  },
  {
    $id: "WebPush",
    examples: [
      {
        endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABpoVx8",
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    ],
  },
);

export const InstalledAppInfo = ClosedObject(
  {
    version: Type.Optional(SingleLineText(50)),
    build: Type.Optional(Nullable(SingleLineText(50))),
    os_version: Type.Optional(Nullable(SingleLineText(50))),
    device_model: Type.Optional(Nullable(SingleLineText(100))),
    installed_at: Type.Optional(Nullable(DateTime)),
  },
  {
    $id: "InstalledAppInfo",
    examples: [{ version: "4.2.0", build: "4200", os_version: "Android 15", device_model: "Pixel 9" }],
  },
);
const deviceMetadata = Type.Record(Type.String({ minLength: 1, maxLength: 64 }), FreeText(500), {
  maxProperties: 50,
  description: "Whatever the app wants to keep with the device: at most 50 short texts by key.",
});
export const DeviceMetadataRequest = ClosedObject(
  {
    language: Type.Optional(Nullable(LanguageTag)),
    platform: Type.Optional(Nullable(DevicePlatform)),
    metadata: Type.Optional(Nullable(deviceMetadata)),
  },
  {
    $id: "DeviceMetadataRequest",
    examples: [{ language: "de-AT", platform: "ANDROID", metadata: { battery_saver: "off" } }],
  },
);

export const VehicleOfDevice = ClosedObject(
  {
    id: Uuid,
    vehicle_id: Uuid,
    vehicle_natural_id: Type.String(),
    license_plate: Type.String(),
    started_at: DateTime,
  },
  {
    $id: "VehicleOfDevice",
    examples: [
      {
        id: "3f6f2a10-4a31-4b0e-9d7a-0c6a5f1e2d03",
        vehicle_id: "9b1c8d7e-6f5a-4b3c-8d2e-1f0a9b8c7d04",
        vehicle_natural_id: "V-2026-000012",
        license_plate: "G-123 AB",
        started_at: "2026-03-02T06:00:00+00:00",
      },
    ],
  },
);

export const deviceFields = {
  phone_number: PhoneNumber,
  device_type: DeviceTypeKey,
  name: Nullable(SingleLineText(100, { description: "What dispatchers call it." })),
  external_id: Nullable(SingleLineText(100, { description: "The device's id in the tenant's own systems; unique." })),
  active_states: Type.Array(DeviceActiveState, {
    maxItems: 500,
    description:
      "The branches that the device works for, as far as you reach them. A device of no branch belongs to the whole tenant.",
  }),
} as const;

/** Fields of every answer about a device. */
export const deviceAnswerFields = {
  ...versionedEntityFields,
  natural_id: Type.String({ examples: ["D-2026-000007"] }),
  ...deviceFields,
  disabled: Type.Boolean({ description: "A disabled device cannot sign in; its tokens are revoked." }),
  one_time_code: Nullable(Type.String({ description: "Always null: a code is only ever sent to the phone itself." })),
  push_token: Nullable({
    ...PushToken,
    description:
      "What the push service of the platform gave to the app. Told to the device itself alone, and null to all others: with it " +
      "another device could take over the pushes.",
  }),
  language: Nullable(LanguageTag),
  platform: Nullable(DevicePlatform),
  installed_app_info: Nullable(InstalledAppInfo),
  metadata: Nullable(deviceMetadata),
  last_seen_at: Nullable(DateTime),
  active_vehicle_association: Nullable(VehicleOfDevice),
} as const;

export const deviceDraftExample = {
  phone_number: "+436641234567",
  device_type: "SMARTPHONE",
  name: "Graz 1",
  external_id: "MDM-0007",
  active_states: [{ branch_id: "5e0b7c9a-1f2d-4e3b-8a6c-7d8e9f0a1b02", active: true }],
} as const;
export const deviceExample = {
  id: "a1b2c3d4-e5f6-4708-8192-a3b4c5d6e701",
  created_at: "2026-03-01T09:00:00+00:00",
  updated_at: "2026-03-02T06:00:00+00:00",
  lock_version: 2,
  natural_id: "D-2026-000007",
  ...deviceDraftExample,
  disabled: false,
  one_time_code: null,
  push_token: null,
  language: "de-AT",
  platform: "ANDROID",
  installed_app_info: { version: "4.2.0", build: "4200", os_version: "Android 15", device_model: "Pixel 9" },
  metadata: { battery_saver: "off" },
  last_seen_at: "2026-03-02T06:00:00+00:00",
  active_vehicle_association: {
    id: "3f6f2a10-4a31-4b0e-9d7a-0c6a5f1e2d03",
    vehicle_id: "9b1c8d7e-6f5a-4b3c-8d2e-1f0a9b8c7d04",
    vehicle_natural_id: "V-2026-000012",
    license_plate: "G-123 AB",
    started_at: "2026-03-02T06:00:00+00:00",
  },
} as const;

export const Device = ClosedObject(
  {
    ...deviceAnswerFields,
    kind: Enum(["STANDARD", "RSA"], { description: "`RSA`: a roadside unit, created by `/rsa/devices`." }),
  },
  { $id: "Device", examples: [{ ...deviceExample, kind: "STANDARD" }] },
);

export const DeviceCreateRequest = ClosedObject(
  {
    phone_number: deviceFields.phone_number,
    device_type: Type.Optional(DeviceTypeKey),
    name: Type.Optional(deviceFields.name),
    external_id: Type.Optional(deviceFields.external_id),
    active_states: Type.Optional(deviceFields.active_states),
  },
  { $id: "DeviceCreateRequest", examples: [deviceDraftExample] },
);
export const DeviceUpdateRequest = ClosedObject(
  {
    ...DeviceCreateRequest.properties,
    disabled: Type.Optional(Type.Boolean()),
    lock_version: LockVersion,
  },
  { $id: "DeviceUpdateRequest", examples: [{ ...deviceDraftExample, disabled: false, lock_version: 2 }] },
);
