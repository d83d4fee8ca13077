import { createResettableStore } from "./memory.ts";

/** Whether a case waits for an answer. */
export const isAlarmRinging = createResettableStore(false);
