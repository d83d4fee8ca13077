let isSuspended = false;

/**
 * This tab as one of those that share a stream; undefined where a browser has no locks, as outside of secure contexts.
 */
export const streamSharingTabFeatures =
  navigator.locks === undefined || typeof BroadcastChannel === "undefined"
    ? undefined
    : {
        locks: navigator.locks,
        openChannel: (name: string) => new BroadcastChannel(name),
        isHidden: () => document.visibilityState === "hidden",
        isSuspended: () => isSuspended,
        onChange: onSuspensionChange,
      };

function onSuspensionChange(listener: () => void) {
  const stop = new AbortController();
  const become = (suspended: boolean) => () => {
    isSuspended = suspended;
    listener();
  };
  const { signal } = stop;
  document.addEventListener("visibilitychange", listener, { signal });
  window.addEventListener("pagehide", become(true), { signal });
  window.addEventListener("pageshow", become(false), { signal });
  document.addEventListener("freeze", become(true), { signal });
  document.addEventListener("resume", become(false), { signal });
  return () => stop.abort();
}
