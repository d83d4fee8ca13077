import type { Store } from "@leitstand/app/store";
import { useEffect, useState } from "react";

/** A touch becomes a click so soon after the finger is lifted, or it was none. */
const CLICK_MS = 300;

/**
 * What the store holds; while a finger lies on the screen, what it held before. Otherwise what is pressed could have become
 * another element, or another case, by the time the finger is lifted, and the browser would lose the click or open the wrong one.
 */
export function useStill<T>(store: Store<T>): T {
  const [shown, show] = useState(() => store.get());
  useEffect(() => {
    let isPressed = false;
    let lifted: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      if (!isPressed) show(() => store.get());
    };
    const press = () => {
      isPressed = true;
      clearTimeout(lifted);
    };
    const liftAfter = (ms: number) => () => {
      clearTimeout(lifted);
      lifted = setTimeout(() => {
        isPressed = false;
        follow();
      }, ms);
    };
    const leave = store.subscribe(follow);
    const ends = new AbortController();
    const options = { capture: true, signal: ends.signal };
    window.addEventListener("pointerdown", press, options);
    for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, liftAfter(CLICK_MS), options);
    window.addEventListener("click", liftAfter(0), options);
    follow();
    return () => {
      leave();
      ends.abort();
      clearTimeout(lifted);
    };
  }, [store]);
  return shown;
}
