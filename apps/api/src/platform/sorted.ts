/** Copy with fields in one order, whichever order the input has. */
export function sortFieldsDeeply(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFieldsDeeply);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortFieldsDeeply(inner)]),
  );
}
