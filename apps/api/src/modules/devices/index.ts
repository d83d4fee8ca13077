export {
  changeDevice,
  createDevice,
  deleteDeviceFromReach,
  getDevice,
  listDevices,
  listDevicesOfBranchGroup,
} from "./devices.service";
