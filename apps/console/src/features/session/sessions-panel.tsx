import { Suspense } from "react";
import { lazyPart } from "#shared/screen/lazy-part.ts";

const SessionsDialog = lazyPart(async () => (await import("./sessions-dialog.tsx")).SessionsDialog);

interface SessionsPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Where one is signed in; fetched when somebody asks for it. */
export function SessionsPanel({ isOpen, onClose }: SessionsPanelProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <SessionsDialog onClose={onClose} />
    </Suspense>
  );
}
