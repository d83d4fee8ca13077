import { Temporal } from "#shared/text/temporal.ts";
import { tenantTimeZone } from "#shared/text/time.ts";
import { type FormField, textOfFormValue } from "./field.ts";
import { parseTypedDay, parseTypedMoment, formatTypedDay, formatTypedMoment } from "./typed-time.ts";

/** Clock that a field's typed text is read by, in the tenant's time zone. */
const clockForField = ({ isPast }: FormField) => ({
  now: Temporal.Now.zonedDateTimeISO(tenantTimeZone()),
  isPast: isPast ?? false,
});

/**
 * Value of a field for a request; undefined when it is unknown. An unreadable text stays as it is, for the schema to
 * refuse.
 */
export function parseTypedValue(field: FormField, typed: unknown): unknown {
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
      return parseTypedNumber(text);
    case "day":
      return parseTypedDay(text, clockForField(field))?.toString() ?? text;
    case "moment":
      return parseTypedMoment(text, clockForField(field))?.toInstant().toString() ?? text;
    default:
      return field.path.endsWith("country") ? text.toUpperCase() : text;
  }
}

export function formatTypedValue(field: FormField, value: unknown, locale: string): unknown {
  if (field.kind === "several") return Array.isArray(value) ? value : [];
  if (field.kind === "check") return value === true;
  if (value === null || value === undefined) return "";
  if (field.kind === "moment")
    return formatTypedMoment(
      Temporal.Instant.from(textOfFormValue(value)).toZonedDateTimeISO(tenantTimeZone()),
      locale,
    );
  if (field.kind === "day") return formatTypedDay(Temporal.PlainDate.from(textOfFormValue(value)), locale);
  if (typeof value === "number") return locale === "de" ? String(value).replace(".", ",") : String(value);
  return textOfFormValue(value);
}

/** The typed text written out, as a field shows it once it has lost the focus. */
export function normaliseTypedText(field: FormField, text: string, locale: string): string {
  const value = parseTypedValue(field, text);
  const isRead = value !== undefined && value !== text.trim();
  return isRead && (field.kind === "day" || field.kind === "moment")
    ? String(formatTypedValue(field, value, locale))
    : text;
}

const parseTypedNumber = (text: string): number | string => {
  const number = Number(text.replace(/\s*(kg|cm|km|€|eur)$/i, "").replace(",", "."));
  return Number.isFinite(number) ? number : text;
};
