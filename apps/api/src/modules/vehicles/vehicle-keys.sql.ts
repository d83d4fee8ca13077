import type { Static } from "@leitstand/contract/core/schema";
import type { VehicleCreateRequest } from "@leitstand/contract/fleet/vehicles";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import type { RowFoundByKey } from "#platform/access/scope";
import { sql } from "#platform/database/sql";
import { vehicleChangeableCondition } from "./vehicles.sql";

type VehicleFoundByKey = RowFoundByKey<Required<Static<typeof VehicleCreateRequest>>>;

/**
 * Vehicles of the tenant with one of these keys, as a request spells them; plates in capitals. `reachable` means that
 * the caller may change them. No index serves a changed spelling behind row level security, so keys are looked up in
 * sets: one pass over the tenant's vehicles. Between sets that are joined by "or" the planner has no choice: alone, a
 * plan made while the table was empty compares all with all.
 */
export const selectVehiclesByImportKeys = (
  tx: Tx,
  scope: Scope,
  keys: { external_id: readonly string[]; license_plate: readonly string[] },
) =>
  tx.many<VehicleFoundByKey>(sql`
    select vehicle.id, vehicle.lock_version, ${vehicleChangeableCondition(scope)} as reachable, vehicle.license_plate, vehicle.description, vehicle.active,
      vehicle.capacity, vehicle.seats_total, vehicle.external_id, vehicle.fuel, vehicle.branch_id, vehicle.vehicle_type_id, coalesce((
        select json_agg(json_build_object('skill_id', has.skill_id, 'association_type', has.association_type))
        from vehicle_skills has where has.tenant_id = vehicle.tenant_id and has.vehicle_id = vehicle.id), '[]') as skill_associations
    from vehicles vehicle
    where vehicle.tenant_id = ${tx.tenantId} and (
      vehicle.external_id in (select unnest(${keys.external_id}::text[]))
      or upper(vehicle.license_plate) in (select unnest(${keys.license_plate}::text[])))`);
