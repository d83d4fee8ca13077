import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { sql } from "#platform/database/sql";
import { visible } from "./vehicles.sql";

/** Two devices put into one vehicle at once wait here for each other. */
export const lockVehicle = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select vehicle.id from vehicles vehicle
    where vehicle.tenant_id = ${tx.tenantId} and vehicle.id = ${id} and ${visible(scope)} for no key update`);

/** A device that works for no branch belongs to the whole tenant; a disabled one cannot be put anywhere. */
export const selectUsableDevice = (tx: Tx, scope: Scope, id: string) => {
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

/** What lies in the vehicle leaves it, unless it is this very device. */
export const endOtherAssociations = (tx: Tx, { vehicleId, deviceId }: { vehicleId: string; deviceId: string }) =>
  tx.run(sql`
    update vehicle_device_associations set ended_at = now()
    where tenant_id = ${tx.tenantId} and vehicle_id = ${vehicleId} and device_id <> ${deviceId} and ended_at is null`);

/** No row when the device lies in a vehicle already, this one or another; waits for whoever is just putting it there. */
export const insertAssociation = (tx: Tx, { vehicleId, deviceId }: { vehicleId: string; deviceId: string }) =>
  tx.run(sql`
    insert into vehicle_device_associations (tenant_id, vehicle_id, device_id) values (${tx.tenantId}, ${vehicleId}, ${deviceId})
    on conflict do nothing`);

export const selectVehicleOfDevice = (tx: Tx, deviceId: string) =>
  tx.maybe<{ vehicle_id: string }>(sql`
    select vehicle_id from vehicle_device_associations
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and ended_at is null`);

/** The device leaves the vehicle that it lies in, if any. */
export const endAssociationOfDevice = (tx: Tx, deviceId: string) =>
  tx.run(sql`
    update vehicle_device_associations set ended_at = now()
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and ended_at is null`);
