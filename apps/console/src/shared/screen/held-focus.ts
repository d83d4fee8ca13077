import { type RefObject, useRef } from "react";

interface HeldFocus {
  readonly hold: () => void;
  /** Does nothing where the focus has gone elsewhere in the meantime. */
  readonly giveBack: () => void;
}

/**
 * Holds the keyboard focus at a form while its fields cannot have it, and gives it back to the field that had it. A
 * field that loses the focus takes over the text that was typed into it.
 */
export function useHeldFocus(form: RefObject<HTMLElement | null>): HeldFocus {
  const held = useRef<HTMLElement>(null);
  const hold = () => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || form.current?.contains(focused) !== true) return;
    held.current = focused;
    // Only a script focuses the form, and only for as long as this takes: a click beside the fields does not.
    form.current.setAttribute("tabindex", "-1");
    form.current.focus({ preventScroll: true });
  };
  const giveBack = () => {
    const isHeld = document.activeElement === form.current || document.activeElement === document.body;
    if (isHeld) held.current?.focus({ preventScroll: true });
    held.current = null;
    form.current?.removeAttribute("tabindex");
  };
  return { hold, giveBack };
}
