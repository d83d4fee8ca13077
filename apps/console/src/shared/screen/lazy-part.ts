import { pause } from "@leitstand/client/pause";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;

/**
 * Component that is loaded when it is first shown. If it cannot be reached it is requested again until it comes, and
 * the rest of the page works on; a component that throws while it is loaded is a fault like any other.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await untilReached(load) }));
}

export async function untilReached<T>(load: () => Promise<T>): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      if (waitMs > FIRST_WAIT_MS) await fetchMissingStyles();
      return await load();
    } catch (error) {
      if (!(error instanceof Error && unreached.test(error.message))) throw error;
      await pause(waitMs, undefined);
    }
  }
}

/** Messages of Chromium, Firefox, Safari and the style loader for a file that cannot be reached. */
const unreached =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Failed to fetch|Load failed/i;

/** Stylesheets that failed: the loader requests each once, and takes it for loaded from then on. */
const failed = new Set<HTMLLinkElement>();
window.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
  },
  // The error event of an element does not bubble.
  { capture: true },
);

const fetchMissingStyles = () => Promise.all([...failed].map(fetchAgain));

const fetchAgain = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    failed.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener("load", () => resolve());
    again.addEventListener("error", () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
    if (link.isConnected) link.replaceWith(again);
    else document.head.append(again);
  });
