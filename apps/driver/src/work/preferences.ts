import { createPersistentStore } from "@leitstand/app/store";

/** Permissions that this phone has asked for and that were answered, either way. */
export const answeredPermissions = createPersistentStore<readonly string[]>("leitstand-driver.asked", []);
/** Whether the driver has agreed to positions; some browsers forget that they have asked. */
export const isPositionAllowed = createPersistentStore("leitstand-driver.position-is-allowed", false);
/** Whether the screen stays on during a shift. */
export const keepsScreenOn = createPersistentStore("leitstand-driver.screen-stays-on", true);
