import type { DeviceMetadataRequest, InstalledAppInfo } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { OwnPushTokenRequest } from "@leitstand/contract/fleet/devices";
import type { Egress } from "#platform/egress/egress";
import { notFound, problem } from "#platform/problem";
import { checkSubscription } from "./web-push.service";
import { tokenOf } from "./web-push";
import {
  clearPushTokenElsewhere,
  mergeInstalledAppInfo,
  type Reporter,
  updateMetadata,
  updatePushToken,
} from "./device-reports.sql";
import { forgetPushToken } from "./devices.sql";
import { readBack } from "./devices.service";

/**
 * Changes a device's push token. A token belongs to one installed app: any other device that had it loses it. Null
 * removes the device's own.
 */
export async function changePushToken(tx: Tx, reporter: Reporter, request: { id: string; push_token: string | null }) {
  const device = await updatePushToken(tx, reporter, request);
  if (device && request.push_token !== null)
    await clearPushTokenElsewhere(tx, { id: request.id, push_token: request.push_token });
  return answer(tx, reporter, { id: request.id, found: device !== undefined });
}

/** Changes the push token of the calling device: the token of a platform, or the subscription of its browser. */
export async function changeOwnPushToken(
  tx: Tx,
  reporter: Reporter,
  { id, egress, push_token, web_push }: Static<typeof OwnPushTokenRequest> & { id: string; egress: Egress },
) {
  if ((push_token === undefined) === (web_push === undefined))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "push_token,web_push" });
  if (web_push) await checkSubscription(egress, web_push);
  return changePushToken(tx, reporter, { id, push_token: web_push ? tokenOf(web_push) : (push_token ?? null) });
}

export async function changeInstalledAppInfo(
  tx: Tx,
  reporter: Reporter,
  info: Static<typeof InstalledAppInfo> & { id: string },
) {
  const device = await mergeInstalledAppInfo(tx, reporter, info);
  return answer(tx, reporter, { id: info.id, found: device !== undefined });
}

export async function changeMetadata(
  tx: Tx,
  reporter: Reporter,
  request: Static<typeof DeviceMetadataRequest> & { id: string },
) {
  const device = await updateMetadata(tx, reporter, request);
  return answer(tx, reporter, { id: request.id, found: device !== undefined });
}

/** Removes the push token of a phone from which the user has signed out. */
export const stopPushes = (tx: Tx, deviceId: string) => forgetPushToken(tx, deviceId);

function answer(tx: Tx, { scope }: Reporter, { id, found }: { id: string; found: boolean }) {
  if (!found) throw notFound("device", id);
  return readBack(tx, scope, { id, view: "DEVICE" });
}
