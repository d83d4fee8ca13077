import { createMemory } from "#work/memory.ts";

/** Whether the sheet is open. */
export const sheet = createMemory(false);
