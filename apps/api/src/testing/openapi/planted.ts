import type { ContractSchemaPart } from "../schema-arbitrary";

/** A value with a single fault that its schema refuses. */
export interface PlantedSchemaFault {
  readonly what: "missing field" | "wrong enum value";
  readonly where: string;
  readonly value: unknown;
}
type ValuePath = readonly (string | number)[];

/** Copies of a value, each with another of its required fields missing, or another of its enum values wrong. */
export function plantSchemaFaults(schema: ContractSchemaPart, value: unknown): readonly PlantedSchemaFault[] {
  const found: PlantedSchemaFault[] = [];
  for (const { what, path } of listPlaces(schema, value, [])) {
    const copy = structuredClone(value);
    const parent = path.slice(0, -1).reduce((at, key) => at[key] as JsonContainer, copy as JsonContainer);
    const last = path.at(-1) as string;
    if (what === "missing field") delete parent[last];
    else parent[last] = "NO_SUCH_WORD";
    found.push({ what, where: path.join("."), value: copy });
  }
  return found;
}
type JsonContainer = Record<string | number, unknown>;

interface SchemaPlace {
  readonly what: PlantedSchemaFault["what"];
  readonly path: ValuePath;
}

function* listPlaces(schema: ContractSchemaPart, value: unknown, path: ValuePath): Generator<SchemaPlace> {
  if (value === null || value === undefined) return;
  const choices = schema.anyOf?.filter(({ type }) => type !== "null");
  // With several choices, another one might accept the faulty value.
  if (choices?.length === 1) yield* listPlaces(choices[0] as ContractSchemaPart, value, path);
  if (choices) return;
  if (schema.enum && path.length > 0) yield { what: "wrong enum value", path };
  if (Array.isArray(value)) {
    const isList = value.length > 0 && schema.items && !Array.isArray(schema.items);
    if (isList) yield* listPlaces(schema.items as ContractSchemaPart, value[0], [...path, 0]);
    return;
  }
  if (typeof value !== "object") return;
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!(name in value)) continue;
    if (schema.required?.includes(name)) yield { what: "missing field", path: [...path, name] };
    yield* listPlaces(inner, (value as JsonContainer)[name], [...path, name]);
  }
}

/** Chooses some of all planted faults: of each kind the first, the last and the deepest. */
export function choosePlantedFaults(planted: readonly PlantedSchemaFault[]): readonly PlantedSchemaFault[] {
  const kinds = ["missing field", "wrong enum value"] as const;
  return kinds.flatMap((kind) => {
    const all = planted.filter(({ what }) => what === kind);
    const depth = ({ where }: PlantedSchemaFault) => where.split(".").length;
    const [deepest] = all.toSorted((a, b) => depth(b) - depth(a));
    return [...new Set([all[0], all.at(-1), deepest])].filter((each) => each !== undefined);
  });
}
