import { createMemory } from "./memory.ts";

/** Whether a case waits for an answer. */
export const isRinging = createMemory(false);
