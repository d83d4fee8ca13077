import { device } from "#device/this-device.ts";
import { wipe } from "./phone.ts";

/** Deletes all data of the phone, and the page's memory. */
export async function disable() {
  await wipe();
  await device.push.forget();
}
