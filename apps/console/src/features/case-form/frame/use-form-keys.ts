import { type RefObject, useEffect, useRef } from "react";
import { isEscapeAlreadyHandled } from "#shared/screen/escape.ts";
import { type FormSectionName, formSections } from "../fields/field.ts";
import { focusFieldAfter } from "../fields/focus.ts";

interface FormKeyHandlers {
  readonly root: RefObject<HTMLElement | null>;
  readonly onSave: (next: boolean) => void;
  readonly onLeave: () => void;
  readonly onMore: (section: FormSectionName) => void;
  readonly onGo: (section: FormSectionName) => void;
}

/** Moves to the next field by Enter: a fast typist must not save half a case by it. */
function moveOnByEnter(event: KeyboardEvent, target: Element) {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (event.key !== "Enter" || event.shiftKey || event.altKey || !isField) return undefined;
  const isRadio = target instanceof HTMLInputElement && target.type === "radio";
  return () => focusFieldAfter(isRadio ? (target.closest("fieldset") ?? target) : target);
}

/**
 * Keys of the form: Ctrl+Enter saves, with Shift it goes on to the next case; Escape leaves; Alt+M opens rare fields;
 * Alt+1 to 7 jump to a section.
 */
export function useFormKeyboardShortcuts(keys: FormKeyHandlers) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { root, onSave, onLeave, onMore, onGo } = latest.current;
      const target = event.target instanceof Element ? event.target : document.body;
      // Dialogs over the form, the queue beside it and open lists have keys of their own.
      const isOurs = target === document.body || root.current?.contains(target) === true;
      if (!isOurs || isEscapeAlreadyHandled(event)) return;
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      const isAlt = event.altKey && !event.ctrlKey && !event.metaKey;
      const act = () => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return () => onSave(event.shiftKey);
        if (event.key === "Escape") return onLeave;
        if (event.key === "Enter") return moveOnByEnter(event, target);
        if (isAlt && event.code === "KeyM") return () => onMore(sectionOfElement(target));
        const section = isAlt && digit !== undefined ? formSections[Number(digit) - 1] : undefined;
        return section === undefined ? undefined : () => onGo(section);
      };
      const action = act();
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

const sectionOfElement = (element: Element): FormSectionName =>
  (element.closest<HTMLElement>("[data-section]")?.dataset["section"] as FormSectionName | undefined) ?? "call";
