import type { Tx } from "#platform/database/database";
import { jsonParameter, type Sql, sql } from "#platform/database/sql";
import type { Company } from "@leitstand/scenario/companies";
import type { RolePlan } from "./demonstration-roles";

/** Inserts of a company's rows as JSON, one statement per table. `tx` runs as leitstand_system for the new tenant. */

export const insertTenant = (
  tx: Tx,
  tenant: {
    id: string;
    short_code: string;
    name: string;
    type: string;
    domain: string;
    tenant_key: string;
    frontend: object;
  },
) =>
  tx.run(sql`
    insert into tenants (id, name, short_code, domain, type, tenant_key, contact_mail, frontend)
    values (${tenant.id}, ${tenant.name}, ${tenant.short_code}, ${tenant.domain}, ${tenant.type}, ${tenant.tenant_key},
      ${`office@${tenant.domain}`}, ${jsonParameter(tenant.frontend)})`);

export const insertBranches = (
  tx: Tx,
  branches: readonly { id: string; name: string; phone_number: string; address: object }[],
) =>
  tx.run(sql`
    insert into branches (id, name, phone_number, address)
    select id, name, phone_number, address from jsonb_to_recordset(${jsonParameter(branches)}::jsonb) as row (id uuid, name text, phone_number text, address jsonb)`);

export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly type: "SINGLE" | "COLLECTION";
  readonly branch_ids: readonly string[];
}
export const insertGroups = (tx: Tx, groups: readonly GroupRow[]) =>
  tx.run(sql`
    with rows as (select * from jsonb_to_recordset(${jsonParameter(groups)}::jsonb) as row (id uuid, name text, type text, branch_ids uuid[])),
    made as (insert into branch_groups (id, name, type) select id, name, type from rows)
    insert into branch_group_branches (branch_group_id, branch_id) select id, unnest(branch_ids) from rows`);

/** Inserts roles; an administrator may assign every role, a dispatcher none. */
export const insertRoles = (tx: Tx, roles: readonly (Omit<RolePlan, "post"> & { id: string })[]) =>
  tx.run(sql`
    with rows as (select * from jsonb_to_recordset(${jsonParameter(roles)}::jsonb) as row (id uuid, name text, role_type text, branch_access text, grants text[]))
    insert into roles (id, name, role_type, branch_access, grants, roles_allowed_to_assign)
    select id, name, role_type, branch_access, grants, case when role_type = 'ADMINISTRATOR' then array(select id from rows) else '{}' end from rows`);

export interface PersonRow {
  readonly id: string;
  readonly kind: "PERSON" | "SERVICE_ACCOUNT";
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly firstname: string;
  readonly lastname: string;
  readonly password_hash: string | null;
  readonly pin_hash: string | null;
  readonly role_id: string;
  readonly branch_group_id: string | null;
}
export const insertPeople = (tx: Tx, people: readonly PersonRow[]) =>
  tx.run(sql`
    with rows as (select * from jsonb_to_recordset(${jsonParameter(people)}::jsonb) as row (id uuid, kind text, email text, phone_number text, firstname text,
      lastname text, password_hash text, pin_hash text, role_id uuid, branch_group_id uuid)),
    made as (insert into users (id, kind, email, phone_number, firstname, lastname, password_hash, pin_hash)
      select id, kind, email, phone_number, firstname, lastname, password_hash, pin_hash from rows)
    insert into role_associations (user_id, role_id, branch_group_id) select id, role_id, branch_group_id from rows`);

export interface VehicleRow {
  readonly id: string;
  readonly license_plate: string;
  readonly description: string;
  readonly capacity: number;
  readonly seats_total: number;
  readonly fuel: string;
  readonly vehicle_type_id: string;
  readonly branch_id: string;
  readonly device_id: string;
  readonly phone_number: string;
}
export const insertVehicles = (tx: Tx, vehicles: readonly VehicleRow[]) =>
  tx.run(sql`
    with rows as (select * from jsonb_to_recordset(${jsonParameter(vehicles)}::jsonb) as row (id uuid, license_plate text, description text, capacity int,
      seats_total int, fuel text, vehicle_type_id uuid, branch_id uuid, device_id uuid, phone_number text)),
    made as (insert into vehicles (id, license_plate, description, active, capacity, seats_total, fuel, vehicle_type_id, branch_id)
      select id, license_plate, description, true, capacity, seats_total, fuel, vehicle_type_id, branch_id from rows),
    phones as (insert into devices (id, name, phone_number, platform, language)
      select device_id, 'Telefon ' || license_plate, phone_number, 'ANDROID', 'de' from rows),
    active as (insert into device_active_states (device_id, branch_id) select device_id, branch_id from rows)
    insert into vehicle_device_associations (vehicle_id, device_id) select id, device_id from rows`);

export const insertCatalogues = async (
  tx: Tx,
  company: Company,
  types: readonly { id: string; short_key: string; name: string }[],
) => {
  await tx.run(sql`
    insert into vehicle_types (id, short_key, name)
    select id, short_key, name from jsonb_to_recordset(${jsonParameter(types)}::jsonb) as row (id uuid, short_key text, name text)`);
  await tx.run(sql`
    insert into skills (name, skill_type) select name, skill_type from jsonb_to_recordset(${jsonParameter(company.skills)}::jsonb) as row (name text, skill_type text)`);
  await tx.run(sql`
    insert into todo_templates (title, type, phase, required, position)
    select title, 'CASE_TEMPLATE', phase, required, row_number() over ()
    from jsonb_to_recordset(${jsonParameter(company.todos)}::jsonb) as row (title text, phase text, required boolean)`);
  await tx.run(sql`
    insert into todo_templates (title, type, phase, required, position)
    select title, 'VEHICLE_TEMPLATE', 'PICKUP', true, place
    from jsonb_array_elements_text(${jsonParameter(company.vehicle_todos)}::jsonb) with ordinality as row (title, place)`);
  await tx.run(sql`
    insert into areas (title, zip_ranges, geo_json, waiting_minutes, waiting_updated_at)
    select title, jsonb_build_array(jsonb_build_object('from', "from", 'to', "to")), geo_json, waiting_minutes, now()
    from jsonb_to_recordset(${jsonParameter(company.areas)}::jsonb)
      as row (title text, "from" text, "to" text, geo_json jsonb, waiting_minutes int)`);
  await tx.run(sql`insert into brands (name, short_key) values (${company.name}, 'HAUPTMARKE')`);
};

export interface TourRow {
  readonly id: string;
  readonly name: string;
  readonly branch_id: string;
  readonly scheduled_start_at: Date;
  readonly scheduled_end_at: Date;
  readonly status: "SCHEDULED" | "STARTED";
  readonly vehicle_id: string;
  readonly device_id: string;
  readonly user_id: string;
}
export const insertTours = (tx: Tx, tours: readonly TourRow[]) =>
  tx.run(sql`
    with rows as (select * from jsonb_to_recordset(${jsonParameter(tours)}::jsonb) as row (id uuid, name text, branch_id uuid, scheduled_start_at timestamptz,
      scheduled_end_at timestamptz, status text, vehicle_id uuid, device_id uuid, user_id uuid)),
    made as (insert into tours (id, name, branch_id, status, started_sub_state, scheduled_start_at, scheduled_end_at, started_at, created_at)
      select id, name, branch_id, status, case when status = 'STARTED' then 'ACTIVE' end, scheduled_start_at, scheduled_end_at,
        case when status = 'STARTED' then scheduled_start_at end, scheduled_start_at - interval '2 days' from rows
      returning id)
    select count(*) from made`);

/** Inserts crews; tours must be there before, because triggers look them up. */
export const insertCrews = async (tx: Tx, tours: readonly TourRow[]) => {
  const rows: Sql = sql`jsonb_to_recordset(${jsonParameter(tours)}::jsonb) as row (id uuid, vehicle_id uuid, device_id uuid, user_id uuid)`;
  await tx.run(
    sql`insert into tour_vehicles (tour_id, vehicle_id, device_id) select id, vehicle_id, device_id from ${rows}`,
  );
  await tx.run(sql`insert into tour_users (tour_id, user_id) select id, user_id from ${rows}`);
};

export const endTours = (tx: Tx, ids: readonly string[]) =>
  tx.run(sql`
    update tours set status = 'FINISHED', started_sub_state = null, ended_at = scheduled_end_at, updated_at = scheduled_end_at, lock_version = 1
    where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[])`);

/** Moves creation and change times of cases, todos and their history into the past, where the demonstration plays. */
export const backdateCases = (tx: Tx, cases: readonly { id: string; created_at: Date; updated_at: Date }[]) =>
  tx.run(sql`
    with rows as (select * from jsonb_to_recordset(${jsonParameter(cases)}::jsonb) as row (id uuid, created_at timestamptz, updated_at timestamptz)),
    todos as (update case_todos todo set created_at = rows.created_at from rows where todo.tenant_id = ${tx.tenantId} and todo.case_id = rows.id)
    update cases dispatchCase set created_at = rows.created_at, updated_at = rows.updated_at,
      finalized_at = case when dispatchCase.finalized then rows.updated_at end
    from rows where dispatchCase.tenant_id = ${tx.tenantId} and dispatchCase.id = rows.id`);

export const insertComments = (
  tx: Tx,
  comments: readonly { case_id: string; text: string; user_id: string; author_name: string; created_at: Date }[],
) =>
  tx.run(sql`
    insert into case_comments (case_id, text, user_id, author_name, created_at, updated_at)
    select case_id, text, user_id, author_name, created_at, created_at
    from jsonb_to_recordset(${jsonParameter(comments)}::jsonb) as row (case_id uuid, text text, user_id uuid, author_name text, created_at timestamptz)`);

export const insertPositions = (
  tx: Tx,
  positions: readonly {
    vehicle_id: string;
    device_id: string;
    lat: number;
    lon: number;
    heading_degrees: number;
    fixed_at: Date;
  }[],
) =>
  tx.run(sql`
    insert into vehicle_positions (vehicle_id, device_id, lat, lon, heading_degrees, speed_meters_per_second, fixed_at)
    select vehicle_id, device_id, lat, lon, heading_degrees, 0, fixed_at
    from jsonb_to_recordset(${jsonParameter(positions)}::jsonb) as row (vehicle_id uuid, device_id uuid, lat float8, lon float8, heading_degrees real, fixed_at timestamptz)`);

/** Deletes jobs, messages and events of the past, so that no user is called, reminded or told about old history now. */
export const deletePastNotifications = async (tx: Tx, before: Date) => {
  await tx.run(sql`delete from jobs where tenant_id = ${tx.tenantId} and due_at < ${before}`);
  await tx.run(sql`delete from outbox_messages where tenant_id = ${tx.tenantId}`);
  await tx.run(sql`delete from events where tenant_id = ${tx.tenantId}`);
  await tx.run(
    sql`update critical_messages set acknowledged_at = created_at where tenant_id = ${tx.tenantId} and acknowledged_at is null`,
  );
};
