interface StoredCode {
  readonly zip_code?: number | string | null;
  readonly country?: string | null;
}

/** Where a number of fewer digits has lost its leading zeros. The migration that made text of the numbers knows the same. */
const FIVE_DIGITS: ReadonlySet<string> = new Set(["DE", "IT", "ES", "FR"]);

/** The postal code as people write it. */
export function postalCodeOf({ zip_code, country }: StoredCode): string | null {
  if (zip_code === null || zip_code === undefined) return null;
  if (typeof zip_code === "string") return zip_code;
  return FIVE_DIGITS.has(country ?? "") ? String(zip_code).padStart(5, "0") : String(zip_code);
}

/** The same as a number; null where letters, dashes or too many digits make it none. */
export const zipNumberOf = (postalCode: string | null): number | null =>
  postalCode !== null && /^\d{1,7}$/.test(postalCode) ? Number(postalCode) : null;
