type ZipCode = number | string | null;

/** Postal code in the two spellings of a request; undefined means that the spelling was left out. */
interface GivenCode {
  readonly zip_code?: ZipCode;
  readonly postal_code?: string | null;
  readonly country?: string | null;
}
export interface StoredCode {
  readonly zip_code: number | null;
  readonly postal_code: string | null;
}

/**
 * Number of digits of a postal code in countries where it consists of digits only and may begin with zeros: a number
 * with fewer digits has lost them. The migrations that turned stored numbers into text use the same table.
 */
const digits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    4: "AU DK GE NO NZ ZA",
    5: "CZ DE DZ ES FI FR IT KR LT MX MY PE PR SK TR UA US VA VI",
    6: "CN CO EC KZ RO SG",
  }).flatMap(([length, countries]) => countries.split(" ").map((country) => [country, Number(length)] as const)),
);

/** Postal code as text, with its leading zeros. */
export function postalCodeOf({ zip_code, country }: Pick<GivenCode, "zip_code" | "country">): string | null {
  if (zip_code === null || zip_code === undefined) return null;
  return typeof zip_code === "string" ? zip_code : withZeros(String(zip_code), country);
}

const withZeros = (code: string, country: string | null | undefined) =>
  /^\d+$/.test(code) ? code.padStart(digits.get(country ?? "") ?? 0, "0") : code;

/** Postal code as a number; null where letters, dashes or too many digits make it none. */
export const zipNumberOf = (postalCode: string | null): number | null =>
  postalCode !== null && /^\d{1,7}$/.test(postalCode) ? Number(postalCode) : null;

/**
 * Whether the request alone does not say which code it means: it has two different ones, or a number that may be the
 * stored one.
 */
export const dependsOnStored = ({ zip_code, postal_code }: GivenCode): boolean =>
  zip_code !== undefined &&
  (postal_code === undefined ? typeof zip_code !== "string" : !isSame(zip_code, asStored(postal_code)));

/**
 * Postal code that a request sets. Of two spellings, the one that differs from the stored code counts as changed;
 * undefined where both are new and contradict each other.
 */
export function requestedCode(given: GivenCode, stored?: StoredCode): string | null | undefined {
  const { zip_code, postal_code, country } = given;
  if (zip_code === undefined) return postal_code ?? null;
  const isStoredNumber = stored !== undefined && isSame(zip_code, stored);
  if (postal_code === undefined)
    return isStoredNumber && stored.postal_code !== null
      ? withZeros(stored.postal_code, country)
      : postalCodeOf({ zip_code, country });
  if (isStoredNumber || isSame(zip_code, asStored(postal_code))) return postal_code;
  return postal_code === stored?.postal_code ? postalCodeOf({ zip_code, country }) : undefined;
}

const asStored = (postal_code: string | null): StoredCode => ({ postal_code, zip_code: zipNumberOf(postal_code) });
const isSame = (zip_code: ZipCode, { zip_code: number, postal_code }: StoredCode) =>
  zip_code === (typeof zip_code === "string" ? postal_code : number);
