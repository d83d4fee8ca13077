import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";

/** Country in which national numbers are read as dialled; null: not known, and numbers need their country code. */
export type PhoneCountry = string | null;

const supportedCountry = (country: PhoneCountry): CountryCode | undefined =>
  country !== null && isSupportedCountry(country) ? country : undefined;

/**
 * The one spelling of a telephone number, E.164; undefined for what no telephone could dial. A zero between the country
 * code and the number, which only national calls begin with, is removed. Whether the number is assigned is not checked.
 */
export function toDialableNumber(text: string, country: PhoneCountry): string | undefined {
  const found = parsePhoneNumberFromString(text, { defaultCountry: supportedCountry(country), extract: false });
  if (!found?.isPossible() || found.ext !== undefined) return undefined;
  // Italian numbers begin with a zero; elsewhere one that is left in front belongs to a number that is too short without it.
  return found.nationalNumber.startsWith("0") && !found.isValid() ? undefined : found.number;
}

/** Example of a telephone number of the country in that spelling. */
export const examplePhoneNumberOf = (country: PhoneCountry): string =>
  getExampleNumber(supportedCountry(country) ?? "AT", examples)?.number ?? "";
