import { Suspense } from "react";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const SheetDialog = lazyComponent(async () => (await import("./sheet-dialog.tsx")).ShortcutSheetDialog);

interface ShortcutSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Sheet of all keys of the board; its code is loaded when it is opened. */
export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <SheetDialog onClose={onClose} />
    </Suspense>
  );
}
