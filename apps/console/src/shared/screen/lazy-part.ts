import { sleepUnlessAborted } from "@leitstand/client/pause";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const RELOAD_WAIT_MS_MIN = 500;
const RELOAD_WAIT_MS_MAX = 5_000;

/**
 * Component that is loaded when it is first shown. If it cannot be reached it is requested again until it comes, and
 * the rest of the page works on; a component that throws while it is loaded is a fault like any other.
 */
export function lazyComponent<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await retryLoadUntilReached(load) }));
}

export async function retryLoadUntilReached<T>(load: () => Promise<T>): Promise<T> {
  for (let waitMs = RELOAD_WAIT_MS_MIN; ; waitMs = Math.min(waitMs * 2, RELOAD_WAIT_MS_MAX)) {
    try {
      if (waitMs > RELOAD_WAIT_MS_MIN) await fetchMissingStyles();
      return await load();
    } catch (error) {
      if (!(error instanceof Error && unreachableFilePattern.test(error.message))) throw error;
      await sleepUnlessAborted(waitMs, undefined);
    }
  }
}

/** Messages of Chromium, Firefox, Safari and the style loader for a file that cannot be reached. */
const unreachableFilePattern =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Failed to fetch|Load failed/i;

/** Stylesheets that failed: the loader requests each once, and takes it for loaded from then on. */
const failedStylesheets = new Set<HTMLLinkElement>();
window.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStylesheets.add(target);
  },
  // The error event of an element does not bubble.
  { capture: true },
);

const fetchMissingStyles = () => Promise.all([...failedStylesheets].map(refetchStylesheet));

const refetchStylesheet = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    failedStylesheets.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener("load", () => resolve());
    again.addEventListener("error", () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
    if (link.isConnected) link.replaceWith(again);
    else document.head.append(again);
  });
