import type { Store } from "@leitstand/app/store";
import { useEffect, useState } from "react";

/** A touch becomes a click so soon after the finger is lifted, or it was none. */
const CLICK_MS = 300;
/**
 * Nobody presses a case for so long. Who lifted the finger outside of the window, or on what the system has laid over it, was not
 * told to us, and the list must not stay behind.
 */
const PRESS_MS_MAX = 10_000;

/**
 * What the store holds; while a finger lies on the screen, what it held before. Otherwise what is pressed could have become
 * another element, another case or another step by the time the finger is lifted, and the browser would lose the click or give it to
 * what was not meant.
 */
export function useStill<T>(store: Store<T>): T {
  const [shown, show] = useState(() => store.get());
  useEffect(() => {
    let isPressed = false;
    let end: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      if (!isPressed) show(() => store.get());
    };
    const release = () => {
      clearTimeout(end);
      isPressed = false;
      follow();
    };
    const releaseAfter = (ms: number) => () => {
      clearTimeout(end);
      end = setTimeout(release, ms);
    };
    const press = () => {
      isPressed = true;
      releaseAfter(PRESS_MS_MAX)();
    };
    const leave = store.subscribe(follow);
    const ends = new AbortController();
    const { signal } = ends;
    const options = { capture: true, signal };
    window.addEventListener("pointerdown", press, options);
    for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, releaseAfter(CLICK_MS), options);
    window.addEventListener("click", releaseAfter(0), options);
    // Only of the window itself: an element loses the focus by being pressed beside.
    window.addEventListener("blur", release, { signal });
    document.addEventListener("visibilitychange", release, { signal });
    follow();
    return () => {
      leave();
      ends.abort();
      clearTimeout(end);
    };
  }, [store]);
  return shown;
}
