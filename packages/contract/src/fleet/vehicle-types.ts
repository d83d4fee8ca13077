/** A vehicle type is a kind of vehicle that planning and addresses speak about: hearse, van, tow truck. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { IdParams, SingleLineText, versionedEntityFields, Nullable, ClosedObject, FreeText } from "../core/schema";

const vehicleTypeFields = {
  name: SingleLineText(100),
  short_key: SingleLineText(32, { description: "The tenant's own short name of the type; unique." }),
  description: Nullable(FreeText(2000)),
} as const;
const vehicleTypeExample = { name: "Hearse", short_key: "HEARSE", description: null };

export const VehicleType = ClosedObject(
  { ...versionedEntityFields, ...vehicleTypeFields },
  {
    $id: "VehicleType",
    examples: [
      {
        id: "5f0c1f66-7d0c-4b1e-9a3a-0d6f0f6f1c01",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 0,
        ...vehicleTypeExample,
      },
    ],
  },
);
export const VehicleTypeCreateRequest = ClosedObject(
  { ...vehicleTypeFields, description: Type.Optional(vehicleTypeFields.description) },
  { $id: "VehicleTypeCreateRequest", examples: [vehicleTypeExample] },
);

export const vehicleTypeOperations = defineOperations("vehicle_types", {
  getVehicleTypes: {
    on: "GET /vehicle_types",
    summary: "List vehicle types",
    description: "All vehicle types of the tenant by name.",
    answer: Type.Array(VehicleType),
  },
  createVehicleType: {
    on: "POST /vehicle_types",
    changes: "TENANT",
    summary: "Create a vehicle type",
    description:
      "A kind of vehicle that planning and addresses speak about: an address may exclude it. Refused with " +
      "`RESOURCE_ALREADY_EXISTS` when another type has the short key.",
    body: VehicleTypeCreateRequest,
    success: 201,
    answer: VehicleType,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  deleteVehicleType: {
    on: "DELETE /vehicle_types/{id}",
    changes: "TENANT",
    summary: "Delete a vehicle type",
    description:
      "Refused with `RESOURCE_IN_USE` while vehicles are of the type, inactive ones included. Stored addresses that exclude " +
      "the type lose it from their list, which raises their `lock_version`.",
    params: IdParams,
    success: 204,
    errors: ["RESOURCE_IN_USE"],
  },
});
