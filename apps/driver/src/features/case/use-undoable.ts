import { useEffect, useState } from "react";
import type { TourLink } from "#outbox/state-before.ts";
import { readDriverSettings } from "#work/settings.ts";
import { isStepUndoable } from "./undo-window.ts";

const CHECK_EVERY_MS = 10_000;

export function useIsUndoable(link: TourLink): boolean {
  const [now, setNow] = useState(Date.now);
  const [seconds, setSeconds] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => void readDriverSettings().then(({ driver_undo_seconds }) => setSeconds(driver_undo_seconds)), []);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return isStepUndoable(link, { now, seconds });
}
