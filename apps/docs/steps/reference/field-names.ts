import { openApiDocument, referencedSchemaName, type OpenApiSchema } from "./api-document";

/** Names of all fields of a schema at any depth, for tests: read in another way than the reference reads them. */
export function fieldNamesIn(schema: OpenApiSchema, seen = new Set<string>()): readonly string[] {
  const name = referencedSchemaName(schema);
  if (name !== undefined) {
    if (seen.has(name)) return [];
    return fieldNamesIn(openApiDocument.components.schemas[name] as OpenApiSchema, new Set([...seen, name]));
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
