import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { removeVehicleTypeFromAddresses } from "#modules/addresses/index";
import {
  countVehiclesOfType,
  insertVehicleType,
  lockVehicleType,
  removeVehicleType,
  selectVehicleTypes,
} from "./vehicle-types.sql";

export const listVehicleTypes = selectVehicleTypes;
export const createVehicleType = insertVehicleType;

/**
 * Deletes a vehicle type. One that a vehicle has is refused, even of an inactive vehicle, which may be activated again.
 * Lists that merely name the type lose it.
 */
export async function deleteVehicleType(tx: Tx, id: string) {
  if (!(await lockVehicleType(tx, id))) throw notFound("vehicle_type", id);
  const { count } = await countVehiclesOfType(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "vehicle", count });
  await removeVehicleTypeFromAddresses(tx, id);
  await removeVehicleType(tx, id);
}
