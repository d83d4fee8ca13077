/** An address that is put into its fields: which of them it fills, and how the next one takes it back. */

/** Value that an address has put into a field, and the value that the field had before. */
export interface FilledValue {
  readonly written: unknown;
  readonly before: unknown;
}
/** Values that the last address has put into each address of an open form, by prefix and path. */
export type AddressFills = Map<string, ReadonlyMap<string, FilledValue>>;

/** Fields that place a house: once one is changed by hand, the coordinates that were picked with it no longer hold. */
export const locatingFields = ["street", "house_number", "zip_code", "city", "country"];
/** Fields that belong to one call, and not to the house. */
const visitFields = ["contact_name", "phone_number", "notes", "timeframe.from", "timeframe.to"];

/** Whether a field still holds the value that an address has put there; otherwise its value is the dispatcher's. */
export const isStillFilled = (filled: FilledValue | undefined, held: unknown): filled is FilledValue =>
  filled !== undefined && JSON.stringify(filled.written) === JSON.stringify(held);

export const isEmptyValue = (value: unknown) =>
  Array.isArray(value) ? value.length === 0 : (value ?? "") === "" || value === false;

interface FilledField {
  /** Name of the field within its address. */
  readonly name: string;
  readonly offered: unknown;
  /** Value of the field without that of the last address. */
  readonly before: unknown;
  /** Whether the dispatcher has typed that value. */
  readonly isTyped: boolean;
  /** Whether the address was picked from a list; otherwise it was typed in one line. */
  readonly isPicked: boolean;
}

/** Whether an address fills a field; what the dispatcher has typed about the house or this visit goes first. */
export function isFieldFilled({ name, offered, before, isTyped, isPicked }: FilledField): boolean {
  // A stored address brings a contact of its own, but the caller's is of this visit.
  if (visitFields.includes(name)) return !isEmptyValue(offered) && isEmptyValue(before);
  // A country that is left out is the usual one.
  if (name === "country") return !isEmptyValue(offered);
  if (locatingFields.includes(name) || name === "lat" || name === "lon") return true;
  // A typed line says nothing about floors and lifts.
  if (!isPicked) return offered !== undefined;
  return !isTyped || (name === "name" && !isEmptyValue(offered));
}
