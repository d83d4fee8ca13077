import { deviceTypes } from "@leitstand/contract/fleet/device";
import { deviceOperations } from "@leitstand/contract/fleet/devices";
import { type HandlerCall, implementOperations, type SharedServices } from "#platform/http/handler";
import { resendDeviceSignInCode, sendRoboCall, sendSms } from "./device-messages.service";
import {
  changeInstalledAppInfo,
  changeDeviceMetadata,
  changeOwnPushToken,
  changePushToken,
} from "./device-reports.service";
import {
  associateDeviceWithVehicle,
  changeDevice,
  createDevice,
  deleteDevice,
  getDevice,
  listDevices,
} from "./devices.service";

const DEVICE_VIEW = "DEVICE";
const deviceReportCallerOf = ({ scope, principal, now }: Pick<HandlerCall, "scope" | "principal" | "now">) => ({
  scope,
  device_id: principal.device_id,
  now,
});
/** Id of the calling device; a DEVICE token always names one. */
const callingDeviceId = ({ principal }: Pick<HandlerCall, "principal">) => principal.device_id as string;

export const createDeviceRoutes = (services: SharedServices) =>
  implementOperations(deviceOperations, {
    getDeviceTypes: () => Promise.resolve([...deviceTypes]),
    getDevices: ({ tx, scope, query }) => listDevices(tx, scope, { view: DEVICE_VIEW, text: query.text }),
    createDevice: ({ tx, scope, body }) => createDevice(tx, scope, { ...body, view: DEVICE_VIEW }),
    updateOwnPushToken: (call) =>
      changeOwnPushToken(call.tx, deviceReportCallerOf(call), {
        ...call.body,
        id: callingDeviceId(call),
        egress: services.egress,
      }),
    resetPushToken: (call) =>
      changePushToken(call.tx, deviceReportCallerOf(call), { push_token: null, id: callingDeviceId(call) }),
    getDevice: ({ tx, scope, params }) => getDevice(tx, scope, { id: params.id, view: DEVICE_VIEW }),
    updateDevice: ({ tx, scope, params, body, now }) =>
      changeDevice(tx, scope, { ...body, id: params.id, view: DEVICE_VIEW, now }),
    deleteDevice: ({ tx, scope, params, query, now }) => deleteDevice(tx, scope, { ...params, ...query, now }),
    associateVehicle: ({ tx, scope, params, body }) =>
      associateDeviceWithVehicle(tx, scope, { ...body, id: params.id }),
    requestOneTimePassword: ({ tx, scope, params }) => resendDeviceSignInCode(tx, services, { scope, id: params.id }),
    sendSms: (call) => sendSms(call.tx, call, { ...call.body, id: call.params.id }),
    sendRoboCall: (call) => sendRoboCall(call.tx, call, { ...call.body, id: call.params.id }),
    updateInstalledAppInfo: (call) =>
      changeInstalledAppInfo(call.tx, deviceReportCallerOf(call), { ...call.body, id: call.params.id }),
    updateDeviceMetadata: (call) =>
      changeDeviceMetadata(call.tx, deviceReportCallerOf(call), { ...call.body, id: call.params.id }),
    updatePushToken: (call) =>
      changePushToken(call.tx, deviceReportCallerOf(call), { ...call.body, id: call.params.id }),
  });
