import type pg from "pg";
import { insertTenant, type TenantFixture } from "../../../apps/api/src/testing/fixtures";
import type { Database } from "../../../apps/api/src/platform/database/database";
import { createToken } from "../../../apps/api/src/platform/access/tokens";
import { listAllGrants } from "./fleet-data";

export interface BenchPhone {
  readonly token: string;
  readonly device_id: string;
  readonly vehicle_id: string;
  readonly tour_id: string;
}
export interface PhoneFleet {
  readonly tenant: TenantFixture;
  readonly branch_id: string;
  readonly phones: readonly BenchPhone[];
}

/** Loads started tours of one branch, each with a vehicle and a phone that is signed in with all grants of drivers. */
export async function insertPhoneFleet(db: Database, owner: pg.Client, count: number): Promise<PhoneFleet> {
  const tenant = await insertTenant(db, "FUNERAL");
  const tokens = Array.from({ length: count }, () => createToken("DEVICE"));
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  await owner.query(
    "insert into roles (name, role_type, grants, branch_access) values ('Driver', 'DRIVER', $1, 'ALL')",
    [listAllGrants()],
  );
  const { rows } = await owner.query<Omit<BenchPhone, "token"> & { branch_id: string }>(
    `with branch as (insert into branches (name) values ('Depot') returning id),
    crew as materialized (
      select n, hash, gen_random_uuid() as device_id, gen_random_uuid() as vehicle_id, gen_random_uuid() as tour_id
      from unnest($1::bytea[]) with ordinality as given (hash, n)),
    phones as (insert into devices (id, phone_number) select device_id, '+43' || (6770000000 + n) from crew),
    active as (insert into device_active_states (device_id, branch_id) select device_id, branch.id from crew, branch),
    cars as (insert into vehicles (id, license_plate, description, active, capacity, branch_id)
      select vehicle_id, 'P-' || n, 'Hearse', true, 50, branch.id from crew, branch),
    tours as (insert into tours (id, natural_id, branch_id, status, started_sub_state, started_at)
      select tour_id, 'T-' || n, branch.id, 'STARTED', 'ACTIVE', now() - interval '3 days' from crew, branch),
    signed_in as (insert into tokens (tenant_id, kind, token_hash, device_id, expires_at)
      select current_tenant(), 'DEVICE', hash, device_id, now() + interval '1 day' from crew)
    select device_id, vehicle_id, tour_id, branch.id as branch_id from crew, branch order by n`,
    [tokens.map(({ hash }) => hash)],
  );
  // Analysed in a statement of its own: only now can it be seen that the tours run.
  await owner.query(
    "insert into tour_vehicles (tour_id, vehicle_id, device_id) select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])",
    [
      rows.map(({ tour_id }) => tour_id),
      rows.map(({ vehicle_id }) => vehicle_id),
      rows.map(({ device_id }) => device_id),
    ],
  );
  await owner.query("reset role; analyze devices, vehicles, tours, tokens, tour_vehicles; set role leitstand_system");
  const phones = rows.map((row, index) => ({ ...row, token: tokens[index]?.token ?? "" }));
  return { tenant, branch_id: rows[0]?.branch_id ?? "", phones };
}
