import type { DeviceMetadataRequest, InstalledAppInfo } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { notFound } from "#platform/problem";
import {
  clearPushTokenElsewhere,
  mergeInstalledAppInfo,
  type Reporter,
  updateMetadata,
  updatePushToken,
} from "./device-reports.sql";
import { forgetPushToken } from "./devices.sql";
import { readBack } from "./devices.service";

/** A token belongs to one installed app: any other device that had it loses it. Null forgets the device's own. */
export async function changePushToken(tx: Tx, reporter: Reporter, request: { id: string; push_token: string | null }) {
  const device = await updatePushToken(tx, reporter, request);
  if (device && request.push_token !== null)
    await clearPushTokenElsewhere(tx, { id: request.id, push_token: request.push_token });
  return answer(tx, reporter, { id: request.id, found: device !== undefined });
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

/** For a phone that nobody is signed in on. */
export const stopPushes = (tx: Tx, deviceId: string) => forgetPushToken(tx, deviceId);

function answer(tx: Tx, { scope }: Reporter, { id, found }: { id: string; found: boolean }) {
  if (!found) throw notFound("device", id);
  return readBack(tx, scope, { id, view: "DEVICE" });
}
