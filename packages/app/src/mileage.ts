/** Whole kilometres, also with separators between groups of three digits, then perhaps tenths, which are left out. */
const MILEAGE_PATTERN = /^(\d{1,3}(?:[\s.,'’]\d{3})+|\d+)(?:[.,]\d{1,2})?$/;

/** Kilometres of a typed mileage, as "142.300 km" or "85320,4"; undefined where it is none, or more than `max`. */
export function parseMileage(typed: string | undefined, max: number): number | undefined {
  const [, whole] = MILEAGE_PATTERN.exec((typed ?? "").replace(/km\s*$/i, "").trim()) ?? [];
  const kilometers = whole === undefined ? Number.NaN : Number(whole.replaceAll(/\D/g, ""));
  return kilometers <= max ? kilometers : undefined;
}
