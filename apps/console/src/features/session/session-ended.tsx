import { Suspense, useEffect } from "react";
import { whenIdle } from "#shared/screen/idle.ts";
import { sessionEnded } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const loadSessionEndedDialog = async () => (await import("./session-ended-dialog.tsx")).SessionEndedDialog;
const SessionEndedDialog = lazyComponent(loadSessionEndedDialog);

/**
 * Asks for the password again when the session has ended; its code is loaded ahead, in case the connection is bad by
 * then.
 */
export function SessionEndedPrompt() {
  const hasEnded = useStore(sessionEnded);
  useEffect(() => whenIdle(() => void loadSessionEndedDialog().catch(() => undefined)), []);
  if (!hasEnded) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndedDialog />
    </Suspense>
  );
}
