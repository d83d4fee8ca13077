import { lazyDialog } from "#shared/screen/lazy-dialog.tsx";

export const TimeExportPanel = lazyDialog(async () => (await import("./time-export-dialog.tsx")).TimeExportDialog);
