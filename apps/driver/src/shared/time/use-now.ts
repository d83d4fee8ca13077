import { useEffect, useState } from "react";
import { clockOffset } from "#work/api.ts";

const UPDATE_EVERY_MS = 10_000;

/** Current time by the server's clock: that of the phone may be wrong. */
export const serverTimeNow = () => Date.now() + (clockOffset.get() ?? 0);

/** Current time by the server's clock, for minutes that pass on the screen. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverTimeNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTimeNow()), UPDATE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const MINUTE_MS = 60_000;
/** Whole minutes between two times; never negative, even when a clock is behind. */
export const wholeMinutesBetween = (from: number, to: number) => Math.max(0, Math.floor((to - from) / MINUTE_MS));
