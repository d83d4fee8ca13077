type JsonObject = Readonly<Record<string, unknown>>;
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, JsonObject>>;
}

/**
 * Document of one path, with the components that it refers to: a validator that walks through all of them for each
 * answer has a thousandth of the work.
 */
export function openApiDocumentOfPath(document: object, path: string): object {
  const { paths, components, ...rest } = document as OpenApiDocument;
  const kept: Record<string, Record<string, unknown>> = { securitySchemes: { ...components["securitySchemes"] } };
  const keep = (value: unknown): void => {
    if (typeof value === "string" && value.startsWith("#/components/")) {
      const [, , kind = "", name = ""] = value.split("/");
      const group = (kept[kind] ??= {});
      if (name in group) return;
      group[name] = components[kind]?.[name];
      keep(group[name]);
    } else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) keep(inner);
  };
  keep(paths[path]);
  return structuredClone({ ...rest, paths: { [path]: paths[path] }, components: kept });
}
