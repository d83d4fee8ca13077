const RANGES = [
  ["minimum", "maximum", ""],
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " items"],
  ["minProperties", "maxProperties", " entries"],
] as const;

/** The bounds of a JSON schema in words: `1 to 255 characters`, `at most 100`. */
export const rangeWords = (schema: Readonly<Record<string, unknown>>): readonly string[] =>
  RANGES.flatMap(([low, high, unit]) => rangeOf(schema[low], schema[high], unit));

function rangeOf(low: unknown, high: unknown, unit: string): readonly string[] {
  const isBounded = typeof high === "number" && high !== Number.MAX_SAFE_INTEGER;
  if (isBounded && typeof low === "number") return [`${shownNumber(low)} to ${shownNumber(high)}${unit}`];
  if (isBounded) return [`at most ${shownNumber(high)}${unit}`];
  return typeof low === "number" && (low > 0 || unit === "") ? [`${shownNumber(low)} or more${unit}`] : [];
}

const shownNumber = (value: number) => value.toLocaleString("en");
