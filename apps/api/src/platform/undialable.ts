import { examplePhoneNumberOf, type PhoneCountry } from "./phone-number";
import { Problem } from "./problem";

/** A text in the place of a telephone number that no telephone could dial. */
export interface UndialableNumber {
  readonly path: readonly string[];
  readonly text: string;
}

/** Rules for reading telephone numbers, with those of the object that are stored already. */
export interface PhoneNumberRules {
  readonly country?: PhoneCountry;
  readonly stored?: object | undefined;
}

/**
 * Throws VALIDATION_FAILED with an example of the expected form, except for numbers that are `stored` in the same place
 * already.
 */
export function refuseUndialableNumbers(found: readonly UndialableNumber[], country: PhoneCountry, stored?: object) {
  const faults = found.filter(({ path, text }) => valueAtPath(stored, path) !== text);
  if (faults.length === 0) return;
  const expected = examplePhoneNumberOf(country);
  throw new Problem(
    "VALIDATION_FAILED",
    faults.slice(0, FAULTS_TOLD_MAX).map(({ path }) => ({ field: path.join("."), rule: "phone_number", expected })),
  );
}
const FAULTS_TOLD_MAX = 20;

const valueAtPath = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, step) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  );
