const WATCH_INTERVAL_MS = 500;

/**
 * The process that started this one, when that was npm: killed with -9 it cannot pass anything on, and we would stay
 * behind unseen on the port and the data. Started any other way (a service manager, a shell) nobody is watched.
 */
export const launcherPid: number | undefined =
  process.env.npm_lifecycle_event !== undefined && process.platform !== "win32" ? process.ppid : undefined;

/**
 * Calls `stop` once, at the first SIGTERM, SIGINT or the death of npm. Ctrl-C in a terminal reaches us twice, from the
 * terminal and again through npm: whatever follows the first request is ignored.
 */
export function onStopRequest(stop: (reason: string) => void): void {
  let isRequested = false;
  const request = (reason: string) => {
    if (isRequested) return;
    isRequested = true;
    clearInterval(watch);
    stop(reason);
  };
  const watch = setInterval(() => {
    if (launcherPid !== undefined && process.ppid !== launcherPid) request("npm has ended");
  }, WATCH_INTERVAL_MS);
  watch.unref();
  process.on("SIGTERM", () => request("SIGTERM"));
  process.on("SIGINT", () => request("SIGINT"));
}
