export {
  changeDevice,
  createDevice,
  deleteDeviceFromReach,
  getDevice,
  listDevices,
  listDevicesOfBranchGroup,
} from "./devices.service";
export { stopPushes } from "./device-reports.service";
