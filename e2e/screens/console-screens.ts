import { boardScreens } from "./board-screens";
import { deliveryScreens } from "./delivery-screens";
import { formScreens } from "./form-screens";
import { inspectorScreens } from "./inspector-screens";
import { layerScreens } from "./layer-screens";
import { galleryScreens } from "./gallery-screens";
import type { ConsoleScreen } from "./screen";
import { signInScreens } from "./sign-in-screens";

/** All screens of the console that tests check. */
export const consoleScreens: readonly ConsoleScreen[] = [
  ...signInScreens,
  ...boardScreens,
  ...inspectorScreens,
  ...formScreens,
  ...layerScreens,
  ...deliveryScreens,
  ...galleryScreens,
];
