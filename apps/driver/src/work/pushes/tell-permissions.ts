import { createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { type DevicePermission, PERMISSIONS_OFF } from "@leitstand/contract/fleet/device-permissions";
import { device } from "#device/this-device.ts";
import { baseUrl } from "../api.ts";
import { whenForgotten } from "../memory.ts";
import { secrets } from "../phone.ts";
import { mayWatch } from "../positions/on-duty.ts";

/** Permissions that were sent last, so that only changes are sent. */
let told: string | undefined;
whenForgotten(() => (told = undefined));

/**
 * Sends which permissions are off on this phone, for the dispatcher; without network it is done when the app is opened
 * again.
 */
export async function tellPermissions() {
  const { device_id: id, device_token } = secrets.get() ?? {};
  if (id === undefined || device_token === undefined) return;
  const off = (await findOff()).join(" ");
  const news = `${id} ${off}`;
  if (news === told) return;
  try {
    const client = createClient({ baseUrl, attempts: 1, token: () => device_token });
    await client.updateDeviceMetadata({ id, platform: "WEB", metadata: { [PERMISSIONS_OFF]: off } });
    told = news;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
  }
}

async function findOff(): Promise<DevicePermission[]> {
  const [isTracked, push, camera] = await Promise.all([
    mayWatch(),
    device.push.permission(),
    device.camera.permission(),
  ]);
  return [
    ...(isTracked ? [] : (["position"] as const)),
    ...(push === "granted" ? [] : (["push"] as const)),
    // On phones without this permission, photos are taken by the phone's own camera app.
    ...(camera === "granted" || camera === "missing" ? [] : (["camera"] as const)),
  ];
}

/** Sends changes of permissions for as long as the page lives. */
export function followPermissions() {
  const look = () => {
    if (document.visibilityState !== "hidden") void tellPermissions();
  };
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  look();
}
