import { type RefObject, useEffect, useRef } from "react";

/** Escape events for which something lay over the page: that closes by itself, and nothing behind it may close. */
const takenEscapes = new WeakSet<Event>();

// In the capture phase: a list or a dialog that closes may be gone by the time that the event reaches the board.
window.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector('[role="menu"]');
    if (menu && !isInOpenList(event.target) && !isUnderDialog()) return passEscapeToMenu(event, menu);
    if (isInOpenList(event.target) || isUnderDialog()) takenEscapes.add(event);
  },
  { capture: true },
);

/**
 * Passes an Escape to the open menu: a menu closes by keys that are pressed in it, and gets the focus only some frames
 * after it is shown.
 */
function passEscapeToMenu(event: KeyboardEvent, menu: Element) {
  event.preventDefault();
  event.stopImmediatePropagation();
  menu.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
}

/**
 * Whether the target is in a menu that has the focus, or is the field or button of an open list, which closes the list
 * itself. The button of a menu closes nothing.
 */
const isInOpenList = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.closest('[role="menu"]') !== null || (target.ariaExpanded === "true" && controlsList(target)));
const controlsList = (target: Element) =>
  target.role === "combobox" || !["menu", null].includes(target.getAttribute("aria-haspopup"));
const isUnderDialog = () => document.querySelector('[aria-modal="true"]') !== null;

/** Whether an Escape has closed something else already, or is about to. */
export const isEscapeAlreadyHandled = (event: KeyboardEvent) => event.defaultPrevented || takenEscapes.has(event);

/** Tools in use on the board, such as the lasso of the map, by what ends them. */
const boardTools = new Set<() => void>();

/** Lets Escape end a tool of the board: after all that lies over the board, and before the selection is given up. */
export function useBoardTool(onEnd: () => void) {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    const end = () => latest.current();
    boardTools.add(end);
    return () => {
      boardTools.delete(end);
    };
  }, []);
}

/** Ends the tool that was taken up last, and says whether there was one. */
export function endBoardTool(): boolean {
  const last = [...boardTools].at(-1);
  last?.();
  return last !== undefined;
}

/** Handles Escape within an element, unless something inside of it (an open list) has used the key itself. */
export function useEscapeWithin<T extends HTMLElement>(onEscape: () => void): RefObject<T | null> {
  const element = useRef<T>(null);
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isEscapeAlreadyHandled(event) || !element.current?.contains(event.target as Node))
        return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return element;
}
