import { useState } from "react";
import { NotWrittenError } from "#work/log/written.ts";

/**
 * One tap at a time: a second one before the first is written down would do the same thing twice. A tap is answered at once,
 * by what shows that it is busy; what it does is shown when it has been written down.
 */
export function useOneTap(work: () => unknown) {
  const [isBusy, setBusy] = useState(false);
  const tap = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NotWrittenError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, tap: () => void tap() };
}
