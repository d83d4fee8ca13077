import type { Principal } from "#platform/access/principal";
import { authorize } from "#platform/access/authorize";
import type { ImportingCaller, ImportKindDefinition, ImportKindName } from "./import-kind.service";
import { deviceImportKind, vehicleImportKind } from "./kinds-of-fleet.service";
import { userImportKind } from "./kinds-of-people.service";
import { addressImportKind, branchImportKind } from "./kinds-of-places.service";

export const importKinds: Readonly<Record<ImportKindName, ImportKindDefinition>> = {
  BRANCHES: branchImportKind,
  VEHICLES: vehicleImportKind,
  USERS: userImportKind,
  DEVICES: deviceImportKind,
  ADDRESSES: addressImportKind,
};

/** Importer of a kind; throws unless the caller could call the kind's own operations: grant, token kind and scope. */
export function createImportingCaller(
  name: ImportKindName,
  caller: { readonly principal: Principal; readonly services: ImportingCaller["services"]; readonly now: Date },
): ImportingCaller {
  const { create, update } = importKinds[name];
  const { principal } = caller;
  return {
    ...caller,
    checked: new Set(),
    creating: authorize(create, principal),
    updating: authorize(update, principal),
  };
}
