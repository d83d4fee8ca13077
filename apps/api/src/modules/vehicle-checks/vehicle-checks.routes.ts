import { vehicleCheckOperations } from "@leitstand/contract/fleet/vehicle-checks";
import { implementOperations } from "#platform/http/handler";
import { recordVehicleCheck, listVehicleChecks } from "./vehicle-checks.service";

export const vehicleCheckRoutes = implementOperations(vehicleCheckOperations, {
  createVehicleCheck: ({ tx, principal, scope, params, body, now }) =>
    recordVehicleCheck(tx, { principal, scope }, { ...body, vehicle_id: params.id, now }),
  getVehicleChecks: ({ tx, scope, params }) => listVehicleChecks(tx, scope, params.id),
});
