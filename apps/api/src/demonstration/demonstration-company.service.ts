import { randomUUID } from "node:crypto";
import type { Tx } from "#platform/database/database";
import { hashPassword } from "#platform/access/password-hash";
import { hashPin } from "#modules/auth/index";
import type { Chance } from "./chance";
import {
  type Company,
  DEMONSTRATION_PASSWORD,
  DEMONSTRATION_PIN,
  demonstrationKey,
  DISPATCHERS_PER_COMPANY,
  DRIVERS_PER_COMPANY,
  rolePlans,
} from "./demonstration-companies";
import {
  type GroupRow,
  insertBranches,
  insertCatalogues,
  insertGroups,
  insertPeople,
  insertRoles,
  insertTenant,
  insertVehicles,
  type PersonRow,
  type VehicleRow,
} from "./demonstration-company.sql";
import { FIRST_NAMES_F, FIRST_NAMES_M, LAST_NAMES } from "./demonstration-people";
import type { Place, Region } from "./demonstration-places";

/** A company as the days of the demonstration need it. */
export interface Staffed {
  readonly tenantId: string;
  readonly company: Company;
  readonly branches: readonly { readonly id: string; readonly places: readonly Place[] }[];
  readonly dispatchers: readonly { readonly id: string; readonly name: string }[];
  /** A driver, the phone, and the vehicle it lies in; all of one branch. */
  readonly crews: readonly {
    readonly user_id: string;
    readonly device_id: string;
    readonly vehicle_id: string;
    readonly branch: number;
    readonly name: string;
    readonly can_tow: boolean;
  }[];
}

export interface Founding {
  readonly chance: Chance;
  readonly pepper: string;
  readonly places: Readonly<Record<Region, readonly Place[]>>;
}

/** The company, its people and its fleet; `tx` is a system transaction of the new tenant. */
export async function foundCompany(tx: Tx, company: Company, { chance, pepper, places }: Founding): Promise<Staffed> {
  const { short_code, name, type, domain, brand_color } = company;
  const frontend = { colors: { primary: brand_color }, favicon: "/favicon.svg", page_title: name };
  await insertTenant(tx, {
    id: tx.tenantId,
    short_code,
    name,
    type,
    domain,
    tenant_key: demonstrationKey(short_code),
    frontend,
  });
  const branches = company.branches.map((branch) => ({ ...branch, id: randomUUID(), places: places[branch.region] }));
  await insertBranches(
    tx,
    branches.map(({ id, name: branchName, phone_number, places: [seat] }) => ({
      id,
      name: branchName,
      phone_number,
      address: addressOf(seat as Place, "Hauptplatz 1"),
    })),
  );
  const groups = groupsOf(branches);
  await insertGroups(tx, groups);
  const roles = rolePlans().map((role) => ({ ...role, id: randomUUID() }));
  await insertRoles(tx, roles);
  const roleNamed = (wanted: string) => roles.find((role) => role.name === wanted)?.id as string;
  const password_hash = await hashPassword(DEMONSTRATION_PASSWORD);
  const office = officeOf(company, { chance, password_hash, roleNamed, groups });
  const integration = programOf(roleNamed("Schnittstelle"));
  const drivers = driversOf(company, { chance, role_id: roleNamed("Fahrdienst"), groups, password_hash });
  for (const driver of drivers) driver.pin_hash = await hashPin({ user_id: driver.id }, DEMONSTRATION_PIN, pepper);
  await insertPeople(tx, [...office, integration, ...drivers]);
  const types = company.vehicle_types.map((vehicleType) => ({ ...vehicleType, id: randomUUID() }));
  await insertCatalogues(tx, company, types);
  const vehicles = vehiclesOf(company, { types, branches, drivers, chance });
  await insertVehicles(tx, vehicles);
  return {
    tenantId: tx.tenantId,
    company,
    branches,
    dispatchers: office
      .filter(({ email }) => email?.startsWith("dispo"))
      .map(({ id, firstname, lastname }) => ({ id, name: `${firstname} ${lastname}` })),
    crews: drivers.map((driver, index) => {
      const vehicle = vehicles[index] as VehicleRow;
      const can_tow = types.find(({ id }) => id === vehicle.vehicle_type_id)?.short_key === "AB";
      return {
        user_id: driver.id,
        device_id: vehicle.device_id,
        vehicle_id: vehicle.id,
        branch: index % branches.length,
        name: `${driver.firstname} ${driver.lastname}`,
        can_tow,
      };
    }),
  };
}

const addressOf = ({ city, zip_code, lat, lon }: Place, street: string) => ({
  street,
  zip_code,
  city,
  country: "AT",
  lat,
  lon,
});

/** One group for each branch, one for all but the last: who works for several branches holds the role there. */
function groupsOf(branches: readonly { id: string; name: string }[]): readonly GroupRow[] {
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

interface Hiring {
  readonly chance: Chance;
  readonly password_hash: string;
  readonly roleNamed: (name: string) => string;
  readonly groups: readonly GroupRow[];
}

/** The first two dispatchers see everything, the others the branches of the collection. */
function officeOf({ domain }: Company, { chance, password_hash, roleNamed, groups }: Hiring): readonly PersonRow[] {
  const collection = groups.find(({ type }) => type === "COLLECTION")?.id ?? null;
  const person = (account: string, role: string, branch_group_id: string | null = null): PersonRow => ({
    id: randomUUID(),
    kind: "PERSON",
    email: `${account}@${domain}`,
    phone_number: null,
    ...aName(chance),
    password_hash,
    pin_hash: null,
    role_id: roleNamed(role),
    branch_group_id,
  });
  const dispatchers = Array.from({ length: DISPATCHERS_PER_COMPANY }, (_, index) =>
    index < 2
      ? person(`dispo${index + 1}`, "Disposition gesamt")
      : person(`dispo${index + 1}`, "Disposition Niederlassung", collection),
  );
  return [person("admin", "Administration"), ...dispatchers, person("lesen", "Nur lesen")];
}

const programOf = (role_id: string): PersonRow => ({
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

interface DriverHiring {
  readonly chance: Chance;
  readonly role_id: string;
  readonly groups: readonly GroupRow[];
  readonly password_hash: string;
}

function driversOf(
  company: Company,
  { chance, role_id, groups, password_hash }: DriverHiring,
): (PersonRow & { pin_hash: string | null })[] {
  return Array.from({ length: DRIVERS_PER_COMPANY }, (_, index) => ({
    id: randomUUID(),
    kind: "PERSON" as const,
    email: `fahrer${String(index + 1).padStart(2, "0")}@${company.domain}`,
    phone_number: driverNumber(company, index),
    ...aName(chance),
    password_hash,
    pin_hash: null,
    role_id,
    branch_group_id: groups[index % company.branches.length]?.id ?? null,
  }));
}

/** Of no network: 555 numbers are nobody's. */
const driverNumber = ({ type }: Company, index: number) =>
  `+4366455${type === "FUNERAL" ? "51" : "52"}${String(index + 1).padStart(3, "0")}`;

function aName(chance: Chance) {
  const firstname = chance.pick(chance.percent(35) ? FIRST_NAMES_F : FIRST_NAMES_M);
  return { firstname, lastname: chance.pick(LAST_NAMES) };
}

interface Buying {
  readonly types: readonly {
    readonly id: string;
    readonly name: string;
    readonly capacity: number;
    readonly share: number;
  }[];
  readonly branches: readonly { readonly id: string; readonly region: Region }[];
  readonly drivers: readonly PersonRow[];
  readonly chance: Chance;
}

const PLATES: Readonly<Record<Region, string>> = { graz: "G", leoben: "LN", linz: "L", wien: "W" };

function vehiclesOf(company: Company, { types, branches, drivers, chance }: Buying): readonly VehicleRow[] {
  const shares = types.flatMap((vehicleType) => Array<(typeof types)[number]>(vehicleType.share).fill(vehicleType));
  return drivers.map((driver, index) => {
    const vehicleType = shares[Math.floor(index / branches.length) % shares.length] as (typeof types)[number];
    const branch = branches[index % branches.length] as (typeof branches)[number];
    return {
      id: randomUUID(),
      license_plate: `${PLATES[branch.region]} ${101 + index * 7} ${company.type === "FUNERAL" ? "BE" : "PA"}`,
      description: `${vehicleType.name} ${index + 1}`,
      capacity: vehicleType.capacity,
      seats_total: vehicleType.capacity === 0 ? 1 : chance.pick([2, 3, 5]),
      fuel: chance.pick(["DIESEL", "DIESEL", "DIESEL", "ELEKTRO", "BENZIN"]),
      vehicle_type_id: vehicleType.id,
      branch_id: branch.id,
      device_id: randomUUID(),
      phone_number: driver.phone_number as string,
    };
  });
}
