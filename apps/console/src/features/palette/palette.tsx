import { lazy, Suspense } from "react";
import type { ChangeView } from "#shared/board-view.ts";

const PaletteDialog = lazy(async () => ({ default: (await import("./palette-dialog.tsx")).PaletteDialog }));

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onLayer: (layer: "sheet" | "messages" | null) => void;
  readonly onView: ChangeView;
  readonly onSignOut: () => void;
}

/** Finds and does everything from one line of text; fetched when somebody opens it. */
export function Palette({ isOpen, ...actions }: PaletteProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog {...actions} />
    </Suspense>
  );
}
