import { device } from "#device/this-device.ts";
import { wipe } from "./phone.ts";
import { forgetShift } from "./shift.ts";
import { showPhotos } from "./unsent.ts";

/** The phone forgets everything, and the screen with it. */
export async function disable() {
  await wipe();
  forgetShift();
  await Promise.all([showPhotos(), device.push.forget()]);
}
