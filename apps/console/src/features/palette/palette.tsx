import { Suspense } from "react";
import type { PaletteProps } from "./palette-props.ts";
import { lazyPart } from "#shared/screen/lazy-part.ts";

const PaletteDialog = lazyPart(async () => (await import("./palette-dialog.tsx")).PaletteDialog);

/** Finds and does everything from one line of text; fetched when somebody opens it. */
export function Palette({ isOpen, ...actions }: PaletteProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog {...actions} />
    </Suspense>
  );
}
