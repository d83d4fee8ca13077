import { type ReactNode, useRef, useState } from "react";
import { LocalWriteFailedError } from "#work/log/written.ts";

/**
 * Handler of a tap, which returns the promise of its work: the next tap is ignored until then. A handler that drops its
 * promise, as `() => void save()` does, returns `undefined` and does not fit.
 */
export type TapHandler<R> = (() => R) & ([R] extends [undefined] ? { readonly returnsItsPromise: true } : unknown);

/**
 * Handles one tap at a time: a second one before the first is stored would do the same thing twice. The button shows at
 * once that it is busy; the result shows when it has been stored.
 */
export function useSingleTap<R>(work: TapHandler<R>) {
  const [isBusy, setBusy] = useState(false);
  // The state is known to the handler only after the next rendering; a second tap may come before it.
  const isHandling = useRef(false);
  const tap = async () => {
    if (isHandling.current) return;
    isHandling.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof LocalWriteFailedError)) throw error;
    } finally {
      isHandling.current = false;
      setBusy(false);
    }
  };
  return { isBusy, tap: () => void tap() };
}

interface TapButtonProps<R> {
  readonly className: string;
  readonly children: ReactNode;
  readonly onClick: TapHandler<R>;
}

/** Button that handles one tap at a time. */
export function TapButton<R>({ className, children, onClick }: TapButtonProps<R>) {
  const { isBusy, tap } = useSingleTap(onClick);
  return (
    <button type="button" className={className} aria-busy={isBusy} onClick={tap}>
      {children}
    </button>
  );
}
