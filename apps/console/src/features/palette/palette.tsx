import { Suspense } from "react";
import type { PaletteProps } from "./palette-props.ts";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const PaletteDialog = lazyComponent(async () => (await import("./palette-dialog.tsx")).PaletteDialog);

/** Palette for finding objects and running commands from one line of text; its code is loaded when it is opened. */
export function Palette({ isOpen, ...actions }: PaletteProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog {...actions} />
    </Suspense>
  );
}
