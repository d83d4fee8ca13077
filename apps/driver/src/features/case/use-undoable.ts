import { useEffect, useState } from "react";
import type { Link } from "#outbox/state-before.ts";
import { driverSettings } from "#work/settings.ts";
import { isUndoable } from "./undo-window.ts";

const LOOK_EVERY_MS = 10_000;

export function useUndoable(link: Link): boolean {
  const [now, setNow] = useState(Date.now);
  const [seconds, setSeconds] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => void driverSettings().then(({ driver_undo_seconds }) => setSeconds(driver_undo_seconds)), []);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return isUndoable(link, { now, seconds });
}
