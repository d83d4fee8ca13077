import type { Static } from "@leitstand/contract/core/schema";
import type { VehicleType, VehicleTypeCreateRequest } from "@leitstand/contract/fleet/vehicle-types";
import type { Tx } from "#platform/database/database";
import { alphabetically, sql } from "#platform/database/sql";

type VehicleTypeRow = Static<typeof VehicleType>;

const vehicleTypeColumns = sql`id, name, short_key, description, lock_version, created_at, updated_at`;

/** Vehicle types of the tenant; not paged, because there are about a dozen. */
export const selectVehicleTypes = (tx: Tx) =>
  tx.many<VehicleTypeRow>(
    sql`select ${vehicleTypeColumns} from vehicle_types where tenant_id = ${tx.tenantId} order by ${alphabetically(sql`name`)}, id`,
  );

export const insertVehicleType = (tx: Tx, draft: Static<typeof VehicleTypeCreateRequest>) =>
  tx.one<VehicleTypeRow>(sql`
    insert into vehicle_types (tenant_id, name, short_key, description)
    values (${tx.tenantId}, ${draft.name}, ${draft.short_key}, ${draft.description}) returning ${vehicleTypeColumns}`);

/** Locks a vehicle type, so that it does not come into use before the transaction ends. */
export const lockVehicleType = (tx: Tx, id: string) =>
  tx.maybe<{ id: string }>(
    sql`select id from vehicle_types where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );

export const countVehiclesOfType = (tx: Tx, id: string) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from vehicles where tenant_id = ${tx.tenantId} and vehicle_type_id = ${id}`);

export const removeVehicleType = (tx: Tx, id: string) =>
  tx.run(sql`delete from vehicle_types where tenant_id = ${tx.tenantId} and id = ${id}`);
