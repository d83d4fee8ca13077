import { Suspense, useEffect } from "react";
import { runWhenIdle } from "#shared/screen/idle.ts";
import { sessionEndedStore } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const loadSessionEndedDialog = async () => (await import("./session-ended-dialog.tsx")).SessionEndedDialog;
const SessionEndedDialog = lazyComponent(loadSessionEndedDialog);

/**
 * Asks for the password again when the session has ended; its code is loaded ahead, in case the connection is bad by
 * then.
 */
export function SessionEndedPrompt() {
  const hasEnded = useStore(sessionEndedStore);
  useEffect(() => runWhenIdle(() => void loadSessionEndedDialog().catch(() => undefined)), []);
  if (!hasEnded) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndedDialog />
    </Suspense>
  );
}
