import { Suspense, useEffect } from "react";
import { whenIdle } from "#shared/screen/idle.ts";
import { sessionEnded } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { lazyPart } from "#shared/screen/lazy-part.ts";

const load = async () => (await import("./session-ended-dialog.tsx")).SessionEndedDialog;
const SessionEndedDialog = lazyPart(load);

/**
 * Asks for the password again when the session has ended; its code is loaded ahead, in case the connection is bad by
 * then.
 */
export function SessionEnded() {
  const hasEnded = useStore(sessionEnded);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  if (!hasEnded) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndedDialog />
    </Suspense>
  );
}
