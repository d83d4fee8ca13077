import { createKeptStore } from "@leitstand/app/store";

/** Permissions that this phone has asked for and that were answered, either way. */
export const askedSteps = createKeptStore<readonly string[]>("leitstand-driver.asked", []);
/** Whether the driver has agreed to positions; some browsers forget that they have asked. */
export const positionIsAllowed = createKeptStore("leitstand-driver.position-is-allowed", false);
/** Whether the screen stays on during a shift. */
export const screenStaysOn = createKeptStore("leitstand-driver.screen-stays-on", true);
