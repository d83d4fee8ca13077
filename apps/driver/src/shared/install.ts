import { createStore } from "@leitstand/app/store";

/** Event of browsers that can install apps; it is not part of the DOM types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Opens the browser's own question for putting the app on the home screen; null when the browser has none. */
export const installPromptStore = createStore<(() => Promise<unknown>) | null>(null);

/** Keeps the browser's offer, which comes once at a moment of its own, until the driver has read the reason. */
export function captureInstallPrompt() {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installPromptStore.set(() => (event as InstallPromptEvent).prompt());
  });
  window.addEventListener("appinstalled", () => installPromptStore.set(null));
}

/**
 * Whether the device is an iPhone or iPad: there only the user can install an app, by the menu, and only an installed
 * app keeps its data longer than a week.
 */
export const isAppleMobile = /iPhone|iPad/.test(navigator.userAgent);
export const isAppInstalled = () => matchMedia("(display-mode: standalone)").matches;
