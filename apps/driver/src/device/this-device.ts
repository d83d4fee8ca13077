import { browserCamera } from "./browser-camera.ts";
import { browserGeolocation } from "./browser-position.ts";
import { browserPush } from "./browser-push.ts";
import { browserWakeLock } from "./browser-screen.ts";
import { browserSound } from "./browser-sound.ts";
import { browserStorage } from "./browser-storage.ts";
import type { PhoneFunctions } from "./device.ts";

/** The phone that the app runs on, through its browser. */
export const phoneFunctions: PhoneFunctions = {
  position: browserGeolocation,
  screen: browserWakeLock,
  sound: browserSound,
  storage: browserStorage,
  push: browserPush,
  camera: browserCamera,
};
