export { insertVehicleReturningId, listVehiclesById, updateVehicleWithoutAnswer } from "./vehicles.service";
export { lockVehicle } from "./vehicle-devices.sql";
export { putDeviceIntoVehicle, takeDeviceOutOfVehicle } from "./vehicle-devices.service";
export { selectVehiclesByImportKeys } from "./vehicle-keys.sql";
export { listVehicleTypes } from "./vehicle-types.service";
