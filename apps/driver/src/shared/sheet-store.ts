import { createMemoryStore } from "#work/memory.ts";

/** Whether the sheet is open. */
export const isSheetOpen = createMemoryStore(false);
