import { createStore } from "@leitstand/app/store";

/** What a browser that installs apps hands out; no other knows of it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Puts the app on the home screen by the browser's own question; null: the browser has none. */
export const install = createStore<(() => Promise<unknown>) | null>(null);

/** Browsers offer it once, at a moment of their own: it is kept until somebody has read why. */
export function keepInstallOffer() {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    install.set(() => (event as InstallEvent).prompt());
  });
  window.addEventListener("appinstalled", () => install.set(null));
}

/** On an iPhone only people can do it, by the menu; and only what is installed is not emptied after a week. */
export const isOfApple = /iPhone|iPad/.test(navigator.userAgent);
export const isInstalled = () => matchMedia("(display-mode: standalone)").matches;
