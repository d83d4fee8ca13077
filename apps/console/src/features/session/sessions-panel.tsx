import { Suspense } from "react";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const SessionsDialog = lazyComponent(async () => (await import("./sessions-dialog.tsx")).SessionsDialog);

interface SessionsPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** List of the user's sessions; its code is loaded when it is opened. */
export function SessionsPanel({ isOpen, onClose }: SessionsPanelProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <SessionsDialog onClose={onClose} />
    </Suspense>
  );
}
