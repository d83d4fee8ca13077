/**
 * Whether a list in a query is written with commas: numbers, words and ids are. Free text (`sort`) has commas of its
 * own, and its parameter is repeated.
 */
export function isCommaSeparatedListSchema(schema: object): boolean {
  const { items } = schema as { items?: { type?: string; enum?: unknown; format?: string } };
  if (items === undefined) return false;
  return items.type === "number" || items.type === "integer" || items.enum !== undefined || items.format === "uuid";
}
