import { vehicleOperations } from "@leitstand/contract/fleet/vehicles";
import { implementOperations } from "#platform/http/handler";
import type { LocationReaderServices } from "#modules/location-readers/index";
import { associateDevice, changeVehicle, createVehicle, getVehicle, listVehicles } from "./vehicles.service";

export const createVehicleRoutes = ({ locationReaders }: LocationReaderServices) =>
  implementOperations(vehicleOperations, {
    getVehicles: ({ tx, scope, principal, query }) => {
      if (query.include_last_location) locationReaders.note({ principal, purpose: "MAP", shown: { scope } });
      return listVehicles(tx, scope, query);
    },
    createVehicle: ({ tx, scope, body }) => createVehicle(tx, scope, body),
    getVehicle: ({ tx, scope, params }) => getVehicle(tx, scope, params.id),
    updateVehicle: ({ tx, scope, params, body }) => changeVehicle(tx, scope, { ...body, id: params.id }),
    associateDevice: ({ tx, scope, params, body }) =>
      associateDevice(tx, scope, { vehicleId: params.id, deviceId: body.device_id }),
  });
