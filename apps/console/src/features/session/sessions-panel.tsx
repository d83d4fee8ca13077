import { lazyDialog } from "#shared/screen/lazy-dialog.tsx";

/** List of the user's sessions. */
export const SessionsPanel = lazyDialog(async () => (await import("./sessions-dialog.tsx")).SessionsDialog);
