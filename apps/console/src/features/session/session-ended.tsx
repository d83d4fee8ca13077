import { Suspense, useEffect } from "react";
import { runWhenIdle } from "#shared/screen/idle.ts";
import { sessionEndedStore, userSessionStore } from "#shared/api/session.ts";
import { refetchAllButBoard } from "#live/store.ts";
import { useStore } from "@leitstand/app/store";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const loadSessionEndedDialog = async () => (await import("./session-ended-dialog.tsx")).SessionEndedDialog;
const SessionEndedDialog = lazyComponent(loadSessionEndedDialog);

/** Reads all but the board, which its stream brings up to date, once the user has signed in again. */
function readAgain() {
  if (userSessionStore.get() !== null) void refetchAllButBoard();
}

/**
 * Asks for the password again when the session has ended; its code is loaded ahead, in case the connection is bad by
 * then.
 */
export function SessionEndedPrompt() {
  const hasEnded = useStore(sessionEndedStore);
  // Also when the user has signed in again in another window.
  useEffect(() => (hasEnded ? readAgain : undefined), [hasEnded]);
  useEffect(() => runWhenIdle(() => void loadSessionEndedDialog().catch(() => undefined)), []);
  if (!hasEnded) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndedDialog />
    </Suspense>
  );
}
