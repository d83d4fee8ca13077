import { createResettableStore } from "#work/memory.ts";

/** Whether the sheet is open. */
export const isMenuSheetOpen = createResettableStore(false);
