const RANGE_KEYWORDS = [
  ["minimum", "maximum", ""],
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " items"],
  ["minProperties", "maxProperties", " entries"],
] as const;

/** The bounds of a JSON schema in words: `1 to 255 characters`, `at most 100`. */
export const schemaRangeTexts = (schema: Readonly<Record<string, unknown>>): readonly string[] =>
  RANGE_KEYWORDS.flatMap(([low, high, unit]) => rangeText(schema[low], schema[high], unit));

function rangeText(low: unknown, high: unknown, unit: string): readonly string[] {
  const isBounded = typeof high === "number" && high !== Number.MAX_SAFE_INTEGER;
  if (isBounded && typeof low === "number") return [`${formatNumber(low)} to ${formatNumber(high)}${unit}`];
  if (isBounded) return [`at most ${formatNumber(high)}${unit}`];
  return typeof low === "number" && (low > 0 || unit === "") ? [`${formatNumber(low)} or more${unit}`] : [];
}

const formatNumber = (value: number) => value.toLocaleString("en");
