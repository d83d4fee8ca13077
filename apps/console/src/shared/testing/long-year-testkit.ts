import { typeText } from "./mount-testkit.tsx";

/** Fault below a date and time field whose year is too long. */
export const LONG_YEAR_FAULT = "Bitte Tag und Uhrzeit mit einem vierstelligen Jahr angeben.";

/** Types a time with a year of more than four digits: browsers let it through, but happy-dom only in a field for text. */
export function typeTimeOfLongYear(field: HTMLElement) {
  field.setAttribute("type", "text");
  return typeText(field, "202610-10-24T03:00");
}
