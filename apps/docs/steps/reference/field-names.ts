import { apiDocument, schemaName, type ApiSchema } from "./api-document";

/** Names of all fields of a schema at any depth, for tests: read in another way than the reference reads them. */
export function fieldNamesIn(schema: ApiSchema, seen = new Set<string>()): readonly string[] {
  const name = schemaName(schema);
  if (name !== undefined) {
    if (seen.has(name)) return [];
    return fieldNamesIn(apiDocument.components.schemas[name] as ApiSchema, new Set([...seen, name]));
  }
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema;
  const inner = [
    items,
    ...anyOf,
    ...allOf,
    typeof additionalProperties === "object" ? additionalProperties : undefined,
  ];
  return [
    ...Object.entries(properties).flatMap(([field, its]) => [field, ...fieldNamesIn(its, seen)]),
    ...inner.flatMap((each) => (each === undefined ? [] : fieldNamesIn(each, seen))),
  ];
}
