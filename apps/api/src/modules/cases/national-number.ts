import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** A number as it is dialled within its country, digits alone; undefined for what is no number. */
export const nationalNumber = (number: string): string | undefined =>
  parsePhoneNumberFromString(number, { extract: false })?.formatNational().replaceAll(/\D/g, "");
