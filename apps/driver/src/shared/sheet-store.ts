import { createMemoryStore } from "#work/memory.ts";

/** Whether the sheet is open. */
export const isMenuSheetOpen = createMemoryStore(false);
