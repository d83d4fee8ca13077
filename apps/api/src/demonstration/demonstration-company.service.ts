import { randomUUID } from "node:crypto";
import type { Tx } from "#platform/database/database";
import { hashPassword } from "#platform/access/password-hash";
import { hashPin } from "#modules/auth/index";
import type { SeededChance } from "@leitstand/scenario/chance";
import type { ScenarioCompany } from "@leitstand/scenario/companies";
import { planFleet } from "@leitstand/scenario/fleet";
import type { RealPlace, ScenarioRegion } from "@leitstand/scenario/places";
import { planDrivers, type Employee, planOfficeStaff, type EmployeePost } from "@leitstand/scenario/staff";
import {
  type BranchGroupInsertRow,
  insertBranches,
  insertVehicleTypesSkillsAndTodos,
  insertDemoBranchGroups,
  insertPeople,
  insertRoles,
  insertTenant,
  insertVehicles,
  type PersonRow,
  type VehicleRow,
} from "./demonstration-company.sql";
import { demonstrationTenantKeyOf } from "./demonstration-keys";
import { listDemonstrationRoles } from "./demonstration-roles";
import type { DemoSignIns } from "./demonstration-sign-ins.service";

/** Staff of a company, as the days of the demonstration need it. */
export interface DemoStaff {
  readonly tenantId: string;
  readonly company: ScenarioCompany;
  readonly branches: readonly { readonly id: string; readonly places: readonly RealPlace[] }[];
  readonly dispatchers: readonly { readonly id: string; readonly name: string }[];
  /** Crews, each of a driver, the phone, and the vehicle that it is placed in; all of one branch. */
  readonly crews: readonly {
    readonly user_id: string;
    readonly device_id: string;
    readonly vehicle_id: string;
    readonly branch: number;
    readonly name: string;
    readonly can_tow: boolean;
  }[];
}

export interface DemoCompanyPlanningInput {
  readonly chance: SeededChance;
  readonly pepper: string;
  readonly signIns: DemoSignIns;
  readonly places: Readonly<Record<ScenarioRegion, readonly RealPlace[]>>;
}

export type DemoCompanyPlan = Awaited<ReturnType<typeof planDemoCompany>>;

/**
 * Plans the company and its people before they are written: to hash the secrets of all may take a busy machine longer
 * than the database lets a transaction be idle.
 */
export async function planDemoCompany(
  company: ScenarioCompany,
  { chance, pepper, places, signIns }: DemoCompanyPlanningInput,
) {
  const branches = company.branches.map((branch) => ({ ...branch, id: randomUUID(), places: places[branch.region] }));
  const groups = branchGroupsOf(branches);
  const roles = listDemonstrationRoles().map((role) => ({ ...role, id: randomUUID() }));
  const roleOf = (post: EmployeePost) => roles.find((role) => role.post === post)?.id as string;
  const hiring = { groups, roleOf, password_hash: await hashPassword(signIns.password) };
  const office = planOfficeStaff(company, chance).map((employee) => personRowOf(employee, hiring));
  const drivers = planDrivers(company, chance).map((driver, index) => ({
    ...personRowOf(driver, hiring),
    phone_number: driver.phone_number,
    branch_group_id: groups[index % branches.length]?.id ?? null,
  }));
  for (const driver of drivers) driver.pin_hash = await hashPin({ user_id: driver.id }, signIns.pin, pepper);
  return { company, chance, branches, groups, roles, roleOf, office, drivers };
}

/** Writes the company, its people and its fleet; `tx` is a system transaction of the new tenant. */
export async function createDemonstrationCompany(tx: Tx, plan: DemoCompanyPlan): Promise<DemoStaff> {
  const { company, chance, branches, groups, roles, roleOf, office, drivers } = plan;
  await insertCompanyTenant(tx, company);
  await insertBranches(
    tx,
    branches.map(({ id, name, phone_number, places: [seat] }) => ({
      id,
      name,
      phone_number,
      address: branchAddressOf(seat as RealPlace, "Hauptplatz 1"),
    })),
  );
  await insertDemoBranchGroups(tx, groups);
  await insertRoles(tx, roles);
  await insertPeople(tx, [...office, integrationRowOf(roleOf("integration")), ...drivers]);
  const types = company.vehicle_types.map((vehicleType) => ({ ...vehicleType, id: randomUUID() }));
  await insertVehicleTypesSkillsAndTodos(tx, company, types);
  const vehicles = planFleet(company, chance).map((vehicle) => ({
    ...vehicle,
    id: randomUUID(),
    device_id: randomUUID(),
  }));
  await insertVehicles(
    tx,
    vehicles.map(
      ({ type: short_key, branch, can_tow: _, ...vehicle }, index): VehicleRow => ({
        ...vehicle,
        phone_number: drivers[index]?.phone_number as string,
        vehicle_type_id: types.find((vehicleType) => vehicleType.short_key === short_key)?.id as string,
        branch_id: branches[branch]?.id as string,
      }),
    ),
  );
  return {
    tenantId: tx.tenantId,
    company,
    branches,
    dispatchers: office
      .filter(({ role_id }) => [roleOf("dispatcher"), roleOf("branch dispatcher")].includes(role_id))
      .map(({ id, firstname, lastname }) => ({ id, name: `${firstname} ${lastname}` })),
    crews: vehicles.map(({ id, device_id, branch, can_tow }, index) => {
      const driver = drivers[index] as PersonRow;
      const name = `${driver.firstname} ${driver.lastname}`;
      return { user_id: driver.id, device_id, vehicle_id: id, branch, name, can_tow };
    }),
  };
}

const insertCompanyTenant = (tx: Tx, { short_code, name, type, domain, brand_color }: ScenarioCompany) =>
  insertTenant(tx, {
    id: tx.tenantId,
    short_code,
    name,
    type,
    domain,
    tenant_key: demonstrationTenantKeyOf(short_code),
    frontend: { colors: { primary: brand_color }, favicon: "/favicon.svg", page_title: name },
  });

const branchAddressOf = ({ city, zip_code, lat, lon }: RealPlace, street: string) => ({
  street,
  zip_code,
  city,
  country: "AT",
  lat,
  lon,
});

/**
 * Branch groups: one for each branch, and one of all but the last, in which users of several branches hold the role.
 */
function branchGroupsOf(branches: readonly { id: string; name: string }[]): readonly BranchGroupInsertRow[] {
  const single = branches.map(({ id, name }) => ({
    id: randomUUID(),
    name,
    type: "SINGLE" as const,
    branch_ids: [id],
  }));
  const several = branches.slice(0, -1);
  const collection = {
    id: randomUUID(),
    name: several.map(({ name }) => name).join(" und "),
    type: "COLLECTION" as const,
    branch_ids: several.map(({ id }) => id),
  };
  return [...single, collection];
}

interface HiringContext {
  readonly password_hash: string;
  readonly roleOf: (post: EmployeePost) => string;
  readonly groups: readonly BranchGroupInsertRow[];
}

/**
 * Row of a role holder: branch dispatchers hold their role in the group of several branches, a driver in the group of
 * one branch.
 */
function personRowOf(
  { post, ...employee }: Employee,
  { groups, roleOf, password_hash }: HiringContext,
): PersonRow & { pin_hash: string | null } {
  const collection = groups.find(({ type }) => type === "COLLECTION")?.id ?? null;
  return {
    ...employee,
    id: randomUUID(),
    kind: "PERSON",
    password_hash,
    pin_hash: null,
    role_id: roleOf(post),
    branch_group_id: post === "branch dispatcher" ? collection : null,
  };
}

const integrationRowOf = (role_id: string): PersonRow => ({
  id: randomUUID(),
  kind: "SERVICE_ACCOUNT",
  email: null,
  phone_number: null,
  firstname: "",
  lastname: "Schnittstelle",
  password_hash: null,
  pin_hash: null,
  role_id,
  branch_group_id: null,
});
