export { listVehiclesById } from "./vehicles.service";
export { holdVehicle, putDeviceIntoVehicle, takeDeviceOutOfVehicle } from "./vehicle-devices.service";
