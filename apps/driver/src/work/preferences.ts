import { createKeptStore } from "@leitstand/app/store";

/** What somebody has been asked about this phone and has answered, whichever way. */
export const askedSteps = createKeptStore<readonly string[]>("leitstand-driver.asked", []);
/** Whether the driver has let the app know where the phone is; some browsers forget that they were asked. */
export const positionIsAllowed = createKeptStore("leitstand-driver.position-is-allowed", false);
/** Whether the screen stays on during a shift. */
export const screenStaysOn = createKeptStore("leitstand-driver.screen-stays-on", true);
