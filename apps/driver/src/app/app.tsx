import { useStore } from "@leitstand/app/store";
import { useState } from "react";
import { FirstStart } from "#features/sign-in/first-start.tsx";
import type { SmsReason } from "#features/sign-in/locked.tsx";
import { PersonSignIn } from "#features/sign-in/person-sign-in.tsx";
import { later } from "#shared/later.tsx";
import { cacheKey, secrets } from "#work/phone.ts";

const Locked = later(async () => (await import("#features/sign-in/locked.tsx")).Locked);
const Work = later(async () => (await import("./work.tsx")).Work);
const Sheet = later(async () => (await import("#features/sheet/sheet.tsx")).Sheet);

/** The app: sign-in for a new driver, unlocking for one who was away, else the work. */
export function App() {
  const known = useStore(secrets);
  const key = useStore(cacheKey);
  return (
    <>
      {known?.user ? key === null ? <Away /> : <Work /> : <FirstStart />}
      {known?.user && <Sheet />}
    </>
  );
}

/** Unlocking by PIN, or by a code where the PIN alone is not enough. */
function Away() {
  const [bySms, setBySms] = useState<SmsReason>();
  return bySms === undefined ? <Locked onSms={setBySms} /> : <PersonSignIn reason={bySms} />;
}
