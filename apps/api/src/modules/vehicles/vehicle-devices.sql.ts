import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { sql } from "#platform/database/sql";
import { vehicleVisibleCondition } from "./vehicles.sql";

/** Locks a vehicle, so that two devices put into it at once wait for each other. */
export const lockVehicle = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select vehicle.id from vehicles vehicle
    where vehicle.tenant_id = ${tx.tenantId} and vehicle.id = ${id} and ${vehicleVisibleCondition(scope)} for no key update`);

/**
 * Device that may be put into a vehicle. One without a branch belongs to the whole tenant; a disabled one cannot be
 * used.
 */
export const selectDevicePlaceableInVehicle = (tx: Tx, scope: Scope, id: string) => {
  const branches = [...scope.branch_ids, ...(scope.driver?.branch_ids ?? [])];
  const reachesAll = scope.all || (scope.driver?.all ?? false);
  return tx.maybe<{ id: string }>(sql`
    select device.id from devices device
    where device.tenant_id = ${tx.tenantId} and device.id = ${id} and not device.disabled
      and (${reachesAll} or not exists (
          select 1 from device_active_states state where state.tenant_id = device.tenant_id and state.device_id = device.id)
        or exists (
          select 1 from device_active_states state
          where state.tenant_id = device.tenant_id and state.device_id = device.id and state.branch_id = any(${branches}::uuid[])))
    for key share`);
};

/** Ends the association of the device placed in the vehicle, unless it is this one. */
export const endOtherDeviceAssociations = (tx: Tx, { vehicleId, deviceId }: { vehicleId: string; deviceId: string }) =>
  tx.run(sql`
    update vehicle_device_associations set ended_at = now()
    where tenant_id = ${tx.tenantId} and vehicle_id = ${vehicleId} and device_id <> ${deviceId} and ended_at is null`);

/**
 * Inserts an association; no row when the device is placed in a vehicle already, this one or another. Waits for a
 * concurrent insert.
 */
export const insertDeviceAssociation = (tx: Tx, { vehicleId, deviceId }: { vehicleId: string; deviceId: string }) =>
  tx.run(sql`
    insert into vehicle_device_associations (tenant_id, vehicle_id, device_id) values (${tx.tenantId}, ${vehicleId}, ${deviceId})
    on conflict do nothing`);

export const selectVehicleOfDevice = (tx: Tx, deviceId: string) =>
  tx.maybe<{ vehicle_id: string }>(sql`
    select vehicle_id from vehicle_device_associations
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and ended_at is null`);

/** Takes the device out of the vehicle that it is placed in, if any. */
export const endAssociationOfDevice = (tx: Tx, deviceId: string) =>
  tx.run(sql`
    update vehicle_device_associations set ended_at = now()
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and ended_at is null`);
