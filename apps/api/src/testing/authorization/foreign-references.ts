import { randomUUID } from "node:crypto";
import { sql } from "#platform/database/sql";
import { insertBranchGroup } from "../fixtures";
import {
  insertRole,
  sampleOwnerWithoutRole,
  SampleObjectFactory,
  type SampleRequest,
  isoTimeInOneHour,
  type AccessMatrixFixture,
} from "./scene";
import { testClock } from "../test-clock";

/** Objects that requests name by id. */
export type ReferencedObjectKind =
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
type ObjectIdMaker = (scene: SampleObjectFactory) => Promise<string>;

/** Makers of one object of each kind in another tenant. */
export const objectMakersInOtherTenant: Readonly<Record<ReferencedObjectKind, ObjectIdMaker>> = {
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
export const objectMakersInOtherBranch: Readonly<Partial<Record<ReferencedObjectKind, ObjectIdMaker>>> = {
  area: async (scene) => (await scene.area(scene.world.away)).id,
  branch: async ({ world }) => world.away,
  case: async (scene) => (await scene.openCase(scene.world.away)).id,
  device: async (scene) => (await scene.device(scene.world.away)).id,
  group: async ({ world }) => world.awayGroup,
  tour: async (scene) => (await scene.strangersTour(scene.world.away)).id,
  user: async (scene) => (await scene.user(scene.world.awayGroup)).id,
  vehicle: async (scene) => (await scene.vehicle(scene.world.away)).id,
};

export const createRolelessObjectFactory = (world: AccessMatrixFixture) =>
  new SampleObjectFactory(world, sampleOwnerWithoutRole);

type RequestBody = Record<string, unknown>;
export interface RequestReferenceField {
  readonly operation: string;
  readonly names: ReferencedObjectKind;
  readonly caller?: "service_with";
  /** Answer for an id in a branch out of reach, where it differs from the usual one. */
  readonly distant?: string;
  /** Puts the id into the request. */
  readonly put: (sample: SampleRequest, id: string) => SampleRequest;
}

const withBodyFields =
  (fields: (id: string, body: RequestBody) => RequestBody) =>
  (sample: SampleRequest, id: string): SampleRequest => ({
    ...sample,
    body: { ...sample.body, ...fields(id, (sample.body ?? {}) as RequestBody) },
  });

const referenceOfOperation = (
  operation: string,
  names: ReferencedObjectKind,
  fields: (id: string, body: RequestBody) => RequestBody,
): RequestReferenceField => ({
  operation,
  names,
  put: withBodyFields(fields),
});
const referencesOfOperations = (
  operations: readonly string[],
  names: ReferencedObjectKind,
  fields: (id: string, body: RequestBody) => RequestBody,
) => operations.map((operation) => referenceOfOperation(operation, names, fields));

const replaceFirstRole = (id: string, { role_associations }: RequestBody) => {
  const [held] = (role_associations ?? [{}]) as RequestBody[];
  return { role_associations: [{ ...held, branch_group_id: id }] };
};
const tourCreatingOperations = ["createScheduledTour", "createAndStartTour"];
const activeStatesIn = (id: string) => ({ active_states: [{ branch_id: id, active: true }] });

/** Fields of requests that name an object by its id; filters of lists are not among them. */
export const requestReferenceFields: readonly RequestReferenceField[] = [
  ...referencesOfOperations(["createCalendar", "updateCalendar"], "calendar_group", (groupId) => ({ groupId })),
  ...referencesOfOperations(
    ["createDefaultCalendarEvent", "updateDefaultCalendarEvent"],
    "calendar",
    (calendar_id) => ({ calendar_id }),
  ),
  ...referencesOfOperations(["createDefaultCalendarEvent", "updateDefaultCalendarEvent"], "vehicle", (resource_id) => ({
    resource_type: "VEHICLE",
    resource_id,
  })),
  ...referencesOfOperations(["createDefaultCalendarEvent", "updateDefaultCalendarEvent"], "user", (resource_id) => ({
    resource_type: "USER",
    resource_id,
  })),
  ...referencesOfOperations(["createAddress", "updateAddress"], "address_type", (stored_address_type_id) => ({
    stored_address_type_id,
  })),
  ...referencesOfOperations(["createAddress", "updateAddress"], "vehicle_type", (id) => ({
    excluded_vehicle_type_ids: [id],
  })),
  ...referencesOfOperations(["createArea", "updateArea"], "branch", (branch_id) => ({ branch_id })),
  referenceOfOperation("createResponsibilityClaim", "area", (area_id) => ({ area_id })),
  referenceOfOperation("createCriticalMessage", "branch", (branch_id) => ({ branch_id })),
  referenceOfOperation("createCriticalMessage", "vehicle", (vehicle_id) => ({ vehicle_id, branch_id: undefined })),
  referenceOfOperation("createCriticalMessage", "tour", (tour_id) => ({ tour_id, branch_id: undefined })),
  referenceOfOperation("createCriticalMessage", "case", (case_id) => ({ case_id })),
  ...referencesOfOperations(["createBranchGroup", "updateBranchGroup"], "branch", (id) => ({ branch_ids: [id] })),
  ...referencesOfOperations(["createVehicle", "updateVehicle"], "branch", (branch_id) => ({ branch_id })),
  ...referencesOfOperations(["createVehicle", "updateVehicle"], "vehicle_type", (vehicle_type_id) => ({
    vehicle_type_id,
  })),
  ...referencesOfOperations(["createVehicle", "updateVehicle"], "skill", (skill_id) => ({
    skill_associations: [{ skill_id, association_type: "OFFERING" }],
  })),
  referenceOfOperation("createVehicleCheck", "tour", (tour_id) => ({ tour_id })),
  referenceOfOperation("associateDevice", "device", (device_id) => ({ device_id })),
  referenceOfOperation("associateVehicle", "vehicle", (vehicle_id) => ({ vehicle_id })),
  ...referencesOfOperations(
    ["createDevice", "updateDevice", "createRsaDevice", "updateRsaDevice"],
    "branch",
    activeStatesIn,
  ),
  { ...referenceOfOperation("updateLocation", "vehicle", vehiclePositionOf), caller: "service_with" },
  ...referencesOfOperations(["createCase", "updateCase"], "branch", (branch_id) => ({ branch_id })),
  ...referencesOfOperations(["createCase", "updateCase"], "brand", (brand_id) => ({ brand_id })),
  ...referencesOfOperations(["createCase", "updateCase"], "case", (parent_id) => ({ parent_id })),
  ...referencesOfOperations(["createCase", "updateCase"], "skill", (id) => ({ required_skill_ids: [id] })),
  referenceOfOperation("receiveAction", "tour", (tour_id) => ({ tour_id })),
  referenceOfOperation("uploadCaseAssets", "tour", (tour_id) => ({ tour_id })),
  ...referencesOfOperations([...tourCreatingOperations, "updateScheduledTour"], "branch", (branch_id) => ({
    branch_id,
  })),
  ...referencesOfOperations([...tourCreatingOperations, "setScheduledTourUsers"], "user", (id) => ({ user_ids: [id] })),
  ...referencesOfOperations([...tourCreatingOperations, "setScheduledTourVehicles"], "vehicle", (vehicle_id) => ({
    vehicles: [{ vehicle_id }],
  })),
  ...referencesOfOperations(
    ["createAndStartTour", "setScheduledTourVehicles"],
    "device",
    (device_id, { vehicles }) => ({
      vehicles: [{ ...((vehicles as RequestBody[])[0] as RequestBody), device_id }],
    }),
  ),
  referenceOfOperation("duplicateTour", "tour", (tour_id) => ({ tour_id, scheduled_start_at: isoTimeInOneHour() })),
  referenceOfOperation("forwardAssignCase", "tour", (from_tour_id) => ({ from_tour_id })),
  ...referencesOfOperations(["createUser", "updateUser", "createServiceAccountUser"], "role", (role_id) => ({
    role_associations: [{ role_id }],
  })),
  ...referencesOfOperations(["createUser", "createServiceAccountUser"], "group", replaceFirstRole),
  ...referencesOfOperations(["createUser", "updateUser"], "skill", (id) => ({ skill_ids: [id] })),
  {
    ...referenceOfOperation("updateUserActiveState", "group", (branch_group_id) => ({ branch_group_id })),
    distant: "422 REFERENCE_NOT_FOUND",
  },
  ...referencesOfOperations(["createWebhook", "updateWebhook"], "user", (service_account_user_id) => ({
    service_account_user_id,
  })).map(
    // Only callers who reach the whole tenant make webhooks.
    (named) => ({ ...named, distant: "403 BRANCH_ACCESS_DENIED" }),
  ),
  ...referencesOfOperations(["createWebhook", "updateWebhook"], "branch", (id) => ({ branch_ids: [id] })),
  referenceOfOperation("createUserInvite", "user", (user_id) => ({ user_id })),
  referenceOfOperation("createUserInvite", "group", (branch_group_id) => ({ branch_group_id })),
  referenceOfOperation("createUserInvite", "role", (id) => ({ role_ids: [id] })),
  ...referencesOfOperations(["createRole", "updateRole"], "role", (id) => ({ roles_allowed_to_assign: [id] })),
];

function vehiclePositionOf(vehicle_id: string) {
  return { locations: [{ lat: 47.07, lon: 15.43, time: testClock.now().toISOString(), vehicle_id }] };
}
