import type { DeviceMetadataRequest, InstalledAppInfo } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { OwnPushTokenRequest } from "@leitstand/contract/fleet/devices";
import type { EgressClient } from "#platform/egress/egress";
import { notFound, problem } from "#platform/problem";
import { checkPushSubscription } from "./web-push.service";
import { serializePushSubscription } from "./web-push";
import {
  clearOtherDevicesPushToken,
  mergeInstalledAppInfo,
  type DeviceReportCaller,
  updateDeviceMetadata,
  updatePushToken,
} from "./device-reports.sql";
import { clearPushTokenOfDevice } from "./devices.sql";
import { getChangedDevice } from "./devices.service";

/**
 * Changes a device's push token. A token belongs to one installed app: any other device that had it loses it. Null
 * removes the device's own.
 */
export async function changePushToken(
  tx: Tx,
  reporter: DeviceReportCaller,
  request: { id: string; push_token: string | null },
) {
  const device = await updatePushToken(tx, reporter, request);
  if (device && request.push_token !== null)
    await clearOtherDevicesPushToken(tx, { id: request.id, push_token: request.push_token });
  return deviceAnswerOrNotFound(tx, reporter, { id: request.id, found: device !== undefined });
}

/** Changes the push token of the calling device: the token of a platform, or the subscription of its browser. */
export async function changeOwnPushToken(
  tx: Tx,
  reporter: DeviceReportCaller,
  { id, egress, push_token, web_push }: Static<typeof OwnPushTokenRequest> & { id: string; egress: EgressClient },
) {
  if ((push_token === undefined) === (web_push === undefined))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "push_token,web_push" });
  if (web_push) await checkPushSubscription(egress, web_push);
  return changePushToken(tx, reporter, {
    id,
    push_token: web_push ? serializePushSubscription(web_push) : (push_token ?? null),
  });
}

export async function changeInstalledAppInfo(
  tx: Tx,
  reporter: DeviceReportCaller,
  info: Static<typeof InstalledAppInfo> & { id: string },
) {
  const device = await mergeInstalledAppInfo(tx, reporter, info);
  return deviceAnswerOrNotFound(tx, reporter, { id: info.id, found: device !== undefined });
}

export async function changeDeviceMetadata(
  tx: Tx,
  reporter: DeviceReportCaller,
  request: Static<typeof DeviceMetadataRequest> & { id: string },
) {
  const device = await updateDeviceMetadata(tx, reporter, request);
  return deviceAnswerOrNotFound(tx, reporter, { id: request.id, found: device !== undefined });
}

/** Removes the push token of a phone whose sessions end. */
export const removePushToken = (tx: Tx, deviceId: string) => clearPushTokenOfDevice(tx, deviceId);

function deviceAnswerOrNotFound(tx: Tx, { scope }: DeviceReportCaller, { id, found }: { id: string; found: boolean }) {
  if (!found) throw notFound("device", id);
  return getChangedDevice(tx, scope, { id, view: "DEVICE" });
}
