import type { Store } from "@leitstand/app/store";
import { useEffect, useState } from "react";

/** Milliseconds after lifting the finger within which a touch becomes a click, if ever. */
const CLICK_AFTER_TOUCH_MS = 300;
/**
 * Longest press in milliseconds. When a finger is lifted outside of the window, or on something that the system shows
 * over it, the end is not reported, and the list must not stay outdated.
 */
const PRESS_MS_MAX = 10_000;

/**
 * Value of the store; while a finger is on the screen, the value from before. Otherwise the pressed element could
 * become another case or step by the time the finger is lifted, and the browser would lose the click or give it to the
 * wrong one.
 */
export function useStoreWhileUntouched<T>(store: Store<T>): T {
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
    for (const type of ["pointerup", "pointercancel"])
      window.addEventListener(type, releaseAfter(CLICK_AFTER_TOUCH_MS), options);
    window.addEventListener("click", releaseAfter(0), options);
    // Only a blur of the window ends the press: a press beside an input blurs that input, too.
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
