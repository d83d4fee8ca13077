import { randomUUID } from "node:crypto";
import { sql } from "#platform/database/sql";
import { insertBranchGroup } from "../fixtures";
import { insertRole, withoutRole, Scene, type SampleRequest, soon, type World } from "./scene";
import { testClock } from "../test-clock";

/** Objects that requests name by id. */
export type NamedThing =
  | "address_type"
  | "area"
  | "branch"
  | "brand"
  | "calendar"
  | "calendar_group"
  | "case"
  | "device"
  | "group"
  | "role"
  | "skill"
  | "tour"
  | "user"
  | "vehicle"
  | "vehicle_type";
type Make = (scene: Scene) => Promise<string>;

/** Makers of one object of each kind in another tenant. */
export const foreignThings: Readonly<Record<NamedThing, Make>> = {
  address_type: async ({ world }) =>
    (await world.foreignAdmin.createAddressType({ name: randomUUID(), short_key: randomUUID().slice(0, 8) })).id,
  area: async (scene) => (await scene.area(scene.world.foreignBranch, scene.world.foreignAdmin)).id,
  branch: async ({ world }) => world.foreignBranch,
  brand: async ({ world: { api, foreign } }) => {
    const id = randomUUID();
    await api.db.system.run(
      sql`insert into brands (tenant_id, id, name, short_key) values (${foreign.id}, ${id}, ${id}, ${id.slice(0, 8)})`,
    );
    return id;
  },
  calendar: async ({ world }) => (await world.foreignAdmin.createCalendar({ name: randomUUID().slice(0, 32) })).id,
  calendar_group: async ({ world }) =>
    (await world.foreignAdmin.createCalendarGroup({ name: randomUUID().slice(0, 32) })).id,
  case: async (scene) => (await scene.openCase(scene.world.foreignBranch, scene.world.foreignAdmin)).id,
  device: async (scene) => (await scene.device(scene.world.foreignBranch, scene.world.foreignAdmin)).id,
  group: ({ world }) => insertBranchGroup(world.api.db, world.foreign.id, [world.foreignBranch]),
  role: ({ world }) => insertRole(world.api, world.foreign),
  skill: async (scene) => (await scene.skill(scene.world.foreignAdmin)).id,
  tour: async (scene) => (await scene.strangersTour(scene.world.foreignBranch, scene.world.foreignAdmin)).id,
  user: async ({ world }) => world.foreignAdmin.session.user_id as string,
  vehicle: async (scene) => (await scene.vehicle(scene.world.foreignBranch, scene.world.foreignAdmin)).id,
  vehicle_type: async ({ world }) =>
    (await world.foreignAdmin.createVehicleType({ name: randomUUID(), short_key: randomUUID().slice(0, 8) })).id,
};

/** Makers of objects within the tenant, but in a branch that the caller does not reach. */
export const distantThings: Readonly<Partial<Record<NamedThing, Make>>> = {
  area: async (scene) => (await scene.area(scene.world.away)).id,
  branch: async ({ world }) => world.away,
  case: async (scene) => (await scene.openCase(scene.world.away)).id,
  device: async (scene) => (await scene.device(scene.world.away)).id,
  group: async ({ world }) => world.awayGroup,
  tour: async (scene) => (await scene.strangersTour(scene.world.away)).id,
  user: async (scene) => (await scene.user(scene.world.awayGroup)).id,
  vehicle: async (scene) => (await scene.vehicle(scene.world.away)).id,
};

export const makerOf = (world: World) => new Scene(world, withoutRole);

type Body = Record<string, unknown>;
export interface Reference {
  readonly operation: string;
  readonly names: NamedThing;
  readonly caller?: "service_with";
  /** Answer for an id in a branch out of reach, where it differs from the usual one. */
  readonly distant?: string;
  /** Puts the id into the request. */
  readonly put: (sample: SampleRequest, id: string) => SampleRequest;
}

const inBody =
  (fields: (id: string, body: Body) => Body) =>
  (sample: SampleRequest, id: string): SampleRequest => ({
    ...sample,
    body: { ...sample.body, ...fields(id, (sample.body ?? {}) as Body) },
  });

const reference = (operation: string, names: NamedThing, fields: (id: string, body: Body) => Body): Reference => ({
  operation,
  names,
  put: inBody(fields),
});
const of = (operations: readonly string[], names: NamedThing, fields: (id: string, body: Body) => Body) =>
  operations.map((operation) => reference(operation, names, fields));

const firstRole = (id: string, { role_associations }: Body) => {
  const [held] = (role_associations ?? [{}]) as Body[];
  return { role_associations: [{ ...held, branch_group_id: id }] };
};
const newTours = ["createScheduledTour", "createAndStartTour"];
const states = (id: string) => ({ active_states: [{ branch_id: id, active: true }] });

/** Fields of requests that name an object by its id; filters of lists are not among them. */
export const references: readonly Reference[] = [
  ...of(["createCalendar", "updateCalendar"], "calendar_group", (groupId) => ({ groupId })),
  ...of(["createDefaultCalendarEvent", "updateDefaultCalendarEvent"], "calendar", (calendar_id) => ({ calendar_id })),
  ...of(["createDefaultCalendarEvent", "updateDefaultCalendarEvent"], "vehicle", (resource_id) => ({
    resource_type: "VEHICLE",
    resource_id,
  })),
  ...of(["createDefaultCalendarEvent", "updateDefaultCalendarEvent"], "user", (resource_id) => ({
    resource_type: "USER",
    resource_id,
  })),
  ...of(["createAddress", "updateAddress"], "address_type", (stored_address_type_id) => ({ stored_address_type_id })),
  ...of(["createAddress", "updateAddress"], "vehicle_type", (id) => ({ excluded_vehicle_type_ids: [id] })),
  ...of(["createArea", "updateArea"], "branch", (branch_id) => ({ branch_id })),
  reference("createResponsibilityClaim", "area", (area_id) => ({ area_id })),
  reference("createCriticalMessage", "branch", (branch_id) => ({ branch_id })),
  reference("createCriticalMessage", "vehicle", (vehicle_id) => ({ vehicle_id, branch_id: undefined })),
  reference("createCriticalMessage", "tour", (tour_id) => ({ tour_id, branch_id: undefined })),
  reference("createCriticalMessage", "case", (case_id) => ({ case_id })),
  ...of(["createBranchGroup", "updateBranchGroup"], "branch", (id) => ({ branch_ids: [id] })),
  ...of(["createVehicle", "updateVehicle"], "branch", (branch_id) => ({ branch_id })),
  ...of(["createVehicle", "updateVehicle"], "vehicle_type", (vehicle_type_id) => ({ vehicle_type_id })),
  ...of(["createVehicle", "updateVehicle"], "skill", (skill_id) => ({
    skill_associations: [{ skill_id, association_type: "OFFERING" }],
  })),
  reference("createVehicleCheck", "tour", (tour_id) => ({ tour_id })),
  reference("associateDevice", "device", (device_id) => ({ device_id })),
  reference("associateVehicle", "vehicle", (vehicle_id) => ({ vehicle_id })),
  ...of(["createDevice", "updateDevice", "createRsaDevice", "updateRsaDevice"], "branch", states),
  { ...reference("updateLocation", "vehicle", located), caller: "service_with" },
  ...of(["createCase", "updateCase"], "branch", (branch_id) => ({ branch_id })),
  ...of(["createCase", "updateCase"], "brand", (brand_id) => ({ brand_id })),
  ...of(["createCase", "updateCase"], "case", (parent_id) => ({ parent_id })),
  ...of(["createCase", "updateCase"], "skill", (id) => ({ required_skill_ids: [id] })),
  reference("receiveAction", "tour", (tour_id) => ({ tour_id })),
  reference("uploadCaseAssets", "tour", (tour_id) => ({ tour_id })),
  ...of([...newTours, "updateScheduledTour"], "branch", (branch_id) => ({ branch_id })),
  ...of([...newTours, "setScheduledTourUsers"], "user", (id) => ({ user_ids: [id] })),
  ...of([...newTours, "setScheduledTourVehicles"], "vehicle", (vehicle_id) => ({ vehicles: [{ vehicle_id }] })),
  ...of(["createAndStartTour", "setScheduledTourVehicles"], "device", (device_id, { vehicles }) => ({
    vehicles: [{ ...((vehicles as Body[])[0] as Body), device_id }],
  })),
  reference("duplicateTour", "tour", (tour_id) => ({ tour_id, scheduled_start_at: soon() })),
  reference("forwardAssignCase", "tour", (from_tour_id) => ({ from_tour_id })),
  ...of(["createUser", "updateUser", "createServiceAccountUser"], "role", (role_id) => ({
    role_associations: [{ role_id }],
  })),
  ...of(["createUser", "createServiceAccountUser"], "group", firstRole),
  ...of(["createUser", "updateUser"], "skill", (id) => ({ skill_ids: [id] })),
  {
    ...reference("updateUserActiveState", "group", (branch_group_id) => ({ branch_group_id })),
    distant: "422 REFERENCE_NOT_FOUND",
  },
  ...of(["createWebhook", "updateWebhook"], "user", (service_account_user_id) => ({ service_account_user_id })).map(
    // Only callers who reach the whole tenant make webhooks.
    (named) => ({ ...named, distant: "403 BRANCH_ACCESS_DENIED" }),
  ),
  ...of(["createWebhook", "updateWebhook"], "branch", (id) => ({ branch_ids: [id] })),
  reference("createUserInvite", "user", (user_id) => ({ user_id })),
  reference("createUserInvite", "group", (branch_group_id) => ({ branch_group_id })),
  reference("createUserInvite", "role", (id) => ({ role_ids: [id] })),
  ...of(["createRole", "updateRole"], "role", (id) => ({ roles_allowed_to_assign: [id] })),
];

function located(vehicle_id: string) {
  return { locations: [{ lat: 47.07, lon: 15.43, time: testClock.now().toISOString(), vehicle_id }] };
}
