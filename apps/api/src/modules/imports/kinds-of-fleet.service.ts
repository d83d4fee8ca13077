import { DeviceCreateRequest, DeviceUpdateRequest } from "@leitstand/contract/fleet/device";
import { deviceOperations } from "@leitstand/contract/fleet/devices";
import { VehicleCreateRequest, vehicleOperations, VehicleUpdateRequest } from "@leitstand/contract/fleet/vehicles";
import type { Static } from "@leitstand/contract/core/schema";
import { reachesBranch, reachesTenant } from "#platform/access/scope";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { listBranches } from "#modules/branches/index";
import { changeDevice, createDevice, selectDevicesByKeys } from "#modules/devices/index";
import { addVehicle, listVehicleTypes, replaceVehicle, selectVehiclesByKeys } from "#modules/vehicles/index";
import { asExisting } from "./existing";
import { columnsOf, keyBy, namingColumn } from "./import-columns";
import type { Importer, Kind } from "./import-kind.service";
import { NameList } from "./name-list";
import type { Existing, Fields, RowFault } from "./row-plan";

const branchNames = async (tx: Tx, scope: Scope) =>
  new NameList(
    (await listBranches(tx, { scope, type: undefined, include_drivers_info: undefined })).map(
      ({ id, name, external_id }) => ({ id, names: [external_id, name] }),
    ),
  );

const scopeFor = ({ creating, updating }: Importer, existing: Existing | undefined) => (existing ? updating : creating);
const outOfReach: RowFault = { column: "branch", code: "BRANCH_ACCESS_DENIED" };

export const vehicleKind: Kind = {
  create: vehicleOperations.createVehicle,
  update: vehicleOperations.updateVehicle,
  createSchema: VehicleCreateRequest,
  updateSchema: VehicleUpdateRequest,
  columns: [
    ...columnsOf(VehicleCreateRequest, [
      "license_plate",
      "description",
      "active",
      "capacity",
      "seats_total",
      "external_id",
      "fuel",
    ]),
    namingColumn("branch", "branch_id"),
    namingColumn("vehicle_type", "vehicle_type_id"),
  ],
  keys: [
    keyBy("external_id"),
    { ...keyBy("license_plate", (plate) => plate.toUpperCase()), prefers: ({ active }) => active === true },
  ],
  loadLists: async (tx, { creating }) => ({
    branch: await branchNames(tx, creating),
    vehicle_type: new NameList(
      (await listVehicleTypes(tx)).map(({ id, short_key, name }) => ({ id, names: [short_key, name] })),
    ),
  }),
  findExisting: async (tx, { updating }, values) =>
    asExisting(
      await selectVehiclesByKeys(tx, updating, {
        external_id: values("external_id"),
        license_plate: values("license_plate"),
      }),
    ),
  check: (_tx, importer, { draft: { branch_id }, existing }) => {
    const reached = reachesBranch(scopeFor(importer, existing), typeof branch_id === "string" ? branch_id : null);
    return Promise.resolve(reached ? undefined : outOfReach);
  },
  insert: (tx, { creating }, draft) => addVehicle(tx, creating, draft as Static<typeof VehicleCreateRequest>),
  change: (tx, { updating }, draft) =>
    replaceVehicle(tx, updating, draft as Static<typeof VehicleUpdateRequest> & { id: string }),
};

type States = NonNullable<Static<typeof DeviceCreateRequest>["active_states"]>;
const statesOf = ({ active_states }: Fields): States => (active_states ?? []) as States;
const view = "DEVICE";

/**
 * States of a device in its branches, with the branch that the cell names. The caller's other branches stay; branches
 * out of scope are not mentioned.
 */
function withBranch(states: States, branch_id: string | null, scope: Scope): States {
  const reached = states.filter((state) => reachesBranch(scope, state.branch_id));
  const isNew = branch_id !== null && !states.some((state) => state.branch_id === branch_id);
  return isNew ? [...reached, { branch_id, active: true }] : reached;
}

export const deviceKind: Kind = {
  create: deviceOperations.createDevice,
  update: deviceOperations.updateDevice,
  createSchema: DeviceCreateRequest,
  updateSchema: DeviceUpdateRequest,
  columns: [
    ...columnsOf(DeviceCreateRequest, ["phone_number", "device_type", "name", "external_id"]),
    namingColumn("branch", null),
  ],
  keys: [keyBy("external_id"), keyBy("phone_number")],
  loadLists: async (tx, { creating }) => ({ branch: await branchNames(tx, creating) }),
  findExisting: async (tx, { updating }, values) =>
    asExisting(
      (
        await selectDevicesByKeys(tx, updating, {
          external_id: values("external_id"),
          phone_number: values("phone_number"),
        })
      ).map((device) => ({ ...device, active_states: withBranch(device.active_states, null, updating) })),
    ),
  extend: ({ given, named, existing }, importer) => ({
    ...given,
    active_states: withBranch(statesOf(existing?.fields ?? {}), named["branch"] ?? null, scopeFor(importer, existing)),
  }),
  check: (_tx, importer, { draft, existing }) => {
    const scope = scopeFor(importer, existing);
    const states = statesOf(draft);
    const reached =
      states.length === 0 ? reachesTenant(scope) : states.every((state) => reachesBranch(scope, state.branch_id));
    return Promise.resolve(reached ? undefined : outOfReach);
  },
  insert: (tx, { creating }, draft) =>
    createDevice(tx, creating, { ...(draft as Static<typeof DeviceCreateRequest>), view }),
  change: (tx, { updating, now }, draft) =>
    changeDevice(tx, updating, { ...(draft as Static<typeof DeviceUpdateRequest> & { id: string }), view, now }),
};
