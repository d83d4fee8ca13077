import type { PhoneFunctions } from "./device.ts";

export const browserWakeLock: PhoneFunctions["screen"] = {
  canStayOn: "wakeLock" in navigator,
  keepOn: () => {
    if (!("wakeLock" in navigator)) return () => undefined;
    let held: WakeLockSentinel | undefined;
    let isWanted = true;
    const hold = async () => {
      if (document.visibilityState === "hidden" || (held !== undefined && !held.released)) return;
      // A phone that saves power refuses; the lock is requested again when the driver returns to the app.
      const sentinel = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isWanted) held = sentinel;
      else await sentinel?.release();
    };
    const holdAgain = () => void hold();
    // Browsers release the lock whenever the page is hidden.
    document.addEventListener("visibilitychange", holdAgain);
    holdAgain();
    return () => {
      isWanted = false;
      document.removeEventListener("visibilitychange", holdAgain);
      void held?.release();
    };
  },
};
