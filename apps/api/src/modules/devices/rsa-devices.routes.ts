import { rsaDeviceOperations } from "@leitstand/contract/fleet/rsa-devices";
import {
  changeDevice,
  createDevice,
  deleteDeviceFromReach,
  getDevice,
  listDevices,
  listDevicesOfBranchGroup,
} from "./devices.service";
import { implement } from "#platform/http/handler";

const view = "RSA";

export const rsaDeviceRoutes = implement(rsaDeviceOperations, {
  getRsaDevices: ({ tx, scope }) => listDevices(tx, scope, { view }),
  createRsaDevice: ({ tx, scope, body }) => createDevice(tx, scope, { ...body, view }),
  getRsaDevicesOfBranchGroup: ({ tx, scope, params }) => listDevicesOfBranchGroup(tx, scope, { ...params, view }),
  getRsaDevice: ({ tx, scope, params }) => getDevice(tx, scope, { id: params.id, view }),
  updateRsaDevice: ({ tx, scope, params, body, now }) => changeDevice(tx, scope, { ...body, id: params.id, view, now }),
  deleteRsaDevice: ({ tx, scope, params, now }) => deleteDeviceFromReach(tx, scope, { id: params.id, view, now }),
});
