/** Moving about in a long form by keyboard. */
const STOPS =
  "input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)";

/** Goes on at the first field behind an element. */
export function focusAfter(element: Element) {
  const form = element.closest("form");
  const stops = [...(form?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(
    (stop) => stop.tabIndex >= 0 && !(stop.matches("input[type=radio]") && isPassedBy(stop as HTMLInputElement)),
  );
  stops
    .find((stop) => !element.contains(stop) && element.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING)
    ?.focus();
}

/** Of a group of radio buttons Tab stops at the chosen one. */
const isPassedBy = (radio: HTMLInputElement) =>
  !radio.checked && radio.form?.querySelector(`input[type=radio][name="${CSS.escape(radio.name)}"]:checked`) !== null;

/** Shows a field in the middle of the form and puts the cursor there. */
export function focusField(id: string) {
  const element = document.getElementById(id);
  const target = element?.matches("input[type=radio]:not(:checked)")
    ? (element.closest("fieldset")?.querySelector<HTMLElement>("input:checked") ?? element)
    : element;
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}
