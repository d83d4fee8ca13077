import { Suspense } from "react";
import { lazyPart } from "#shared/screen/lazy-part.ts";

const SheetDialog = lazyPart(async () => (await import("./sheet-dialog.tsx")).SheetDialog);

interface ShortcutSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All keys of the board; fetched when somebody asks for them. */
export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <SheetDialog onClose={onClose} />
    </Suspense>
  );
}
