import { useState } from "react";
import { LocalWriteFailedError } from "#work/log/written.ts";

/**
 * Handles one tap at a time: a second one before the first is stored would do the same thing twice. The button shows at
 * once that it is busy; the result shows when it has been stored.
 */
export function useSingleTap(work: () => unknown) {
  const [isBusy, setBusy] = useState(false);
  const tap = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof LocalWriteFailedError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, tap: () => void tap() };
}
