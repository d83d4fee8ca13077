import { createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { type DevicePermission, DISABLED_PERMISSIONS_METADATA_KEY } from "@leitstand/contract/fleet/device-permissions";
import { phoneFunctions } from "#device/this-device.ts";
import { apiBaseUrl } from "../api.ts";
import { registerMemoryReset } from "../memory.ts";
import { phoneSecrets } from "../phone.ts";
import { mayWatchPosition } from "../positions/on-duty.ts";

/** Permissions that were sent last, so that only changes are sent. */
let lastSentPermissions: string | undefined;
registerMemoryReset(() => (lastSentPermissions = undefined));

/**
 * Sends which permissions are off on this phone, for the dispatcher; without network it is done when the app is opened
 * again.
 */
export async function sendDeniedPermissions() {
  const { device_id: id, device_token } = phoneSecrets.get() ?? {};
  if (id === undefined || device_token === undefined) return;
  const off = (await findDeniedPermissions()).join(" ");
  const news = `${id} ${off}`;
  if (news === lastSentPermissions) return;
  try {
    const client = createClient({ baseUrl: apiBaseUrl, attempts: 1, token: () => device_token });
    await client.updateDeviceMetadata({ id, platform: "WEB", metadata: { [DISABLED_PERMISSIONS_METADATA_KEY]: off } });
    lastSentPermissions = news;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
  }
}

async function findDeniedPermissions(): Promise<DevicePermission[]> {
  const [isTracked, push, camera] = await Promise.all([
    mayWatchPosition(),
    phoneFunctions.push.permission(),
    phoneFunctions.camera.permission(),
  ]);
  return [
    ...(isTracked ? [] : (["position"] as const)),
    ...(push === "granted" ? [] : (["push"] as const)),
    // Where the app may not use the camera, photos are taken by the phone's own camera app.
    ...(camera === "granted" || camera === "missing" ? [] : (["camera"] as const)),
  ];
}

/** Sends changes of permissions for as long as the page lives. */
export function watchPermissions() {
  const look = () => {
    if (document.visibilityState !== "hidden") void sendDeniedPermissions();
  };
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  look();
}
