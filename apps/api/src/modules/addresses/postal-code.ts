type ZipCode = number | string | null;

/** Postal code in the two spellings of a request; undefined means that the spelling was left out. */
interface RequestedPostalCode {
  readonly zip_code?: ZipCode;
  readonly postal_code?: string | null;
  readonly country?: string | null;
}
export interface StoredPostalCode {
  readonly zip_code: number | null;
  readonly postal_code: string | null;
}

/**
 * Number of digits of a postal code in countries where it consists of digits only and may begin with zeros: a number
 * with fewer digits has lost them. The migrations that turned stored numbers into text use the same table.
 */
const postalCodeDigitsByCountry: ReadonlyMap<string, number> = new Map(
  Object.entries({
    4: "AU DK GE NO NZ ZA",
    5: "CZ DE DZ ES FI FR IT KR LT MX MY PE PR SK TR UA US VA VI",
    6: "CN CO EC KZ RO SG",
  }).flatMap(([length, countries]) => countries.split(" ").map((country) => [country, Number(length)] as const)),
);

/** Postal code as text, with its leading zeros. */
export function zipCodeToPostalCode({
  zip_code,
  country,
}: Pick<RequestedPostalCode, "zip_code" | "country">): string | null {
  if (zip_code === null || zip_code === undefined) return null;
  return typeof zip_code === "string" ? zip_code : padWithLeadingZeros(String(zip_code), country);
}

const padWithLeadingZeros = (code: string, country: string | null | undefined) =>
  /^\d+$/.test(code) ? code.padStart(postalCodeDigitsByCountry.get(country ?? "") ?? 0, "0") : code;

/** Postal code as a number; null where letters, dashes or too many digits make it none. */
export const postalCodeToNumber = (postalCode: string | null): number | null =>
  postalCode !== null && /^\d{1,7}$/.test(postalCode) ? Number(postalCode) : null;

/**
 * Whether the request is ambiguous without the stored postal code: it has two different codes, or a number that may be
 * the stored one.
 */
export const isPostalCodeRequestAmbiguous = ({ zip_code, postal_code }: RequestedPostalCode): boolean =>
  zip_code !== undefined &&
  (postal_code === undefined
    ? typeof zip_code !== "string"
    : !isSamePostalCode(zip_code, toStoredPostalCode(postal_code)));

/**
 * Postal code that a request sets. Of two spellings, the one that differs from the stored code counts as changed;
 * undefined where both are new and contradict each other.
 */
export function resolvePostalCode(given: RequestedPostalCode, stored?: StoredPostalCode): string | null | undefined {
  const { zip_code, postal_code, country } = given;
  if (zip_code === undefined) return postal_code ?? null;
  const isStoredNumber = stored !== undefined && isSamePostalCode(zip_code, stored);
  if (postal_code === undefined)
    return isStoredNumber && stored.postal_code !== null
      ? padWithLeadingZeros(stored.postal_code, country)
      : zipCodeToPostalCode({ zip_code, country });
  if (isStoredNumber || isSamePostalCode(zip_code, toStoredPostalCode(postal_code))) return postal_code;
  return postal_code === stored?.postal_code ? zipCodeToPostalCode({ zip_code, country }) : undefined;
}

const toStoredPostalCode = (postal_code: string | null): StoredPostalCode => ({
  postal_code,
  zip_code: postalCodeToNumber(postal_code),
});
const isSamePostalCode = (zip_code: ZipCode, { zip_code: number, postal_code }: StoredPostalCode) =>
  zip_code === (typeof zip_code === "string" ? postal_code : number);
