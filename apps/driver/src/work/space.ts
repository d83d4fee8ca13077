import { createStore } from "@leitstand/app/store";
import { device } from "#device/this-device.ts";

const SHARE_MAX = 0.8;
const LOOK_EVERY_MS = 10 * 60_000;

/** Whether storage is short. No data is ever dropped for that, so the driver has to know in time. */
export const isShortOfSpace = createStore(false);

export function watchSpace() {
  const look = () => void device.storage.usedShare().then((share) => isShortOfSpace.set((share ?? 0) >= SHARE_MAX));
  look();
  setInterval(look, LOOK_EVERY_MS);
}
