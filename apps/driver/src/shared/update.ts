import { createStore } from "@leitstand/app/store";
import { cacheKey } from "#work/phone.ts";
import { findUpdateHold, type UpdateHold } from "#work/update-hold.ts";

/** New version that waits to take over; null when this is the newest. */
export const newVersion = createStore<ServiceWorker | null>(null);

const HOUR_MS = 3_600_000;

/**
 * Registers the service worker, and looks for a newer version at the start, when the app comes into view, and every
 * hour.
 */
export async function keepOnPhone() {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(workerAddress(), { scope: "/driver/" });
  const offer = () => {
    const { waiting } = registration;
    if (waiting && navigator.serviceWorker.controller) newVersion.set(waiting);
  };
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  const look = () => void registration.update().catch(() => undefined);
  document.addEventListener("visibilitychange", look);
  setInterval(look, HOUR_MS);
  // Nothing has been begun yet that a reload could interrupt.
  if (cacheKey.get() === null) await takeOver();
}

/** Lets the new version take over; returns what prevents it. */
export async function takeOver(): Promise<UpdateHold | undefined> {
  const waiting = newVersion.get();
  const hold = waiting === null ? undefined : await findUpdateHold();
  if (waiting === null || hold !== undefined) return hold;
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true });
  waiting.postMessage("take over");
  return undefined;
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
function workerAddress(): string {
  const address = "/driver/worker.js";
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy("worker", { createScriptURL: () => address }).createScriptURL(address) ?? address;
}
