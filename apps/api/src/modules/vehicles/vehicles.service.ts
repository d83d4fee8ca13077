import type { Static } from "@leitstand/contract/core/schema";
import type { VehicleCreateRequest, VehicleUpdateRequest } from "@leitstand/contract/fleet/vehicles";
import type { Tx } from "#platform/database/database";
import { findMissingOrConflictProblem } from "#platform/database/lock";
import { JsonAnswerText } from "#platform/http/handler";
import { type Principal, type Scope, scopeOfGrant } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { checkReferencedIdsExist } from "#platform/database/references";
import { scopeReachesBranch } from "#platform/access/scope";
import { orderBySql } from "#platform/database/sort";
import { sql } from "#platform/database/sql";
import type { LocationReaderServices } from "#modules/location-readers/index";
import { putDeviceIntoVehicle } from "./vehicle-devices.service";
import { lockVehicle } from "./vehicle-devices.sql";
import { selectDevicePlaceableInVehicle } from "./vehicle-devices.sql";
import {
  vehicleChangeableCondition,
  countRunningToursOfVehicle,
  insertVehicle,
  replaceVehicleSkills,
  selectVehicleJsonById,
  selectVehiclesJson,
  selectVehiclesById,
  updateVehicle,
  type VehicleListQuery,
  vehicleFromClause,
  vehicleSortOptions,
  vehicleVisibleCondition,
} from "./vehicles.sql";

/** Call about vehicles, and the log of users who are shown their positions. */
export interface VehicleCall extends LocationReaderServices {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly principal: Principal;
}

/** Reach of the positions that answers show to the caller: that of the list of locations. */
const positionScopeOf = (principal: Principal) => scopeOfGrant(principal, "getLocations");

export async function listVehicles({ tx, scope, principal, locationReaders }: VehicleCall, query: VehicleListQuery) {
  const positions = positionScopeOf(principal);
  if (query.include_last_location && positions)
    locationReaders.note({ principal, purpose: "MAP", shown: { scope: positions } });
  const order = orderBySql(query.sort, vehicleSortOptions);
  return new JsonAnswerText((await selectVehiclesJson(tx, { scope, positions, query, order })).text);
}

/** Vehicles by ids, for modules that have checked themselves which vehicles and positions their caller may see. */
export async function listVehiclesById(tx: Tx, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await selectVehiclesById(tx, ids);
  return new Map(rows.map(({ vehicle }) => [vehicle.id, vehicle]));
}

export async function getVehicle({ tx, scope, principal, locationReaders }: VehicleCall, id: string) {
  const vehicle = await selectVehicleJsonById(tx, { scope, positions: positionScopeOf(principal) }, id);
  if (!vehicle) throw notFound("vehicle", id);
  if (vehicle.is_located) locationReaders.note({ principal, purpose: "MAP", shown: { vehicle_ids: [id] } });
  return new JsonAnswerText(vehicle.text, vehicle.lock_version);
}

type VehicleDraft = Static<typeof VehicleCreateRequest>;
type VehicleChange = Static<typeof VehicleUpdateRequest> & { readonly id: string };

export async function createVehicle(call: VehicleCall, draft: VehicleDraft) {
  return getWrittenVehicle(call, (await insertVehicleReturningId(call.tx, call.scope, draft)).id);
}

/** Creates a vehicle and answers its id only. */
export async function insertVehicleReturningId(tx: Tx, scope: Scope, draft: VehicleDraft): Promise<{ id: string }> {
  await checkVehicleReferences(tx, scope, draft);
  const { id } = await insertVehicle(tx, draft);
  if (draft.skill_associations?.length) await replaceVehicleSkills(tx, id, draft.skill_associations);
  return { id };
}

export async function changeVehicle(call: VehicleCall, change: VehicleChange) {
  await updateVehicleWithoutAnswer(call.tx, call.scope, change);
  return getWrittenVehicle(call, change.id);
}

/** Replaces a vehicle without answering it. */
export async function updateVehicleWithoutAnswer(tx: Tx, scope: Scope, change: VehicleChange) {
  await checkVehicleReferences(tx, scope, change);
  if (!(await updateVehicle(tx, scope, change)))
    throw await findMissingOrConflictProblem(tx, {
      ...change,
      table: vehicleFromClause,
      resource: "vehicle",
      visible: vehicleVisibleCondition(scope),
      changeable: vehicleChangeableCondition(scope),
    });
  if (!change.active) await refuseDeactivationOnTour(tx, change.id);
  if (change.skill_associations) await replaceVehicleSkills(tx, change.id, change.skill_associations);
}

/**
 * Refuses to deactivate a vehicle on a running tour. The vehicle's row is locked by now: a tour that starts in the
 * meantime waits, and then finds the vehicle inactive.
 */
async function refuseDeactivationOnTour(tx: Tx, id: string) {
  const { count } = await countRunningToursOfVehicle(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "tour", count });
}

export async function associateDevice(call: VehicleCall, request: { vehicleId: string; deviceId: string }) {
  const { tx, scope } = call;
  const { vehicleId, deviceId } = request;
  if (!(await lockVehicle(tx, scope, vehicleId))) throw notFound("vehicle", vehicleId);
  if (!(await selectDevicePlaceableInVehicle(tx, scope, deviceId)))
    throw problem("REFERENCE_NOT_FOUND", { field: "device_id", id: deviceId });
  await putDeviceIntoVehicle(tx, request);
  return getWrittenVehicle(call, vehicleId);
}

/** Scope for reading back what the caller has just been allowed to write; it is not one for the vehicle's position. */
const WHOLE_TENANT_SCOPE: Scope = { all: true, branch_ids: [], driver: null };
const getWrittenVehicle = (call: VehicleCall, id: string) => getVehicle({ ...call, scope: WHOLE_TENANT_SCOPE }, id);

function checkVehicleReferences(tx: Tx, scope: Scope, draft: VehicleDraft) {
  const { branch_id, vehicle_type_id, skill_associations = [] } = draft;
  if (!scopeReachesBranch(scope, branch_id ?? null)) throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  return checkReferencedIdsExist(tx, [
    { field: "branch_id", table: sql`branches`, ids: [branch_id] },
    { field: "vehicle_type_id", table: sql`vehicle_types`, ids: [vehicle_type_id] },
    {
      field: "skill_associations.skill_id",
      table: sql`skills`,
      ids: skill_associations.map(({ skill_id }) => skill_id),
    },
  ]);
}
