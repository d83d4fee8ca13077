import { thisDevice } from "#device/this-device.ts";
import { wipePhone } from "./phone.ts";

/** Deletes all data of the phone, and the page's memory. */
export async function erasePhoneData() {
  await wipePhone();
  await thisDevice.push.forget();
}
