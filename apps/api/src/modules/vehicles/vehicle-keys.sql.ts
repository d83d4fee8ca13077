import type { Static } from "@leitstand/contract/core/schema";
import type { VehicleCreateRequest } from "@leitstand/contract/fleet/vehicles";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { sql } from "#platform/database/sql";
import { changeable } from "./vehicles.sql";

type VehicleByKey = Required<Static<typeof VehicleCreateRequest>> & {
  readonly id: string;
  readonly lock_version: number;
  readonly reachable: boolean;
};

/**
 * Vehicles of the tenant with one of these keys, as a request spells them; plates in capitals. `reachable`: the caller may change them.
 * No index serves a changed spelling behind row level security, so plates are looked up in a set: one pass over the tenant's vehicles.
 */
export const selectVehiclesByKeys = (
  tx: Tx,
  scope: Scope,
  keys: { external_id: readonly string[]; license_plate: readonly string[] },
) =>
  tx.many<VehicleByKey>(sql`
    with known as (
      select id from vehicles where tenant_id = ${tx.tenantId} and external_id is not null and external_id = any(${keys.external_id}::text[])
      union
      select id from vehicles where tenant_id = ${tx.tenantId} and upper(license_plate) in (select unnest(${keys.license_plate}::text[])))
    select vehicle.id, vehicle.lock_version, ${changeable(scope)} as reachable, vehicle.license_plate, vehicle.description, vehicle.active,
      vehicle.capacity, vehicle.seats_total, vehicle.external_id, vehicle.fuel, vehicle.branch_id, vehicle.vehicle_type_id, coalesce((
        select json_agg(json_build_object('skill_id', has.skill_id, 'association_type', has.association_type))
        from vehicle_skills has where has.tenant_id = vehicle.tenant_id and has.vehicle_id = vehicle.id), '[]') as skill_associations
    from known join vehicles vehicle on vehicle.tenant_id = ${tx.tenantId} and vehicle.id = known.id`);
