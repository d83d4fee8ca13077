import { createStore } from "@leitstand/app/store";
import { phoneFunctions } from "#device/this-device.ts";

const USED_STORAGE_SHARE_MAX = 0.8;
const CHECK_EVERY_MS = 10 * 60_000;

/** Whether storage is short. No data is ever dropped for that, so the driver has to know in time. */
export const isStorageShort = createStore(false);

export function watchStorageSpace() {
  const look = () =>
    void phoneFunctions.storage.usedShare().then((share) => isStorageShort.set((share ?? 0) >= USED_STORAGE_SHARE_MAX));
  look();
  setInterval(look, CHECK_EVERY_MS);
}
