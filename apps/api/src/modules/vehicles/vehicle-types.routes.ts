import { vehicleTypeOperations } from "@leitstand/contract/fleet/vehicle-types";
import { implement } from "#platform/http/handler";
import { createVehicleType, listVehicleTypes } from "./vehicle-types.service";

export const vehicleTypeRoutes = implement(vehicleTypeOperations, {
  getVehicleTypes: ({ tx }) => listVehicleTypes(tx),
  createVehicleType: ({ tx, body }) => createVehicleType(tx, body),
});
