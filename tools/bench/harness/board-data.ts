import type pg from "pg";
import { insertTokenBearer, insertTenant, type TenantFixture } from "../../../apps/api/src/testing/fixtures";
import { hashPassword } from "../../../apps/api/src/platform/access/password-hash";
import type { Database } from "../../../apps/api/src/platform/database/database";
import { sql } from "../../../apps/api/src/platform/database/sql";
import { listAllGrants } from "./fleet-data";

/** Size of the largest board that is promised to stay smooth. */
export const boardSize = { cases: 10_000, tours: 200, links: 2_000, vehicles: 5_000 } as const;

export interface BoardBenchData {
  readonly tenant: TenantFixture;
  /** A dispatcher with all grants. */
  readonly dispatcher: { readonly email: string; readonly password: string; readonly token: string };
  /** An integration that reports positions of all vehicles. */
  readonly reporter: string;
  readonly vehicleIds: readonly string[];
}

/** Loads one branch in the middle of Austria: positions of all vehicles, some of them on tours, most cases waiting. */
export async function insertBoardBenchData(db: Database, owner: pg.Client): Promise<BoardBenchData> {
  const tenant = await insertTenant(db, "FUNERAL");
  const { token, user_id } = await insertTokenBearer(db, { tenant, grants: listAllGrants() });
  const dispatcher = { email: "bench@example.org", password: "Ein Tisch mit vielen Touren", token };
  await db.system.run(
    sql`update users set email = ${dispatcher.email}, password_hash = ${await hashPassword(dispatcher.password)}
      where tenant_id = ${tenant.id} and id = ${user_id}`,
  );
  const { token: reporter } = await insertTokenBearer(db, { tenant, kind: "SERVICE", grants: listAllGrants() });
  const { cases, tours, links, vehicles } = boardSize;
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  // oxlint-disable-next-line house/sql-in-tag -- the holes are figures of this file
  await owner.query(`
    insert into branches (name) values ('Depot');
    insert into vehicles (license_plate, description, active, capacity, branch_id)
      select 'B-' || lpad(i::text, 4, '0'), 'Hearse', true, 2, (select id from branches where tenant_id = current_tenant())
      from generate_series(1, ${vehicles}) i;
    insert into tours (natural_id, branch_id, status, started_sub_state, started_at, scheduled_start_at, scheduled_end_at)
      select 'T-' || extract(year from now()) || '-' || lpad(i::text, 6, '0'), (select id from branches where tenant_id = current_tenant()),
        'STARTED', 'ACTIVE', now() - interval '4 hours', now() - interval '4 hours', now() + interval '8 hours'
      from generate_series(1, ${tours}) i`);
  // A separate statement, because the tours count as running only after the one before.
  // oxlint-disable-next-line house/sql-in-tag -- the holes are figures of this file
  await owner.query(`
    insert into tour_vehicles (tour_id, vehicle_id)
      select tour.id, vehicle.id
      from (select id, row_number() over (order by natural_id) as n from tours where tenant_id = current_tenant()) tour
      join (select id, row_number() over (order by license_plate) as n from vehicles where tenant_id = current_tenant()) vehicle using (n);
    insert into vehicle_positions (vehicle_id, lat, lon, fixed_at)
      select id, 46.8 + random() * 1.6, 13 + random() * 3.5, now() from vehicles where tenant_id = current_tenant();
    insert into cases (natural_id, display_name, branch_id, data_type, state, approved, due_at, not_before, funeral_data, source_city, target_city,
        source_lat, source_lon, search_text)
      select 'C-' || extract(year from now()) || '-' || lpad(i::text, 6, '0'), 'Muster, Maria ' || i,
        (select id from branches where tenant_id = current_tenant()), 'FUNERAL', case when i <= ${links} then 'ASSIGNED' else 'OPEN' end, true,
        now() - interval '4 hours' + i % 720 * interval '1 minute', now() - interval '5 hours' + i % 720 * interval '1 minute',
        '{"cargo_type": "PERSON", "transport_type": "Transportauftrag", "cargo_deceased": {"first_name": "Maria", "last_name": "Muster"}}',
        'Graz', 'Leibnitz', 46.8 + random() * 1.6, 13 + random() * 3.5, 'muster maria graz'
      from generate_series(1, ${cases}) i;
    insert into case_links (case_id, tour_id, state, bucket)
      select job.id, tour.id, 'ASSIGNED', 'open'
      from (select id, row_number() over (order by natural_id) as n from cases where tenant_id = current_tenant()) job
      join (select id, row_number() over (order by natural_id) as n from tours where tenant_id = current_tenant()) tour
        on tour.n = 1 + job.n % ${tours}
      where job.n <= ${links}`);
  await owner.query(
    "reset role; analyze vehicles, tours, tour_vehicles, vehicle_positions, cases, case_links; set role leitstand_system",
  );
  const { rows } = await owner.query<{ id: string }>("select id from vehicles where tenant_id = $1", [tenant.id]);
  return { tenant, dispatcher, reporter, vehicleIds: rows.map(({ id }) => id) };
}
