import { type RefObject, useEffect, useRef } from "react";

/** Calls what Escape means within an element, unless something inside of it (an open list) has taken the key itself. */
export function useEscape<T extends HTMLElement>(onEscape: () => void): RefObject<T | null> {
  const element = useRef<T>(null);
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    // An open list closes first. It does so before the key comes up here, so this is looked at on the way down.
    let isListOpen = false;
    const look = ({ target }: KeyboardEvent) => {
      isListOpen = target instanceof Element && target.hasAttribute("aria-haspopup") && target.ariaExpanded === "true";
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !element.current?.contains(event.target as Node)) return;
      event.preventDefault();
      if (!isListOpen) latest.current();
    };
    document.addEventListener("keydown", look, { capture: true });
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("keydown", look, { capture: true });
      document.removeEventListener("keydown", press);
    };
  }, []);
  return element;
}
