import { lazyDialog } from "#shared/screen/lazy-dialog.tsx";

/** Sheet of all keys of the board. */
export const ShortcutSheet = lazyDialog(async () => (await import("./sheet-dialog.tsx")).ShortcutSheetDialog);
