import { createStore } from "@leitstand/app/store";
import { unlockedCacheKey } from "#work/phone.ts";
import { findUpdateHoldReason, type UpdateHoldReason } from "#work/update-hold.ts";

/** New version of the app that this page was not loaded from; null when there is none. */
export const waitingServiceWorkerStore = createStore<ServiceWorker | null>(null);

const HOUR_MS = 3_600_000;

/**
 * Registers the service worker, and looks for a newer version at the start, when the app comes into view, and every
 * hour.
 */
export async function registerServiceWorker() {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(serviceWorkerAddress(), { scope: "/driver/" });
  const offer = () => {
    const { waiting, active } = registration;
    if (waiting && active) waitingServiceWorkerStore.set(waiting);
  };
  const followInstalling = () => registration.installing?.addEventListener("statechange", offer);
  offer();
  // The browser looks for a newer version when a page begins to load, too: it may have found one by now.
  followInstalling();
  registration.addEventListener("updatefound", followInstalling);
  navigator.serviceWorker.addEventListener("controllerchange", () => void reloadUnlessHeld());
  const look = () => void registration.update().catch(() => undefined);
  document.addEventListener("visibilitychange", look);
  setInterval(look, HOUR_MS);
  // Before unlocking there is no unsaved input that a reload could interrupt.
  if (unlockedCacheKey.get() === null) await activateWaitingAppVersion();
}

/** Lets the new version take over; returns what prevents it. */
export async function activateWaitingAppVersion(): Promise<UpdateHoldReason | undefined> {
  const version = waitingServiceWorkerStore.get();
  const hold = version === null ? undefined : await findUpdateHoldReason();
  if (version === null || hold !== undefined) return hold;
  if (version.state === "installed") version.postMessage("take over");
  // The new version is active already, for another window or since the driver was busy.
  else window.location.reload();
  return undefined;
}

/**
 * Loads the page from the version that has taken over. A browser may let it take over minutes after it was asked: where
 * the driver is busy by then the sheet still offers it.
 */
async function reloadUnlessHeld() {
  if (waitingServiceWorkerStore.get() !== null && (await findUpdateHoldReason()) === undefined)
    window.location.reload();
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

/** Address of the service worker; under trusted types no other address than this can become a script. */
function serviceWorkerAddress(): string {
  const address = "/driver/worker.js";
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy("worker", { createScriptURL: () => address }).createScriptURL(address) ?? address;
}
