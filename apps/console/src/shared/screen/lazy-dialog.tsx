import { type ComponentType, Suspense } from "react";
import { lazyComponent } from "./lazy-part.ts";

interface LazyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Dialog whose code is loaded when it is first opened. */
export function lazyDialog(load: () => Promise<ComponentType<Pick<LazyDialogProps, "onClose">>>) {
  const Dialog = lazyComponent(load);
  return function LazyDialog({ isOpen, onClose }: LazyDialogProps) {
    if (!isOpen) return null;
    return (
      <Suspense fallback={null}>
        <Dialog onClose={onClose} />
      </Suspense>
    );
  };
}
