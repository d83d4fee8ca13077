import type { Principal } from "#platform/access/principal";
import { authorize } from "#platform/access/authorize";
import type { Importer, Kind, KindName } from "./import-kind.service";
import { deviceKind, vehicleKind } from "./kinds-of-fleet.service";
import { userKind } from "./kinds-of-people.service";
import { addressKind, branchKind } from "./kinds-of-places.service";

export const kinds: Readonly<Record<KindName, Kind>> = {
  BRANCHES: branchKind,
  VEHICLES: vehicleKind,
  USERS: userKind,
  DEVICES: deviceKind,
  ADDRESSES: addressKind,
};

/** Importer of a kind; throws unless the caller could call the kind's own operations: grant, token kind and scope. */
export function importerFor(
  name: KindName,
  caller: { readonly principal: Principal; readonly services: Importer["services"]; readonly now: Date },
): Importer {
  const { create, update } = kinds[name];
  const { principal } = caller;
  return {
    ...caller,
    checked: new Set(),
    creating: authorize(create, principal),
    updating: authorize(update, principal),
  };
}
