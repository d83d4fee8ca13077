import { vehicleTypeOperations } from "@leitstand/contract/fleet/vehicle-types";
import { implementOperations } from "#platform/http/handler";
import { createVehicleType, deleteVehicleType, listVehicleTypes } from "./vehicle-types.service";

export const vehicleTypeRoutes = implementOperations(vehicleTypeOperations, {
  getVehicleTypes: ({ tx }) => listVehicleTypes(tx),
  createVehicleType: ({ tx, body }) => createVehicleType(tx, body),
  deleteVehicleType: ({ tx, params }) => deleteVehicleType(tx, params.id),
});
