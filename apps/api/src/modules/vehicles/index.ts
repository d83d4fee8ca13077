export { listVehiclesById } from "./vehicles.service";
export { lockVehicle } from "./vehicle-devices.sql";
export { putDeviceIntoVehicle, takeDeviceOutOfVehicle } from "./vehicle-devices.service";
