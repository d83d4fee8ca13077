import { useNotifications } from "@mantine/notifications";
import { Suspense, useEffect, useState } from "react";
import { runWhenIdle } from "./idle.ts";
import { lazyComponent } from "./lazy-part.ts";

const ToastList = lazyComponent(async () => (await import("./toast-list.tsx")).ToastList);

/**
 * Place of toasts. Their code, a twentieth of the first load, comes once the first screen is there, or with the first
 * toast if that is sooner: later there may be no network, of which toasts tell.
 */
export function ToastArea() {
  const { notifications } = useNotifications();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => runWhenIdle(() => setIdle(true)), []);
  if (!isIdle && notifications.length === 0) return null;
  return (
    <Suspense>
      <ToastList position="bottom-center" />
    </Suspense>
  );
}
