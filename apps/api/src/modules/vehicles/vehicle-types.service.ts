import { insertVehicleType, selectVehicleTypes } from "./vehicle-types.sql";

export const listVehicleTypes = selectVehicleTypes;
export const createVehicleType = insertVehicleType;
