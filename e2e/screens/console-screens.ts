import { boardScreenScenarios } from "./board-screens";
import { deliveryScreenScenarios } from "./delivery-screens";
import { formScreenScenarios } from "./form-screens";
import { inspectorScreenScenarios } from "./inspector-screens";
import { layerScreenScenarios } from "./layer-screens";
import { galleryScreenScenarios } from "./gallery-screens";
import type { ScreenScenario } from "./screen";
import { signInScreenScenarios } from "./sign-in-screens";

/** All screens of the console that tests check. */
export const consoleScreenScenarios: readonly ScreenScenario[] = [
  ...signInScreenScenarios,
  ...boardScreenScenarios,
  ...inspectorScreenScenarios,
  ...formScreenScenarios,
  ...layerScreenScenarios,
  ...deliveryScreenScenarios,
  ...galleryScreenScenarios,
];
