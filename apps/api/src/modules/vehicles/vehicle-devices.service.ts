import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import {
  endAssociationOfDevice,
  endOtherDeviceAssociations,
  insertDeviceAssociation,
  selectVehicleOfDevice,
} from "./vehicle-devices.sql";

/** Attempts, because another caller may put the same device somewhere, or take it away, between two statements. */
const ASSOCIATION_ATTEMPTS_MAX = 3;

/**
 * Puts a device into a vehicle, and takes out the device that is placed there. The device must not be placed in another
 * vehicle. The vehicle has to be locked.
 */
export async function putDeviceIntoVehicle(tx: Tx, request: { vehicleId: string; deviceId: string }) {
  for (let attempt = 1; attempt <= ASSOCIATION_ATTEMPTS_MAX; attempt++) {
    await endOtherDeviceAssociations(tx, request);
    if ((await insertDeviceAssociation(tx, request)) > 0) return;
    const holder = await selectVehicleOfDevice(tx, request.deviceId);
    if (holder?.vehicle_id === request.vehicleId) return;
    if (holder) throw problem("DEVICE_ALREADY_ASSOCIATED", { vehicle_id: holder.vehicle_id });
  }
  throw problem("SERVICE_UNAVAILABLE", { retry_after: 1 });
}

export const takeDeviceOutOfVehicle = endAssociationOfDevice;
