import type { Static } from "@leitstand/contract/core/schema";
import type { VehicleType, VehicleTypeCreateRequest } from "@leitstand/contract/fleet/vehicle-types";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

type VehicleTypeRow = Static<typeof VehicleType>;

const columns = sql`id, name, short_key, description, lock_version, created_at, updated_at`;

/** Not paged: a tenant has a dozen kinds of vehicles. */
export const selectVehicleTypes = (tx: Tx) =>
  tx.many<VehicleTypeRow>(sql`select ${columns} from vehicle_types where tenant_id = ${tx.tenantId} order by name, id`);

export const insertVehicleType = (tx: Tx, draft: Static<typeof VehicleTypeCreateRequest>) =>
  tx.one<VehicleTypeRow>(sql`
    insert into vehicle_types (tenant_id, name, short_key, description)
    values (${tx.tenantId}, ${draft.name}, ${draft.short_key}, ${draft.description}) returning ${columns}`);
