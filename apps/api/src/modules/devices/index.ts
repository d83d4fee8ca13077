export { removePushToken } from "./device-reports.service";
export { selectDevicesByKeys } from "./device-keys.sql";
export { changeDevice, createDevice } from "./devices.service";
export { WebPushCarrier } from "./web-push.service";
