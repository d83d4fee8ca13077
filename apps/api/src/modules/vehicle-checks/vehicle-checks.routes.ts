import { vehicleCheckOperations } from "@leitstand/contract/fleet/vehicle-checks";
import { implementOperations } from "#platform/http/handler";
import { createCheck, listChecks } from "./vehicle-checks.service";

export const vehicleCheckRoutes = implementOperations(vehicleCheckOperations, {
  createVehicleCheck: ({ tx, principal, scope, params, body, now }) =>
    createCheck(tx, { principal, scope }, { ...body, vehicle_id: params.id, now }),
  getVehicleChecks: ({ tx, scope, params }) => listChecks(tx, scope, params.id),
});
