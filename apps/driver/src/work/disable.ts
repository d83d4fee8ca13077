import { device } from "#device/this-device.ts";
import { wipe } from "./phone.ts";

/** The phone forgets everything, and the page with it. */
export async function disable() {
  await wipe();
  await device.push.forget();
}
