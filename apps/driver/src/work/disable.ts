import { phoneFunctions } from "#device/this-device.ts";
import { wipePhoneStorage } from "./phone.ts";

/** Deletes all data of the phone, and the page's memory. */
export async function erasePhoneData() {
  await wipePhoneStorage();
  await phoneFunctions.push.forget();
}
