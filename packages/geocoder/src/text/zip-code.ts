import { ADDRESS_TEXT_LENGTH_MAX, foldAddressText } from "./fold";

/**
 * Postal code as it is compared, in the index and in queries: without its country, without blanks and in capitals. "A-8010"
 * and "D 80331" are written on envelopes, but the country is a field of its own; Czech codes are mapped as "110 00" and as
 * "11000", and Dutch ones are written as "1012 LG" and as "1012lg".
 */
export const normalizeZip = (zip: string): string =>
  zip
    .slice(0, ADDRESS_TEXT_LENGTH_MAX)
    .trim()
    .toUpperCase()
    .replace(/^[A-Z]{1,2}[\s-]+(?=\d)/, "")
    .replaceAll(/\s/g, "");

/** Postal codes with letters in folded text, as in the Netherlands, in Great Britain and in Ireland. */
const letteredZipPattern =
  /(?<![\p{L}\p{N}])(?:(?:nl[\s-]+)?\d{4}\s?[a-z]{2}|[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}|[a-z]\d[\dw]\s?(?=\d*[a-z])[a-z\d]{4})(?![\p{L}\p{N}])/u;

interface CutZip {
  readonly zip_code: string;
  /** Text without the code. */
  readonly rest: string;
  /** Whether the code may be something else, as the "3100 St" of "3100 St Pölten" is. */
  readonly isDoubtful: boolean;
}

/** Cuts a possible postal code with letters out of a text; undefined where there is none. */
export function cutLetteredZip(text: string): CutZip | undefined {
  const folded = foldAddressText(text);
  const [found] = letteredZipPattern.exec(folded) ?? [];
  if (found === undefined) return undefined;
  return { zip_code: normalizeZip(found), rest: folded.replace(found, ","), isDoubtful: /\s/.test(found) };
}
