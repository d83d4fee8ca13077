import { createMemoryStore } from "./memory.ts";

/** Whether a case waits for an answer. */
export const isAlarmRinging = createMemoryStore(false);
