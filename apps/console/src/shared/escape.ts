import { type RefObject, useEffect, useRef } from "react";

/** Calls what Escape means within an element, unless something inside of it (an open list) has taken the key itself. */
export function useEscape<T extends HTMLElement>(onEscape: () => void): RefObject<T | null> {
  const element = useRef<T>(null);
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !element.current?.contains(event.target as Node)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return element;
}
