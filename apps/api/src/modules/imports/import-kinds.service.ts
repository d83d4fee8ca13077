import type { Principal } from "#platform/access/principal";
import { authorize } from "#platform/access/authorize";
import type { ImportCaller, ImportKindDefinition, ImportKindName } from "./import-kind.service";
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
export function importCallerFor(
  name: ImportKindName,
  caller: { readonly principal: Principal; readonly services: ImportCaller["services"]; readonly now: Date },
): ImportCaller {
  const { create, update } = importKinds[name];
  const { principal } = caller;
  return {
    ...caller,
    checked: new Set(),
    creating: authorize(create, principal),
    updating: authorize(update, principal),
  };
}
