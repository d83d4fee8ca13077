import { Temporal } from "#shared/text/temporal.ts";
import { zone } from "#shared/text/time.ts";
import { type Field, textIn } from "./field.ts";
import { readDay, readMoment, showDay, showMoment } from "./typed-time.ts";

/** Clock that a field's typed text is read by, in the tenant's time zone. */
const clockOf = ({ isPast }: Field) => ({ now: Temporal.Now.zonedDateTimeISO(zone()), isPast: isPast ?? false });

/**
 * Value of a field for a request; undefined when it is unknown. An unreadable text stays as it is, for the schema to
 * refuse.
 */
export function readTyped(field: Field, typed: unknown): unknown {
  if (field.kind === "several") return Array.isArray(typed) && typed.length > 0 ? typed : undefined;
  if (field.kind === "check") return typed === true;
  if (typeof typed !== "string") return undefined;
  const text = typed.trim();
  if (text === "") return undefined;
  switch (field.kind) {
    case "flag":
      return text === "true";
    case "integer":
    case "number":
      return numberOf(text);
    case "day":
      return readDay(text, clockOf(field))?.toString() ?? text;
    case "moment":
      return readMoment(text, clockOf(field))?.toInstant().toString() ?? text;
    default:
      return field.path.endsWith("country") ? text.toUpperCase() : text;
  }
}

export function showTyped(field: Field, value: unknown, locale: string): unknown {
  if (field.kind === "several") return Array.isArray(value) ? value : [];
  if (field.kind === "check") return value === true;
  if (value === null || value === undefined) return "";
  if (field.kind === "moment")
    return showMoment(Temporal.Instant.from(textIn(value)).toZonedDateTimeISO(zone()), locale);
  if (field.kind === "day") return showDay(Temporal.PlainDate.from(textIn(value)), locale);
  if (typeof value === "number") return locale === "de" ? String(value).replace(".", ",") : String(value);
  return textIn(value);
}

/** The typed text written out, as a field shows it once it has lost the focus. */
export function tidyTyped(field: Field, text: string, locale: string): string {
  const value = readTyped(field, text);
  const isRead = value !== undefined && value !== text.trim();
  return isRead && (field.kind === "day" || field.kind === "moment") ? String(showTyped(field, value, locale)) : text;
}

const numberOf = (text: string): number | string => {
  const number = Number(text.replace(/\s*(kg|cm|km|€|eur)$/i, "").replace(",", "."));
  return Number.isFinite(number) ? number : text;
};
