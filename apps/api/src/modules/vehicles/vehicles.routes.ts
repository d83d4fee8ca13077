import { vehicleOperations } from "@leitstand/contract/fleet/vehicles";
import { implementOperations } from "#platform/http/handler";
import type { LocationReaderServices } from "#modules/location-readers/index";
import {
  associateDevice,
  changeVehicle,
  createVehicle,
  getVehicle,
  listVehicles,
  type VehicleCall,
} from "./vehicles.service";

export function createVehicleRoutes({ locationReaders }: LocationReaderServices) {
  const vehicleCallOf = ({ tx, scope, principal }: Omit<VehicleCall, "locationReaders">): VehicleCall => ({
    tx,
    scope,
    principal,
    locationReaders,
  });
  return implementOperations(vehicleOperations, {
    getVehicles: (call) => listVehicles(vehicleCallOf(call), call.query),
    createVehicle: (call) => createVehicle(vehicleCallOf(call), call.body),
    getVehicle: (call) => getVehicle(vehicleCallOf(call), call.params.id),
    updateVehicle: (call) => changeVehicle(vehicleCallOf(call), { ...call.body, id: call.params.id }),
    associateDevice: (call) =>
      associateDevice(vehicleCallOf(call), { vehicleId: call.params.id, deviceId: call.body.device_id }),
  });
}
