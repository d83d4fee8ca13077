import { useStore } from "@leitstand/app/store";
import { useState } from "react";
import { FirstStartScreen } from "#features/sign-in/first-start.tsx";
import type { SmsCodeReason } from "#features/sign-in/locked.tsx";
import { DriverSignIn } from "#features/sign-in/person-sign-in.tsx";
import { lazyScreen } from "#shared/later.tsx";
import { unlockedCacheKey, phoneSecrets } from "#work/phone.ts";

const LazyLockScreen = lazyScreen(async () => (await import("#features/sign-in/locked.tsx")).LockScreen);
const LazyUnlockedApp = lazyScreen(async () => (await import("./work.tsx")).UnlockedApp);
const LazyMenuSheet = lazyScreen(async () => (await import("#features/sheet/sheet.tsx")).MenuSheet);

/** The app: sign-in for a new driver, unlocking for one who was away, else the work. */
export function App() {
  const known = useStore(phoneSecrets);
  const key = useStore(unlockedCacheKey);
  return (
    <>
      {known?.user ? key === null ? <LockedOrSignIn /> : <LazyUnlockedApp /> : <FirstStartScreen />}
      {known?.user && <LazyMenuSheet />}
    </>
  );
}

/** Unlocking by PIN, or by a code where the PIN alone is not enough. */
function LockedOrSignIn() {
  const [bySms, setBySms] = useState<SmsCodeReason>();
  return bySms === undefined ? <LazyLockScreen onSms={setBySms} /> : <DriverSignIn reason={bySms} />;
}
