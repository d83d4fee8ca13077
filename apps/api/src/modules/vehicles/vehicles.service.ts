import type { Static } from "@leitstand/contract/schema";
import { type VehicleCreateRequest, type VehicleUpdateRequest, vehicleSortFields } from "@leitstand/contract/vehicles";
import type { Tx } from "#platform/database";
import { missingOrStale } from "#platform/lock";
import { JsonText } from "#platform/module";
import type { Scope } from "#platform/principal";
import { notFound, problem } from "#platform/problem";
import { checkReferences } from "#platform/references";
import { reachesBranch } from "#platform/scope";
import { orderBy } from "#platform/sort";
import { Sql, sql } from "#platform/sql";
import {
  endOtherAssociations,
  insertAssociation,
  lockVehicle,
  selectUsableDevice,
  selectVehicleOfDevice,
} from "./vehicle-devices.sql";
import {
  countRunningTours,
  insertVehicle,
  replaceVehicleSkills,
  selectVehicle,
  selectVehicles,
  updateVehicle,
  type VehicleQuery,
  visible,
} from "./vehicles.sql";

const sortRule = {
  columns: Object.fromEntries(vehicleSortFields.map((field) => [field, new Sql([`vehicle.${field}`], [])])),
  otherwise: sql`vehicle.license_plate`,
  id: sql`vehicle.id`,
};

export async function listVehicles(tx: Tx, scope: Scope, query: VehicleQuery) {
  const order = orderBy(query.sort, sortRule);
  return new JsonText((await selectVehicles(tx, { scope, query, order })).text);
}

export async function getVehicle(tx: Tx, scope: Scope, id: string) {
  const vehicle = await selectVehicle(tx, scope, id);
  if (!vehicle) throw notFound("vehicle", id);
  return new JsonText(vehicle.text, vehicle.lock_version);
}

export async function createVehicle(tx: Tx, scope: Scope, draft: Static<typeof VehicleCreateRequest>) {
  await checkNamed(tx, scope, draft);
  const { id } = await insertVehicle(tx, draft);
  if (draft.skill_associations?.length) await replaceVehicleSkills(tx, id, draft.skill_associations);
  return getVehicle(tx, EVERYWHERE, id);
}

export async function changeVehicle(
  tx: Tx,
  scope: Scope,
  change: Static<typeof VehicleUpdateRequest> & { id: string },
) {
  await checkNamed(tx, scope, change);
  if (!(await updateVehicle(tx, scope, change)))
    throw await missingOrStale(tx, {
      ...change,
      table: sql`vehicles vehicle`,
      resource: "vehicle",
      visible: visible(scope),
    });
  if (!change.active) await refuseWhileDriving(tx, change.id);
  await replaceVehicleSkills(tx, change.id, change.skill_associations ?? []);
  return getVehicle(tx, EVERYWHERE, change.id);
}

/** The vehicle's row is locked by now: a tour that starts meanwhile waits, and then finds the vehicle inactive. */
async function refuseWhileDriving(tx: Tx, id: string) {
  const { count } = await countRunningTours(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "tour", count });
}

/** Another caller may put the same device somewhere, or take it away, between two looks. */
const ATTEMPTS = 3;

export async function associateDevice(tx: Tx, scope: Scope, wish: { vehicleId: string; deviceId: string }) {
  const { vehicleId, deviceId } = wish;
  if (!(await lockVehicle(tx, scope, vehicleId))) throw notFound("vehicle", vehicleId);
  if (!(await selectUsableDevice(tx, scope, deviceId)))
    throw problem("REFERENCE_NOT_FOUND", { field: "device_id", id: deviceId });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await endOtherAssociations(tx, wish);
    if ((await insertAssociation(tx, wish)) > 0) return getVehicle(tx, EVERYWHERE, vehicleId);
    const holder = await selectVehicleOfDevice(tx, deviceId);
    if (holder?.vehicle_id === vehicleId) return getVehicle(tx, EVERYWHERE, vehicleId);
    if (holder) throw problem("DEVICE_ALREADY_ASSOCIATED", { vehicle_id: holder.vehicle_id });
  }
  throw problem("SERVICE_UNAVAILABLE", { retry_after: 1 });
}

/** For reading back what the caller has just been allowed to write. */
const EVERYWHERE: Scope = { all: true, branch_ids: [], driver: null };

function checkNamed(tx: Tx, scope: Scope, draft: Static<typeof VehicleCreateRequest>) {
  const { branch_id, vehicle_type_id, skill_associations = [] } = draft;
  if (branch_id && !reachesBranch(scope, branch_id)) throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  return checkReferences(tx, [
    { field: "branch_id", table: sql`branches`, ids: [branch_id] },
    { field: "vehicle_type_id", table: sql`vehicle_types`, ids: [vehicle_type_id] },
    {
      field: "skill_associations.skill_id",
      table: sql`skills`,
      ids: skill_associations.map(({ skill_id }) => skill_id),
    },
  ]);
}
