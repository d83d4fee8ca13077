import type { DeviceCreateRequest, DeviceUpdateRequest } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";
import { lockVehicle, putDeviceIntoVehicle, takeDeviceOutOfVehicle } from "#modules/vehicles/index";
import type { Tx } from "#platform/database/database";
import { announceInternalEvent } from "#platform/events/events";
import { findMissingOrConflictProblem } from "#platform/database/lock";
import { JsonAnswerText } from "#platform/http/handler";
import type { Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { checkReferencedIdsExist } from "#platform/database/references";
import { scopeReachesBranch, scopeReachesTenant } from "#platform/access/scope";

import { sql } from "#platform/database/sql";
import { endSessionsOnAllNodes } from "#platform/access/token-changes";
import {
  deviceLockVersionCheckOptions,
  countRunningToursOfDevice,
  type DeviceQuery,
  type DeviceView,
  disableDevice,
  clearPushTokenOfDevice,
  insertOrReviveDevice,
  deviceContainsWordsCondition,
  lockDevice,
  removeActiveStatesOfDevice,
  isDeviceWithoutBranch,
  replaceDeviceActiveStates,
  selectBranchGroupInReach,
  selectDevice,
  selectDevices,
  updateDevice,
  isDeviceActiveInGroupCondition,
} from "./devices.sql";

type DeviceDraft = Static<typeof DeviceCreateRequest>;

export async function listDevices(
  tx: Tx,
  scope: Scope,
  { view, text }: { readonly view: DeviceView; readonly text?: string },
) {
  const further = text === undefined ? {} : { further: deviceContainsWordsCondition(text) };
  return new JsonAnswerText((await selectDevices(tx, { scope, view, ...further })).text);
}

export async function listDevicesOfBranchGroup(
  tx: Tx,
  scope: Scope,
  request: { view: DeviceView; branch_group_id: string },
) {
  const { view, branch_group_id } = request;
  if (!(await selectBranchGroupInReach(tx, scope, branch_group_id))) throw notFound("branch_group", branch_group_id);
  return new JsonAnswerText(
    (await selectDevices(tx, { scope, view, further: isDeviceActiveInGroupCondition(branch_group_id) })).text,
  );
}

export async function getDevice(tx: Tx, scope: Scope, named: DeviceQuery) {
  const device = await selectDevice(tx, scope, named);
  if (!device) throw notFound("device", named.id);
  return new JsonAnswerText(device.text, device.lock_version);
}

export async function createDevice(tx: Tx, scope: Scope, draft: DeviceDraft & { view: DeviceView }) {
  await checkDeviceBranches(tx, scope, draft);
  refuseWithoutBranch(scope, draft.active_states ?? []);
  const created = await insertOrReviveDevice(tx, scope, draft);
  if (!created) throw problem("RESOURCE_ALREADY_EXISTS", { field: "phone_number" });
  await replaceDeviceActiveStates(tx, scope, { id: created.id, active_states: draft.active_states ?? [] });
  return getChangedDevice(tx, scope, { id: created.id, view: draft.view });
}

export async function changeDevice(
  tx: Tx,
  scope: Scope,
  { now, ...change }: Static<typeof DeviceUpdateRequest> & DeviceQuery & { now: Date },
) {
  await checkDeviceBranches(tx, scope, change);
  const changed = await updateDevice(tx, scope, change);
  if (!changed)
    throw await findMissingOrConflictProblem(tx, {
      ...change,
      ...deviceLockVersionCheckOptions(scope, change.view),
      resource: "device",
    });
  if (changed.is_common) refuseWithoutBranch(scope, []);
  await replaceDeviceActiveStates(tx, scope, { id: change.id, active_states: change.active_states ?? [] });
  // A device that has lost its last branch belongs to the whole company.
  if (!changed.is_common && !scopeReachesTenant(scope) && (await isDeviceWithoutBranch(tx, change.id)))
    refuseWithoutBranch(scope, []);
  if (changed.disabled && !changed.was_disabled) await disableDeviceAndEndSessions(tx, change.id, now);
  else if (changed.moved) await endDeviceSessions(tx, change.id, now);
  else announceDeviceRightsChange(tx, change.id);
  return getChangedDevice(tx, scope, change);
}

/** Removes a device from one branch; without any branch it is disabled. */
export async function deleteDevice(tx: Tx, scope: Scope, request: { id: string; branch_id: string; now: Date }) {
  const { id, branch_id, now } = request;
  if (!scopeReachesBranch(scope, branch_id)) throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  const device = await lockDevice(tx, scope, { id, view: "DEVICE" });
  if (!device || (device.branch_ids.length > 0 && !device.branch_ids.includes(branch_id))) throw notFound("device", id);
  refuseWithoutBranch(scope, device.branch_ids);
  await checkReferencedIdsExist(tx, [{ field: "branch_id", table: sql`branches`, ids: [branch_id] }]);
  await removeDeviceFromBranches(tx, device, { branchIds: [branch_id], now });
}

/** Removes a device from every branch that the caller reaches. */
export async function deleteDeviceFromReachableBranches(tx: Tx, scope: Scope, request: DeviceQuery & { now: Date }) {
  const device = await lockDevice(tx, scope, request);
  if (!device) throw notFound("device", request.id);
  refuseWithoutBranch(scope, device.branch_ids);
  const branchIds = device.branch_ids.filter((branchId) => scopeReachesBranch(scope, branchId));
  await removeDeviceFromBranches(tx, device, { branchIds, now: request.now });
}

async function removeDeviceFromBranches(
  tx: Tx,
  device: { id: string; branch_ids: readonly string[] },
  { branchIds, now }: { branchIds: readonly string[]; now: Date },
) {
  const { count } = await countRunningToursOfDevice(tx, device.id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "tour", count });
  if (device.branch_ids.some((branchId) => !branchIds.includes(branchId))) {
    await removeActiveStatesOfDevice(tx, device.id, branchIds);
    return announceDeviceRightsChange(tx, device.id);
  }
  await disableDevice(tx, device.id);
  await disableDeviceAndEndSessions(tx, device.id, now);
}

/** Puts a device into a vehicle; `vehicle_id` null takes it out of its vehicle. */
export async function associateDeviceWithVehicle(
  tx: Tx,
  scope: Scope,
  request: { id: string; vehicle_id: string | null },
) {
  const { id, vehicle_id } = request;
  const device = await lockDevice(tx, scope, { id, view: "DEVICE" });
  if (!device) throw notFound("device", id);
  if (vehicle_id === null) await takeDeviceOutOfVehicle(tx, id);
  else {
    if (device.disabled) throw problem("AUTH_DEVICE_DISABLED");
    if (!(await lockVehicle(tx, scope, vehicle_id)))
      throw problem("REFERENCE_NOT_FOUND", { field: "vehicle_id", id: vehicle_id });
    await putDeviceIntoVehicle(tx, { vehicleId: vehicle_id, deviceId: id });
  }
  return getChangedDevice(tx, scope, { id, view: "DEVICE" });
}

export const getChangedDevice = (tx: Tx, scope: Scope, named: DeviceQuery) =>
  getDevice(tx, scope, { ...named, changed: true });

async function disableDeviceAndEndSessions(tx: Tx, id: string, now: Date) {
  await takeDeviceOutOfVehicle(tx, id);
  await endDeviceSessions(tx, id, now);
}

/** Ends all sessions on a device and the pushes to it; its holder has to sign in again. */
async function endDeviceSessions(tx: Tx, device_id: string, now: Date) {
  await clearPushTokenOfDevice(tx, device_id);
  await endSessionsOnAllNodes(tx, { device_id, kinds: ["DEVICE", "USER", "SERVICE"], now });
}

/** Announces that the rights of a device may have changed, because they follow from its branches. */
const announceDeviceRightsChange = (tx: Tx, device_id: string) =>
  announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: tx.tenantId, device_id } });

/** Refuses a device without a branch, which belongs to the whole tenant, unless the caller reaches the whole tenant. */
function refuseWithoutBranch(scope: Scope, branches: readonly unknown[]) {
  if (branches.length === 0 && !scopeReachesTenant(scope)) throw problem("BRANCH_ACCESS_DENIED");
}

async function checkDeviceBranches(tx: Tx, scope: Scope, { active_states = [] }: Pick<DeviceDraft, "active_states">) {
  const branchIds = active_states.map(({ branch_id }) => branch_id);
  const outside = branchIds.find((id) => !scopeReachesBranch(scope, id));
  if (outside) throw problem("BRANCH_ACCESS_DENIED", { branch_id: outside });
  const doubled = branchIds.findIndex((id, index) => branchIds.indexOf(id) < index);
  if (doubled >= 0) throw problem("VALIDATION_FAILED", { field: `active_states.${doubled}`, rule: "uniqueItems" });
  await checkReferencedIdsExist(tx, [{ field: "active_states.branch_id", table: sql`branches`, ids: branchIds }]);
}
