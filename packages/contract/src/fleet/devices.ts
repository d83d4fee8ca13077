/** Devices are looked after by dispatchers; a device itself keeps its own push token, app info and metadata up to date. */
import { Type } from "typebox";
import {
  Device,
  DeviceCreateRequest,
  DeviceMetadataRequest,
  DeviceType,
  DeviceUpdateRequest,
  deviceTypes,
  InstalledAppInfo,
  PushToken,
  WebPush,
} from "./device";
import { defineOperations } from "../operation/operation";
import { Enum, IdParams, SingleLineText, Nullable, ClosedObject, Uuid, createTextFilterFields } from "../core/schema";

export const AssociateVehicleRequest = ClosedObject(
  { vehicle_id: Nullable(Uuid) },
  { $id: "AssociateVehicleRequest", examples: [{ vehicle_id: "9b1c8d7e-6f5a-4b3c-8d2e-1f0a9b8c7d04" }] },
);
export const PushTokenRequest = ClosedObject(
  { push_token: { ...Nullable(PushToken), description: "Null: the device is pushed no more." } },
  { $id: "PushTokenRequest" },
);

export const OwnPushTokenRequest = ClosedObject(
  {
    push_token: Type.Optional(PushToken),
    web_push: Type.Optional({ ...WebPush, description: "Where a browser is pushed: its `PushSubscription`." }),
  },
  { $id: "OwnPushTokenRequest", examples: [{ push_token: "what the push service of the platform gave to the app" }] },
);

export const DeviceMessageRequest = ClosedObject(
  { message: SingleLineText(640, { description: "Four text messages long at most." }) },
  { $id: "DeviceMessageRequest", examples: [{ message: "Please call the dispatch desk." }] },
);
export const DeviceRoboCallRequest = ClosedObject(
  {
    message: SingleLineText(1000, { description: "Read out by a machine." }),
    velocity: Type.Optional(Enum(["x-slow", "slow", "medium"], { default: "medium" })),
    language: Type.Optional(Enum(["DE_DE", "EN_US"], { default: "DE_DE" })),
    voice: Type.Optional(Enum(["MAN", "WOMAN"], { default: "WOMAN" })),
  },
  { $id: "DeviceRoboCallRequest", examples: [{ message: "Neuer Fall in Graz.", velocity: "slow" }] },
);
export const MessageReceipt = ClosedObject(
  {
    device_id: Uuid,
    cooldown_time: Type.Integer({ minimum: 0, description: "Seconds before this number may be written to again." }),
  },
  {
    $id: "MessageReceipt",
    examples: [{ device_id: "a1b2c3d4-e5f6-4708-8192-a3b4c5d6e701", cooldown_time: 60 }],
  },
);

const messageCooldownRules =
  "A number gets one message per cool-down of the tenant (`MESSAGE_COOLDOWN_ACTIVE`), 5 an hour and 20 a day " +
  "(`RATE_LIMIT_EXCEEDED`), texts and calls together.";
const ownDeviceRules = "A device may do this for itself; people of the office for the devices of their branches.";

export const deviceOperations = defineOperations("devices", {
  getDeviceTypes: {
    on: "GET /device_types",
    summary: "List kinds of devices",
    description: "The kinds of devices that this API knows, the same for every tenant.",
    grant: "getDevices",
    answer: Type.Array(DeviceType),
    example: { answer: deviceTypes },
  },
  getDevices: {
    on: "GET /devices",
    summary: "List devices",
    description:
      "All devices you reach by name and number, the disabled ones last. Devices of no branch belong to everyone.",
    query: ClosedObject(createTextFilterFields("name, telephone number, number or `external_id`")),
    answer: Type.Array(Device),
  },
  createDevice: {
    on: "POST /devices",
    changes: "BRANCH",
    summary: "Create a device",
    description: "The number of a disabled device takes that device back into service, with the fields given.",
    body: DeviceCreateRequest,
    success: 201,
    answer: Device,
    errors: ["RESOURCE_ALREADY_EXISTS", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  updateOwnPushToken: {
    on: "PUT /devices/update_pushtoken",
    changes: "OWN",
    summary: "Set the push token of the calling device",
    description:
      "For devices themselves; users and programs are refused. A token belongs to one device: any other device " +
      "that had it loses it.\n\n" +
      "A browser sends `web_push` instead, subscribed with the `web_push_public_key` of the tenant's configuration; " +
      'the answer then shows it as text in `push_token`. Pushes are declarative: `{"web_push": 8030, "notification": {"title", "body", ' +
      '"navigate", "tag"}}`. When the push service no longer knows it, it is forgotten.',
    grant: "updatePushToken",
    kinds: ["DEVICE"],
    body: OwnPushTokenRequest,
    answer: Device,
    errors: ["FIELD_COMBINATION_INVALID", "CALLBACK_URL_NOT_ALLOWED"],
  },
  resetPushToken: {
    on: "POST /devices/reset_pushtoken",
    changes: "OWN",
    summary: "Forget the push token of the calling device",
    description: "For signing out: nothing is pushed to the device until it sends a token again.",
    grant: "updatePushToken",
    kinds: ["DEVICE"],
    answer: Device,
  },
  getDevice: {
    on: "GET /devices/{id}",
    summary: "Get a device",
    description:
      "A device in branches out of reach is not found; one that is in no branch is seen by every caller who may see " +
      "devices.",
    grant: "getDevices",
    params: IdParams,
    answer: Device,
  },
  updateDevice: {
    on: "PUT /devices/{id}",
    changes: "BRANCH",
    summary: "Replace a device",
    description:
      "States of branches you do not reach stay. A roadside unit keeps a name: that is what it is " +
      "called by. Disabling a device, or changing its number, revokes its tokens: the driver has to sign in again.",
    params: IdParams,
    leftOut: { others: "emptied", defaults: ["device_type"], kept: ["disabled"] },
    body: DeviceUpdateRequest,
    answer: Device,
    errors: ["RESOURCE_ALREADY_EXISTS", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  deleteDevice: {
    on: "DELETE /devices/{id}",
    changes: "BRANCH",
    summary: "Take a device out of a branch",
    description:
      "The device no longer works for the branch. Taken out of its last branch (or of any, when it works for none) it is " +
      "disabled instead: it leaves its vehicle, its tokens are revoked, and it stays in the list for the sake of its " +
      "history. Refused while the device is on a started tour.",
    params: IdParams,
    query: ClosedObject({ branch_id: Uuid }),
    success: 204,
    errors: ["RESOURCE_IN_USE", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  associateVehicle: {
    on: "POST /devices/{id}/associate/vehicle",
    changes: "BRANCH",
    summary: "Put a device into a vehicle",
    description:
      "The device that lay in the vehicle before leaves it. A device that lies in another vehicle has to leave that one " +
      "first: `vehicle_id` null takes it out.",
    params: IdParams,
    body: AssociateVehicleRequest,
    success: 201,
    answer: Device,
    errors: ["DEVICE_ALREADY_ASSOCIATED", "REFERENCE_NOT_FOUND", "AUTH_DEVICE_DISABLED"],
  },
  requestOneTimePassword: {
    on: "POST /devices/{id}/request_one_time_password",
    changes: "BRANCH",
    summary: "Send a sign-in code to a device",
    description:
      "A new code goes to the phone by SMS and voids the one before. No answer of the API contains it. A number that was " +
      "locked after too many wrong codes is freed.",
    params: IdParams,
    limit: "message",
    answer: MessageReceipt,
    errors: ["MESSAGE_COOLDOWN_ACTIVE", "AUTH_ATTEMPTS_EXCEEDED", "AUTH_DEVICE_DISABLED"],
  },
  sendSms: {
    on: "POST /devices/{id}/send_message",
    changes: "BRANCH",
    summary: "Send a text message to a device",
    description: messageCooldownRules,
    params: IdParams,
    body: DeviceMessageRequest,
    limit: "message",
    answer: MessageReceipt,
    errors: ["MESSAGE_COOLDOWN_ACTIVE"],
  },
  sendRoboCall: {
    on: "POST /devices/{id}/send_robo_call",
    changes: "BRANCH",
    summary: "Let a machine call a device",
    description: messageCooldownRules,
    params: IdParams,
    body: DeviceRoboCallRequest,
    limit: "message",
    answer: MessageReceipt,
    errors: ["MESSAGE_COOLDOWN_ACTIVE"],
  },
  updateInstalledAppInfo: {
    on: "PATCH /devices/{id}/installed_app_info",
    changes: "BRANCH",
    summary: "Say which app is installed on a device",
    description: `Only the fields named change. ${ownDeviceRules}`,
    params: IdParams,
    body: InstalledAppInfo,
    answer: Device,
  },
  updateDeviceMetadata: {
    on: "PUT /devices/{id}/update_metadata",
    changes: "BRANCH",
    summary: "Replace what a device says about itself",
    description: `Language, platform and free metadata. ${ownDeviceRules}`,
    params: IdParams,
    leftOut: { others: "emptied" },
    body: DeviceMetadataRequest,
    answer: Device,
  },
  updatePushToken: {
    on: "PUT /devices/{id}/update_pushtoken",
    changes: "BRANCH",
    summary: "Set the push token of a device",
    description: `A token belongs to one device: any other device that had it loses it. ${ownDeviceRules}`,
    params: IdParams,
    body: PushTokenRequest,
    answer: Device,
  },
});
