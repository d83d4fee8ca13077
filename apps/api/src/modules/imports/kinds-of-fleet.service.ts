import { DeviceCreateRequest, DeviceUpdateRequest } from "@leitstand/contract/fleet/device";
import { deviceOperations } from "@leitstand/contract/fleet/devices";
import { VehicleCreateRequest, vehicleOperations, VehicleUpdateRequest } from "@leitstand/contract/fleet/vehicles";
import type { Static } from "@leitstand/contract/core/schema";
import { scopeReachesBranch, scopeReachesTenant } from "#platform/access/scope";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { listBranches } from "#modules/branches/index";
import { changeDevice, createDevice, selectDevicesByKeys } from "#modules/devices/index";
import {
  insertVehicleReturningId,
  listVehicleTypes,
  updateVehicleWithoutAnswer,
  selectVehiclesByImportKeys,
} from "#modules/vehicles/index";
import { toExistingImportObjects } from "./existing";
import { createImportColumns, createImportTextKey, createImportReferenceColumn } from "./import-columns";
import type { ImportingCaller, ImportKindDefinition } from "./import-kind.service";
import { NamedItemLookup } from "./named-item-lookup";
import type { ExistingImportTarget, RequestFieldValues, ImportRowFault } from "./row-plan";

const loadBranchNames = async (tx: Tx, scope: Scope) =>
  new NamedItemLookup(
    (await listBranches(tx, { scope, type: undefined, include_drivers_info: undefined })).map(
      ({ id, name, external_id }) => ({ id, names: [external_id, name] }),
    ),
  );

const scopeForRow = ({ creating, updating }: ImportingCaller, existing: ExistingImportTarget | undefined) =>
  existing ? updating : creating;
const branchOutOfReachFault: ImportRowFault = { column: "branch", code: "BRANCH_ACCESS_DENIED" };

export const vehicleImportKind: ImportKindDefinition = {
  create: vehicleOperations.createVehicle,
  update: vehicleOperations.updateVehicle,
  createSchema: VehicleCreateRequest,
  updateSchema: VehicleUpdateRequest,
  columns: [
    ...createImportColumns(VehicleCreateRequest, [
      "license_plate",
      "description",
      "active",
      "capacity",
      "seats_total",
      "external_id",
      "fuel",
    ]),
    createImportReferenceColumn("branch", "branch_id"),
    createImportReferenceColumn("vehicle_type", "vehicle_type_id"),
  ],
  keys: [
    createImportTextKey("external_id"),
    {
      ...createImportTextKey("license_plate", (plate) => plate.toUpperCase()),
      prefers: ({ active }) => active === true,
    },
  ],
  loadLists: async (tx, { creating }) => ({
    branch: await loadBranchNames(tx, creating),
    vehicle_type: new NamedItemLookup(
      (await listVehicleTypes(tx)).map(({ id, short_key, name }) => ({ id, names: [short_key, name] })),
    ),
  }),
  findExisting: async (tx, { updating }, values) =>
    toExistingImportObjects(
      await selectVehiclesByImportKeys(tx, updating, {
        external_id: values("external_id"),
        license_plate: values("license_plate"),
      }),
    ),
  check: (_tx, importer, { draft: { branch_id }, existing }) => {
    const reached = scopeReachesBranch(
      scopeForRow(importer, existing),
      typeof branch_id === "string" ? branch_id : null,
    );
    return Promise.resolve(reached ? undefined : branchOutOfReachFault);
  },
  insert: (tx, { creating }, draft) =>
    insertVehicleReturningId(tx, creating, draft as Static<typeof VehicleCreateRequest>),
  change: (tx, { updating }, draft) =>
    updateVehicleWithoutAnswer(tx, updating, draft as Static<typeof VehicleUpdateRequest> & { id: string }),
};

type DeviceActiveStates = NonNullable<Static<typeof DeviceCreateRequest>["active_states"]>;
const activeStatesOf = ({ active_states }: RequestFieldValues): DeviceActiveStates =>
  (active_states ?? []) as DeviceActiveStates;
const DEVICE_VIEW = "DEVICE";

/**
 * States of a device in its branches, with the branch that the cell names. The caller's other branches stay; branches
 * out of scope are not mentioned.
 */
function addBranchToStates(states: DeviceActiveStates, branch_id: string | null, scope: Scope): DeviceActiveStates {
  const reached = states.filter((state) => scopeReachesBranch(scope, state.branch_id));
  const isNew = branch_id !== null && !states.some((state) => state.branch_id === branch_id);
  return isNew ? [...reached, { branch_id, active: true }] : reached;
}

export const deviceImportKind: ImportKindDefinition = {
  create: deviceOperations.createDevice,
  update: deviceOperations.updateDevice,
  createSchema: DeviceCreateRequest,
  updateSchema: DeviceUpdateRequest,
  columns: [
    ...createImportColumns(DeviceCreateRequest, ["phone_number", "device_type", "name", "external_id"]),
    createImportReferenceColumn("branch", null),
  ],
  keys: [createImportTextKey("external_id"), createImportTextKey("phone_number")],
  loadLists: async (tx, { creating }) => ({ branch: await loadBranchNames(tx, creating) }),
  findExisting: async (tx, { updating }, values) =>
    toExistingImportObjects(
      (
        await selectDevicesByKeys(tx, updating, {
          external_id: values("external_id"),
          phone_number: values("phone_number"),
        })
      ).map((device) => ({ ...device, active_states: addBranchToStates(device.active_states, null, updating) })),
    ),
  extend: ({ given, named, existing }, importer) => ({
    ...given,
    active_states: addBranchToStates(
      activeStatesOf(existing?.fields ?? {}),
      named["branch"] ?? null,
      scopeForRow(importer, existing),
    ),
  }),
  check: (_tx, importer, { draft, existing }) => {
    const scope = scopeForRow(importer, existing);
    const states = activeStatesOf(draft);
    const reached =
      states.length === 0
        ? scopeReachesTenant(scope)
        : states.every((state) => scopeReachesBranch(scope, state.branch_id));
    return Promise.resolve(reached ? undefined : branchOutOfReachFault);
  },
  insert: (tx, { creating }, draft) =>
    createDevice(tx, creating, { ...(draft as Static<typeof DeviceCreateRequest>), view: DEVICE_VIEW }),
  change: (tx, { updating, now }, draft) =>
    changeDevice(tx, updating, {
      ...(draft as Static<typeof DeviceUpdateRequest> & { id: string }),
      view: DEVICE_VIEW,
      now,
    }),
};
