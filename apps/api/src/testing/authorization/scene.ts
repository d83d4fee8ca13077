import { randomBytes, randomUUID } from "node:crypto";
import type { TenantType } from "@leitstand/contract/operation/operation";
import { grantNames } from "@leitstand/contract/operation/grants";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../cases";
import { insertBranch, insertBranchGroup, type TenantFixture, nextPhoneNumber } from "../fixtures";
import type { ApiSession, TestApi } from "../start-api";
import { testClock } from "../test-clock";

/** Data that one operation is tried on: a tenant with three branches, and another tenant that must never be seen. */
export interface AccessMatrixFixture {
  readonly api: TestApi;
  readonly tenant: TenantFixture;
  readonly foreign: TenantFixture;
  readonly home: string;
  readonly away: string;
  readonly far: string;
  readonly foreignBranch: string;
  readonly homeGroup: string;
  readonly awayGroup: string;
  /** Role without grants that every caller may assign, in a branch group; there is another one in the whole tenant. */
  readonly localRole: string;
  readonly wideRole: string;
  /** Administrator with all grants in its tenant; makes the objects that callers are tried on. */
  readonly admin: ApiSession;
  readonly foreignAdmin: ApiSession;
  readonly kept: Map<string, Promise<unknown>>;
}

/** Identity of the caller under test; the scene creates the objects that this caller's requests name. */
export interface SampleObjectOwner {
  readonly user_id: string | null;
  readonly device_id: string | null;
  readonly role_id: string | null;
  readonly isService: boolean;
  /** Whether the caller is on the tour, or owns the requested object. */
  readonly aboard: boolean;
  readonly owns: boolean;
}

/** One valid request; `marks` are ids that an answer shows exactly to callers who may see them. */
export interface SampleRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly file?: File;
  readonly marks?: Readonly<Record<string, string>>;
}

export async function createAccessMatrixFixture(api: TestApi, type: TenantType): Promise<AccessMatrixFixture> {
  const { db } = api;
  const [tenant, foreign] = [await api.aTenant(type), await api.aTenant(type)];
  const [home, away, far, foreignBranch] = await Promise.all([
    insertBranch(db, tenant.id, "home"),
    insertBranch(db, tenant.id, "away"),
    insertBranch(db, tenant.id, "far"),
    insertBranch(db, foreign.id, "foreign"),
  ]);
  const [homeGroup, awayGroup] = [
    await insertBranchGroup(db, tenant.id, [home]),
    await insertBranchGroup(db, tenant.id, [away]),
  ];
  const everything = { roleType: "ADMINISTRATOR", grants: grantNames } as const;
  const admin = await api.bearer({ ...everything, tenant });
  const localRole = await insertRole(api, tenant);
  const wideRole = await insertRole(api, tenant, { branchAccess: "ALL" });
  await allowRoleAssignment(api, tenant.id, { role: admin.session.role_id, given: [localRole, wideRole] });
  return {
    api,
    tenant,
    foreign,
    home,
    away,
    far,
    foreignBranch,
    homeGroup,
    awayGroup,
    localRole,
    wideRole,
    admin,
    foreignAdmin: await api.bearer({ ...everything, tenant: foreign }),
    kept: new Map(),
  };
}

/** Inserts a role without grants. */
export async function insertRole(
  { db }: TestApi,
  tenant: TenantFixture,
  { branchAccess = "BRANCH_SINGLE", roleType = "DISPATCHER" }: { branchAccess?: string; roleType?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await db.system.run(sql`
    insert into roles (tenant_id, id, name, role_type, grants, branch_access)
    values (${tenant.id}, ${id}, ${`given ${id}`}, ${roleType}, '{}', ${branchAccess})`);
  return id;
}

/** Lets holders of a role give these roles to others. */
export const allowRoleAssignment = (
  { db }: TestApi,
  tenantId: string,
  overrides: { role: string; given: readonly string[] },
) =>
  db.system.run(sql`
    update roles set roles_allowed_to_assign = roles_allowed_to_assign || ${overrides.given}::uuid[]
    where tenant_id = ${tenantId} and id = ${overrides.role}`);

export const uniqueName = (kind = "name") => `${kind} ${randomBytes(5).toString("hex")}`;
export const createPdfFile = () =>
  new File(["%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\nxref\nstartxref\n9\n%%EOF\n"], "a.pdf");
export const isoTimeInOneHour = () => new Date(testClock.now().getTime() + 3_600_000).toISOString();

/** Makes the objects of one caller's request, by default in the home branch. */
export class SampleObjectFactory {
  constructor(
    readonly world: AccessMatrixFixture,
    readonly caller: SampleObjectOwner,
  ) {}

  /** Makes something once for all callers of the operation. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.world.kept.get(name) ?? make();
    this.world.kept.set(name, known);
    return known as Promise<T>;
  }

  area = async (branch_id: string | null = this.world.home, admin = this.world.admin) =>
    admin.createArea({ title: uniqueName("area"), zip_ranges: [{ from: "80100", to: "80109" }], branch_id });

  vehicle = (branch_id: string | null = this.world.home, admin = this.world.admin) =>
    admin.createVehicle({ license_plate: uniqueName("G"), description: "Car", active: true, capacity: 2, branch_id });

  device = (branch_id: string | null = this.world.home, admin = this.world.admin) =>
    admin.createDevice({
      phone_number: nextPhoneNumber(),
      active_states: branch_id === null ? [] : [{ branch_id, active: true }],
    });

  unit = (branch_id: string | null = this.world.home, admin = this.world.admin) =>
    admin.createRsaDevice({
      name: uniqueName("unit"),
      phone_number: nextPhoneNumber(),
      active_states: branch_id === null ? [] : [{ branch_id, active: true }],
    });

  skill = (admin = this.world.admin) => admin.createSkill({ name: uniqueName("skill"), skill_type: "USER" });

  template = (admin = this.world.admin) =>
    admin.createTodoTemplate({ title: uniqueName("todo"), type: "CASE_TEMPLATE", phase: "PICKUP" });

  /** Makes a user who holds the local role in a branch group, and the wide one where requested. */
  user = (branch_group_id: string | null = this.world.homeGroup, { wide = false } = {}) =>
    this.world.admin.createUser({
      firstname: "Some",
      lastname: uniqueName("Body"),
      email: `${randomUUID()}@example.org`,
      role_associations: [
        ...(branch_group_id === null ? [] : [{ role_id: this.world.localRole, branch_group_id }]),
        ...(wide ? [{ role_id: this.world.wideRole }] : []),
      ],
    });

  caseRequest = (branch_id: string | null) => {
    const { type } = this.world.tenant;
    return type === "ROADSIDE_ASSISTANCE" ? roadsideCaseRequest({ branch_id }) : funeralCaseRequest({ branch_id });
  };

  openCase = (branch_id: string | null = this.world.home, admin = this.world.admin) =>
    admin.createCase(this.caseRequest(branch_id));

  /** Makes a tour; the caller is in its crew if it is aboard. */
  tour = async (branch_id: string | null = this.world.home, { started = true, admin = this.world.admin } = {}) => {
    const overrides = { branch_id, ...(await this.crew(admin)) };
    return started
      ? admin.createAndStartTour(overrides)
      : admin.createScheduledTour({ ...overrides, scheduled_start_at: isoTimeInOneHour() });
  };

  crew = async (admin = this.world.admin) => {
    const { aboard, user_id, device_id } = this.caller;
    const { id: vehicle_id } = await this.vehicle(null, admin);
    const isOwn = aboard && admin === this.world.admin;
    return {
      user_ids: isOwn && user_id ? [user_id] : [],
      vehicles: [{ vehicle_id, device_id: isOwn ? device_id : null }],
    };
  };

  /** Tour with a different driver. */
  strangersTour = (branch_id: string | null = this.world.home, admin = this.world.admin) =>
    new SampleObjectFactory(this.world, sampleOwnerWithoutRole).tour(branch_id, { admin });

  /** Makes a case that the caller reaches: of the home branch and, for callers on a tour, on their tour. */
  reachedCase = async () => {
    const found = await this.openCase();
    return this.caller.aboard ? (await this.assigned(found.id)).case : found;
  };

  assigned = async (id: string, tour_id?: string) => {
    const { admin } = this.world;
    const tour = tour_id ?? (await this.tour()).id;
    const { lock_version } = await admin.getCase({ id });
    await admin.receiveAction({ id, action: "ASSIGN", tour_id: tour, lock_version });
    return { case: await admin.getCase({ id }), tour_id: tour };
  };
}

export const sampleOwnerWithoutRole: SampleObjectOwner = {
  user_id: null,
  device_id: null,
  role_id: null,
  isService: false,
  aboard: false,
  owns: false,
};
