/** A roadside unit is a device with a call name, seen together with the tour that it is on. */
import { Type } from "typebox";
import { deviceAnswerFields, DeviceCreateRequest, deviceDraftExample, deviceExample, deviceFields } from "./device";
import { defineOperations } from "../operation/operation";
import { Enum, IdParams, SingleLineText, LockVersion, Nullable, ClosedObject, Uuid } from "../core/schema";

const callName = SingleLineText(100, { description: "The call name of the unit." });

export const RsaDevice = ClosedObject(
  {
    ...deviceAnswerFields,
    name: callName,
    current_tour: Nullable(
      ClosedObject({
        id: Uuid,
        natural_id: Type.String(),
        started_sub_state: Enum(["ACTIVE", "ON_A_BREAK", "NOT_TAKING_CASES", "ON_DUTY", "OFF_DUTY"]),
      }),
    ),
  },
  {
    $id: "RsaDevice",
    examples: [
      {
        ...deviceExample,
        current_tour: {
          id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
          natural_id: "T-2026-000104",
          started_sub_state: "ON_DUTY",
        },
      },
    ],
  },
);
export const RsaDeviceCreateRequest = ClosedObject(
  { ...DeviceCreateRequest.properties, name: callName },
  { $id: "RsaDeviceCreateRequest", examples: [deviceDraftExample] },
);
export const RsaDeviceUpdateRequest = ClosedObject(
  {
    ...RsaDeviceCreateRequest.properties,
    active_states: Type.Optional(deviceFields.active_states),
    disabled: Type.Optional(Type.Boolean()),
    lock_version: LockVersion,
  },
  { $id: "RsaDeviceUpdateRequest", examples: [{ ...deviceDraftExample, disabled: false, lock_version: 2 }] },
);

const roadsideTenantTypes = ["ROADSIDE_ASSISTANCE"] as const;

export const rsaDeviceOperations = defineOperations("rsa", {
  getRsaDevices: {
    on: "GET /rsa/devices",
    summary: "List roadside units",
    description: "The roadside units you reach by call name, the disabled ones last.",
    grant: "getDevices",
    tenantTypes: roadsideTenantTypes,
    answer: Type.Array(RsaDevice),
  },
  createRsaDevice: {
    on: "POST /rsa/devices",
    changes: "BRANCH",
    summary: "Create a roadside unit",
    description: "The number of a disabled device takes that device back into service, as a roadside unit.",
    grant: "createDevice",
    tenantTypes: roadsideTenantTypes,
    body: RsaDeviceCreateRequest,
    success: 201,
    answer: RsaDevice,
    errors: ["RESOURCE_ALREADY_EXISTS", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  getRsaDevicesOfBranchGroup: {
    on: "GET /rsa/devices/branch_groups/{branch_group_id}",
    summary: "List roadside units of a branch group",
    description: "Units that work for at least one branch of the group at present.",
    grant: "getDevices",
    tenantTypes: roadsideTenantTypes,
    params: ClosedObject({ branch_group_id: Uuid }),
    answer: Type.Array(RsaDevice),
  },
  getRsaDevice: {
    on: "GET /rsa/devices/{id}",
    summary: "Get a roadside unit",
    description:
      "A device by its call name, with the tour that it is on at present (null: none). A unit in branches out of " +
      "reach is not found.",
    grant: "getDevices",
    tenantTypes: roadsideTenantTypes,
    params: IdParams,
    answer: RsaDevice,
  },
  updateRsaDevice: {
    on: "PUT /rsa/devices/{id}",
    changes: "BRANCH",
    summary: "Replace a roadside unit",
    description:
      "States of branches you do not reach stay. Disabling it, or changing its number, " + "revokes its tokens.",
    grant: "updateDevice",
    tenantTypes: roadsideTenantTypes,
    params: IdParams,
    leftOut: { others: "emptied", defaults: ["device_type"], kept: ["disabled"] },
    body: RsaDeviceUpdateRequest,
    answer: RsaDevice,
    errors: ["RESOURCE_ALREADY_EXISTS", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  deleteRsaDevice: {
    on: "DELETE /rsa/devices/{id}",
    changes: "BRANCH",
    summary: "Take a roadside unit out of service",
    description:
      "It leaves all branches that you reach; when no other branch is left it is disabled, leaves its vehicle, and its " +
      "tokens are revoked. Refused while it is on a started tour.",
    grant: "deleteDevice",
    tenantTypes: roadsideTenantTypes,
    params: IdParams,
    success: 204,
    errors: ["RESOURCE_IN_USE"],
  },
});
