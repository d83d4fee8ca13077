import { rsaDeviceOperations } from "@leitstand/contract/fleet/rsa-devices";
import {
  changeDevice,
  createDevice,
  deleteDeviceFromReachableBranches,
  getDevice,
  listDevices,
  listDevicesOfBranchGroup,
} from "./devices.service";
import { implementOperations } from "#platform/http/handler";

const RSA_VIEW = "RSA";

export const rsaDeviceRoutes = implementOperations(rsaDeviceOperations, {
  getRsaDevices: ({ tx, scope }) => listDevices(tx, scope, { view: RSA_VIEW }),
  createRsaDevice: ({ tx, scope, body }) => createDevice(tx, scope, { ...body, view: RSA_VIEW }),
  getRsaDevicesOfBranchGroup: ({ tx, scope, params }) =>
    listDevicesOfBranchGroup(tx, scope, { ...params, view: RSA_VIEW }),
  getRsaDevice: ({ tx, scope, params }) => getDevice(tx, scope, { id: params.id, view: RSA_VIEW }),
  updateRsaDevice: ({ tx, scope, params, body, now }) =>
    changeDevice(tx, scope, { ...body, id: params.id, view: RSA_VIEW, now }),
  deleteRsaDevice: ({ tx, scope, params, now }) =>
    deleteDeviceFromReachableBranches(tx, scope, { id: params.id, view: RSA_VIEW, now }),
});
