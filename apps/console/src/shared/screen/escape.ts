import { type RefObject, useEffect, useRef } from "react";

/** Presses of Escape for which something lay over the page: it closes by itself, and nothing behind it may. */
const taken = new WeakSet<Event>();

// Before anybody else: a list or a dialog that closes may be gone by the time that the key comes up to the board.
window.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector('[role="menu"]');
    if (menu && !isInList(event.target) && !isUnderDialog()) return handOver(event, menu);
    if (isInList(event.target) || isUnderDialog()) taken.add(event);
  },
  { capture: true },
);

/** A menu closes by the keys that are pressed in it; the focus comes to it some frames after it is seen. */
function handOver(event: KeyboardEvent, menu: Element) {
  event.preventDefault();
  event.stopImmediatePropagation();
  menu.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
}

/** A menu that has the focus, or the field or button of a list that stands open. */
const isInList = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.closest('[role="menu"]') !== null ||
    (target.ariaExpanded === "true" && (target.hasAttribute("aria-haspopup") || target.role === "combobox")));
const isUnderDialog = () => document.querySelector('[aria-modal="true"]') !== null;

/** Whether an Escape has closed something else already, or is about to. */
export const isEscapeTaken = (event: KeyboardEvent) => event.defaultPrevented || taken.has(event);

/** Calls what Escape means within an element, unless something inside of it (an open list) has taken the key itself. */
export function useEscape<T extends HTMLElement>(onEscape: () => void): RefObject<T | null> {
  const element = useRef<T>(null);
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isEscapeTaken(event) || !element.current?.contains(event.target as Node)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return element;
}
