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
      return parseTypedNumber(text, { isCoordinate: /\b(?:lat|lon)$/.test(field.path) });
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

/** The typed text written out, as a field shows it once it has lost the focus: people see how it was read. */
export function normaliseTypedText(field: FormField, text: string, locale: string): string {
  const value = parseTypedValue(field, text);
  const isRead = value !== undefined && value !== text.trim();
  return isRead && ["day", "moment", "integer", "number"].includes(field.kind)
    ? String(formatTypedValue(field, value, locale))
    : text;
}

/** Number in groups of three digits, with one kind of sign between the groups and another before the decimals. */
const GROUPED_NUMBER = /^[1-9]\d{0,2}([.,'’ \u00A0\u202F])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;

/** Number of a text; the text itself where it is none. Coordinates have no groups: 47.070 is between 47 and 48. */
function parseTypedNumber(text: string, { isCoordinate }: { isCoordinate: boolean }): number | string {
  const digits = text.replace(/\s*(kg|cm|km|€|eur)$/i, "");
  const group = isCoordinate ? undefined : GROUPED_NUMBER.exec(digits)?.[1];
  const number = Number((group === undefined ? digits : digits.replaceAll(group, "")).replace(",", "."));
  return Number.isFinite(number) ? number : text;
}
