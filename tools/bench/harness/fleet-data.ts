import type pg from "pg";
import { operations } from "@leitstand/contract/operations";
import { insertTokenBearer, insertTenant, type TenantFixture } from "../../../apps/api/src/testing/fixtures";
import type { Database } from "../../../apps/api/src/platform/database/database";

export interface BenchFleet {
  readonly tenant: TenantFixture;
  /** Token of a dispatcher who may do everything, everywhere in the tenant. */
  readonly token: string;
  readonly vehicleIds: readonly string[];
}

const VEHICLE_COUNT = 20_000;

const vehicleIdAt = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
/** The id of a vehicle in SQL, for pgbench. */
export const benchVehicleIdSqlExpression = "('00000000-0000-4000-8000-' || lpad(:i::text, 12, '0'))::uuid";

export const listAllGrants = () =>
  [...new Set(Object.values(operations).flatMap(({ grant }) => grant ?? []))] as string[];

/** Loads 20 000 vehicles with types, skills, devices and positions, as a large tenant has them. */
export async function insertBenchFleet(db: Database, owner: pg.Client): Promise<BenchFleet> {
  const tenant = await insertTenant(db, "FUNERAL");
  const { token } = await insertTokenBearer(db, { tenant, grants: listAllGrants() });
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  // Before the tables are analysed the planner takes the tenant for a small one. Nested loops would then compare each of the 20 000 vehicles with
  // each device.
  await owner.query(`
    set enable_nestloop = off;
    insert into branches (id, name) select gen_random_uuid(), 'Branch ' || i from generate_series(1, 20) i;
    insert into vehicle_types (name, short_key) select 'Type ' || i, 't' || i from generate_series(1, 8) i;
    insert into skills (name, skill_type) select 'Skill ' || i, 'VEHICLE' from generate_series(1, 10) i;
    insert into vehicles (id, license_plate, description, active, capacity, vehicle_type_id, branch_id)
      select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'W-' || i, 'Vehicle ' || i, true, 2,
        (select id from vehicle_types where tenant_id = current_tenant() offset i % 8 limit 1), (select id from branches where tenant_id = current_tenant() offset i % 20 limit 1)
      from generate_series(1, ${VEHICLE_COUNT}) i;
    insert into vehicle_skills (vehicle_id, skill_id, association_type)
      select vehicle.id, skill.id, 'OFFERING' from vehicles vehicle, lateral (
        select id from skills where tenant_id = current_tenant() order by md5(id::text || vehicle.id) limit 2) skill
      where vehicle.tenant_id = current_tenant();
    insert into devices (phone_number) select '+43' || (6640000000 + i) from generate_series(1, ${VEHICLE_COUNT}) i;
    insert into vehicle_device_associations (vehicle_id, device_id)
      select vehicle.id, device.id from (select id, row_number() over (order by id) as n from vehicles where tenant_id = current_tenant()) vehicle
      join (select id, row_number() over (order by id) as n from devices where tenant_id = current_tenant()) device using (n);
    insert into vehicle_positions (vehicle_id, lat, lon, fixed_at) select id, 48 + random(), 16 + random(), now() from vehicles
      where tenant_id = current_tenant();
    reset enable_nestloop; reset role; analyze branches, vehicles, vehicle_skills, devices, vehicle_device_associations, vehicle_positions; set role leitstand_system`);
  return { tenant, token, vehicleIds: Array.from({ length: VEHICLE_COUNT }, (_, index) => vehicleIdAt(index + 1)) };
}
