import { useEffect, useState } from "react";
import type { TourLink } from "#outbox/state-before.ts";
import { useServerNow } from "#shared/time/use-now.ts";
import { readDriverSettings } from "#work/settings.ts";
import { isStepUndoable } from "./undo-window.ts";

/** Whether a step may still be undone, by the server's clock: that of the phone may be wrong. */
export function useIsUndoable(link: TourLink): boolean {
  const now = useServerNow();
  const [seconds, setSeconds] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => void readDriverSettings().then(({ driver_undo_seconds }) => setSeconds(driver_undo_seconds)), []);
  return isStepUndoable(link, { now, seconds });
}
