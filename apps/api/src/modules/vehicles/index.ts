export { holdVehicle, putDeviceIntoVehicle, takeDeviceOutOfVehicle } from "./vehicle-devices.service";
