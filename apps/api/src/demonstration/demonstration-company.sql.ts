/** Inserts of a company's rows as JSON, one statement per table. `tx` runs as leitstand_system for the new tenant. */
import type { Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { toJsonParameter, sql } from "#platform/database/sql";
import type { ScenarioCompany } from "@leitstand/scenario/companies";
import type { DemonstrationRole } from "./demonstration-roles";

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
      ${`office@${tenant.domain}`}, ${toJsonParameter(tenant.frontend)})`);

export interface BranchRow {
  readonly id: string;
  readonly name: string;
  readonly phone_number: string;
  readonly address: object;
}
const branchRows = createRecordset<BranchRow>("row", {
  id: "uuid",
  name: "text",
  phone_number: "text",
  address: "jsonb",
});
export const insertBranches = (tx: Tx, branches: readonly BranchRow[]) =>
  tx.run(sql`
    insert into branches (id, name, phone_number, address)
    select id, name, phone_number, address from ${branchRows(branches)}`);

export interface BranchGroupInsertRow {
  readonly id: string;
  readonly name: string;
  readonly type: "SINGLE" | "COLLECTION";
  readonly branch_ids: readonly string[];
}
const groupRows = createRecordset<BranchGroupInsertRow>("row", {
  id: "uuid",
  name: "text",
  type: "text",
  branch_ids: "uuid[]",
});
export const insertDemoBranchGroups = (tx: Tx, groups: readonly BranchGroupInsertRow[]) =>
  tx.run(sql`
    with rows as (select * from ${groupRows(groups)}),
    made as (insert into branch_groups (id, name, type) select id, name, type from rows)
    insert into branch_group_branches (branch_group_id, branch_id) select id, unnest(branch_ids) from rows`);

export type RoleRow = Omit<DemonstrationRole, "post"> & { readonly id: string };
const roleRows = createRecordset<RoleRow>("row", {
  id: "uuid",
  name: "text",
  role_type: "text",
  branch_access: "text",
  grants: "text[]",
});
/** Inserts roles; an administrator may assign every role, a dispatcher none. */
export const insertRoles = (tx: Tx, roles: readonly RoleRow[]) =>
  tx.run(sql`
    with rows as (select * from ${roleRows(roles)})
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
const personRows = createRecordset<PersonRow>("row", {
  id: "uuid",
  kind: "text",
  email: "text",
  phone_number: "text",
  firstname: "text",
  lastname: "text",
  password_hash: "text",
  pin_hash: "text",
  role_id: "uuid",
  branch_group_id: "uuid",
});
export const insertPeople = (tx: Tx, people: readonly PersonRow[]) =>
  tx.run(sql`
    with rows as (select * from ${personRows(people)}),
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
const vehicleRows = createRecordset<VehicleRow>("row", {
  id: "uuid",
  license_plate: "text",
  description: "text",
  capacity: "int",
  seats_total: "int",
  fuel: "text",
  vehicle_type_id: "uuid",
  branch_id: "uuid",
  device_id: "uuid",
  phone_number: "text",
});
export const insertVehicles = (tx: Tx, vehicles: readonly VehicleRow[]) =>
  tx.run(sql`
    with rows as (select * from ${vehicleRows(vehicles)}),
    made as (insert into vehicles (id, license_plate, description, active, capacity, seats_total, fuel, vehicle_type_id, branch_id)
      select id, license_plate, description, true, capacity, seats_total, fuel, vehicle_type_id, branch_id from rows),
    phones as (insert into devices (id, name, phone_number, platform, language)
      select device_id, 'Telefon ' || license_plate, phone_number, 'ANDROID', 'de' from rows),
    active as (insert into device_active_states (device_id, branch_id) select device_id, branch_id from rows)
    insert into vehicle_device_associations (vehicle_id, device_id) select id, device_id from rows`);

export interface VehicleTypeRow {
  readonly id: string;
  readonly short_key: string;
  readonly name: string;
}
const vehicleTypeRows = createRecordset<VehicleTypeRow>("row", { id: "uuid", short_key: "text", name: "text" });
const skillRows = createRecordset<ScenarioCompany["skills"][number]>("row", { name: "text", skill_type: "text" });
const todoRows = createRecordset<ScenarioCompany["todos"][number]>("row", {
  title: "text",
  phase: "text",
  required: "boolean",
});
const areaRows = createRecordset<ScenarioCompany["areas"][number]>("row", {
  title: "text",
  from: "text",
  to: "text",
  geo_json: "jsonb",
  waiting_minutes: "int",
});

export const insertVehicleTypesSkillsAndTodos = async (
  tx: Tx,
  company: ScenarioCompany,
  types: readonly VehicleTypeRow[],
) => {
  await tx.run(sql`
    insert into vehicle_types (id, short_key, name)
    select id, short_key, name from ${vehicleTypeRows(types)}`);
  await tx.run(sql`
    insert into skills (name, skill_type) select name, skill_type from ${skillRows(company.skills)}`);
  await tx.run(sql`
    insert into todo_templates (title, type, phase, required, position)
    select title, 'CASE_TEMPLATE', phase, required, row_number() over ()
    from ${todoRows(company.todos)}`);
  await tx.run(sql`
    insert into todo_templates (title, type, phase, required, position)
    select title, 'VEHICLE_TEMPLATE', 'PICKUP', true, place
    from jsonb_array_elements_text(${toJsonParameter(company.vehicle_todos)}::jsonb) with ordinality as row (title, place)`);
  await tx.run(sql`
    insert into areas (title, zip_ranges, geo_json, waiting_minutes, waiting_updated_at)
    select title, jsonb_build_array(jsonb_build_object('from', "from", 'to', "to")), geo_json, waiting_minutes, now()
    from ${areaRows(company.areas)}`);
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
const tourRows = createRecordset<TourRow>("row", {
  id: "uuid",
  name: "text",
  branch_id: "uuid",
  scheduled_start_at: "timestamptz",
  scheduled_end_at: "timestamptz",
  status: "text",
  vehicle_id: "uuid",
  device_id: "uuid",
  user_id: "uuid",
});
export const insertTours = (tx: Tx, tours: readonly TourRow[]) =>
  tx.run(sql`
    with rows as (select * from ${tourRows(tours)}),
    made as (insert into tours (id, name, branch_id, status, started_sub_state, scheduled_start_at, scheduled_end_at, started_at, created_at)
      select id, name, branch_id, status, case when status = 'STARTED' then 'ACTIVE' end, scheduled_start_at, scheduled_end_at,
        case when status = 'STARTED' then scheduled_start_at end, scheduled_start_at - interval '2 days' from rows
      returning id)
    select count(*) from made`);

/** Inserts crews; tours must be there before, because triggers look them up. */
export const insertCrews = async (tx: Tx, tours: readonly TourRow[]) => {
  const rows = tourRows(tours);
  await tx.run(
    sql`insert into tour_vehicles (tour_id, vehicle_id, device_id) select id, vehicle_id, device_id from ${rows}`,
  );
  await tx.run(sql`insert into tour_users (tour_id, user_id) select id, user_id from ${rows}`);
};

export const endTours = (tx: Tx, ids: readonly string[]) =>
  tx.run(sql`
    update tours set status = 'FINISHED', started_sub_state = null, ended_at = scheduled_end_at, updated_at = scheduled_end_at, lock_version = 1
    where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[])`);

export interface CaseTimestampsRow {
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}
const caseTimes = createRecordset<CaseTimestampsRow>("row", {
  id: "uuid",
  created_at: "timestamptz",
  updated_at: "timestamptz",
});
/** Moves creation and change times of cases, todos and their history into the past, where the demonstration plays. */
export const backdateCases = (tx: Tx, cases: readonly CaseTimestampsRow[]) =>
  tx.run(sql`
    with rows as (select * from ${caseTimes(cases)}),
    todos as (update case_todos todo set created_at = rows.created_at from rows where todo.tenant_id = ${tx.tenantId} and todo.case_id = rows.id)
    update cases dispatchCase set created_at = rows.created_at, updated_at = rows.updated_at,
      finalized_at = case when dispatchCase.finalized then rows.updated_at end
    from rows where dispatchCase.tenant_id = ${tx.tenantId} and dispatchCase.id = rows.id`);

export interface CommentRow {
  readonly case_id: string;
  readonly text: string;
  readonly user_id: string;
  readonly author_name: string;
  readonly created_at: Date;
}
const commentRows = createRecordset<CommentRow>("row", {
  case_id: "uuid",
  text: "text",
  user_id: "uuid",
  author_name: "text",
  created_at: "timestamptz",
});
export const insertComments = (tx: Tx, comments: readonly CommentRow[]) =>
  tx.run(sql`
    insert into case_comments (case_id, text, user_id, author_name, created_at, updated_at)
    select case_id, text, user_id, author_name, created_at, created_at
    from ${commentRows(comments)}`);

export interface VehiclePositionRow {
  readonly vehicle_id: string;
  readonly device_id: string;
  readonly lat: number;
  readonly lon: number;
  readonly heading_degrees: number;
  readonly fixed_at: Date;
}
const positionRows = createRecordset<VehiclePositionRow>("row", {
  vehicle_id: "uuid",
  device_id: "uuid",
  lat: "float8",
  lon: "float8",
  heading_degrees: "real",
  fixed_at: "timestamptz",
});
export const insertVehiclePositions = (tx: Tx, positions: readonly VehiclePositionRow[]) =>
  tx.run(sql`
    insert into vehicle_positions (vehicle_id, device_id, lat, lon, heading_degrees, speed_meters_per_second, fixed_at)
    select vehicle_id, device_id, lat, lon, heading_degrees, 0, fixed_at
    from ${positionRows(positions)}`);

/** Deletes jobs, messages and events of the past, so that no user is called, reminded or notified about old history. */
export const clearPastJobsMessagesAndEvents = async (tx: Tx, before: Date) => {
  await tx.run(sql`delete from jobs where tenant_id = ${tx.tenantId} and due_at < ${before}`);
  await tx.run(sql`delete from outbox_messages where tenant_id = ${tx.tenantId}`);
  await tx.run(sql`delete from events where tenant_id = ${tx.tenantId}`);
  await tx.run(
    sql`update critical_messages set acknowledged_at = created_at where tenant_id = ${tx.tenantId} and acknowledged_at is null`,
  );
};
