/** Elements of a form that the keyboard can stop at. */
const FOCUSABLE_SELECTOR =
  "input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)";

/** Focuses the first field after an element. */
export function focusFieldAfter(element: Element) {
  const form = element.closest("form");
  const stops = [...(form?.querySelectorAll<HTMLElement>(FOCUSABLE_SELECTOR) ?? [])].filter(
    (stop) => stop.tabIndex >= 0 && !(stop.matches("input[type=radio]") && isSkippedByTab(stop as HTMLInputElement)),
  );
  stops
    .find((stop) => !element.contains(stop) && element.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING)
    ?.focus();
}

/** Whether Tab skips this radio button: of a group it stops only at the chosen one. */
const isSkippedByTab = (radio: HTMLInputElement) =>
  !radio.checked && radio.form?.querySelector(`input[type=radio][name="${CSS.escape(radio.name)}"]:checked`) !== null;

/** Scrolls an element into view within the form alone: `scrollIntoView` would move everything around it, too. */
export function scrollIntoFormView(element: Element, at = 0.4) {
  const frame = element.closest("[data-scrolls]");
  if (!frame) return;
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  const isSeen = inner.top >= outer.top && inner.bottom <= outer.bottom;
  if (!isSeen || at === 0) frame.scrollTop += inner.top - outer.top - outer.height * at;
}

/** Shows a field in the middle of the form and focuses it. */
export function focusField(id: string) {
  const element = document.getElementById(id);
  const target = element?.matches("input[type=radio]:not(:checked)")
    ? (element.closest("fieldset")?.querySelector<HTMLElement>("input:checked") ?? element)
    : element;
  if (!target) return;
  scrollIntoFormView(target);
  target.focus({ preventScroll: true });
}
