/** Turns the contract's JSON Schema 2020-12 (TypeBox) into the older dialect of OpenAPI 3.0.3. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };
interface Source {
  readonly [keyword: string]: unknown;
}

const copied = new Set(
  "title description type format pattern default enum multipleOf minimum maximum minLength maxLength minItems maxItems uniqueItems minProperties maxProperties readOnly writeOnly deprecated nullable".split(
    " ",
  ),
);
/** Keywords that are translated below, or that say nothing 3.0.3 could hold without changing what is accepted. */
const translated = new Set(
  "$id $ref $defs $schema anyOf oneOf allOf not const examples required properties patternProperties additionalProperties propertyNames items additionalItems exclusiveMinimum exclusiveMaximum discriminator".split(
    " ",
  ),
);

/** Collects the named schemas that a document refers to. */
export class Components {
  readonly #sources = new Map<string, string>();
  readonly #converted = new Map<string, JsonObject>();

  /** The schema itself, or a reference when it has a name. */
  convert(schema: object): JsonObject {
    const source = schema as Source;
    const name = source["$id"];
    if (typeof name !== "string") return this.#convertBody(source);
    const text = JSON.stringify(source);
    const known = this.#sources.get(name);
    if (known !== undefined && known !== text) throw new Error(`two different schemas are named ${name}`);
    if (known === undefined) {
      this.#sources.set(name, text);
      this.#converted.set(name, this.#convertBody(source));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  toJson(): JsonObject {
    return Object.fromEntries([...this.#converted].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #convertBody(source: Source): JsonObject {
    for (const [name, definition] of Object.entries((source["$defs"] ?? {}) as Record<string, Source>))
      this.convert({ $id: name, ...definition });
    if (typeof source["$ref"] === "string") return { $ref: `#/components/schemas/${source["$ref"].split("/").at(-1)}` };
    const result: JsonObject = {};
    for (const [keyword, value] of Object.entries(source)) {
      if (copied.has(keyword) || keyword.startsWith("x-")) result[keyword] = value as Json;
      else if (!translated.has(keyword) && !keyword.startsWith("~"))
        throw new Error(`OpenAPI 3.0.3 does not know "${keyword}"`);
    }
    Object.assign(result, this.#numbers(source), this.#object(source), this.#items(source), this.#combined(source));
    if ("const" in source) Object.assign(result, { type: typeof source["const"], enum: [source["const"] as Json] });
    if (Array.isArray(source["examples"])) result["example"] = source["examples"][0] as Json;
    return withoutNullType(result);
  }

  #numbers(source: Source): JsonObject {
    const result: JsonObject = {};
    for (const [exclusive, plain] of [
      ["exclusiveMinimum", "minimum"],
      ["exclusiveMaximum", "maximum"],
    ] as const) {
      if (typeof source[exclusive] === "number")
        Object.assign(result, { [plain]: source[exclusive], [exclusive]: true });
    }
    return result;
  }

  #object(source: Source): JsonObject {
    const result: JsonObject = {};
    const { required, properties, patternProperties, additionalProperties } = source;
    if (Array.isArray(required) && required.length > 0) result["required"] = required as string[];
    if (properties) result["properties"] = this.#convertEach(properties as Record<string, object>);
    if (typeof additionalProperties === "boolean") result["additionalProperties"] = additionalProperties;
    else if (additionalProperties) result["additionalProperties"] = this.convert(additionalProperties);
    const [pattern] = Object.values((patternProperties ?? {}) as Record<string, object>);
    if (pattern) result["additionalProperties"] = this.convert(pattern);
    return result;
  }

  /** 3.0.3 has no tuples; the closest is a list of that length whose items are any of the tuple's. */
  #items({ items, additionalItems }: Source): JsonObject {
    if (!items) return {};
    if (!Array.isArray(items)) return { items: this.convert(items) };
    const distinct = new Map(items.map((item) => [JSON.stringify(item), this.convert(item as object)]));
    const [first, ...others] = distinct.values();
    const length = additionalItems === false ? { minItems: items.length, maxItems: items.length } : {};
    return { items: others.length === 0 ? first : { anyOf: [...distinct.values()] }, ...length };
  }

  #combined(source: Source): JsonObject {
    const result: JsonObject = {};
    if (Array.isArray(source["allOf"])) result["allOf"] = source["allOf"].map((part) => this.convert(part as object));
    if (source["not"]) result["not"] = this.convert(source["not"]);
    const choices = (source["anyOf"] ?? source["oneOf"]) as Source[] | undefined;
    return choices ? { ...result, ...this.#choice(choices, source["discriminator"]) } : result;
  }

  #choice(choices: readonly Source[], named: unknown): JsonObject {
    const values = choices.filter(({ type }) => type !== "null");
    const nullable: JsonObject = values.length < choices.length ? { nullable: true } : {};
    const [only] = values;
    if (only && values.length === 1) {
      const converted = this.convert(only);
      if (converted["type"] === undefined) return nullable["nullable"] ? { anyOf: [converted, onlyNull] } : converted;
      if (!nullable["nullable"] || !converted["enum"]) return { ...converted, ...nullable };
      return { ...converted, ...nullable, enum: [...listOf(converted["enum"]), null] };
    }
    if (values.every((value) => "const" in value)) {
      const constants = values.map((value) => value["const"] as Json);
      return { type: typeof constants[0], enum: nullable["nullable"] ? [...constants, null] : constants, ...nullable };
    }
    const converted = values.map((value) => this.convert(value));
    const discriminator = (named as JsonObject | undefined) ?? findDiscriminator(values);
    if (!discriminator) return { anyOf: nullable["nullable"] ? [...converted, onlyNull] : converted };
    const choice = { oneOf: converted, discriminator };
    return nullable["nullable"] ? { anyOf: [choice, onlyNull] } : choice;
  }

  #convertEach(properties: Record<string, object>): JsonObject {
    return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, this.convert(value)]));
  }
}

/**
 * The one way to allow null beside a reference that validators of 3.0.3 agree on: `nullable` counts only beside `type`, and
 * never widens what an `allOf` refuses.
 */
const onlyNull: JsonObject = { type: "object", nullable: true, enum: [null] };

/** The property by which named objects tell themselves apart: a constant in each, another one in every one. */
function findDiscriminator(choices: readonly Source[]): JsonObject | undefined {
  if (!choices.every((choice) => typeof choice["$id"] === "string")) return undefined;
  const propertiesOf = (choice: Source) => (choice["properties"] ?? {}) as Record<string, Source>;
  for (const propertyName of Object.keys(propertiesOf(choices[0] as Source))) {
    const constants = choices.map((choice) => propertiesOf(choice)[propertyName]?.["const"]);
    if (!constants.every((value) => typeof value === "string") || new Set(constants).size < constants.length) continue;
    const mapping = constants.map((value, index) => [value, `#/components/schemas/${String(choices[index]?.["$id"])}`]);
    return { propertyName, mapping: Object.fromEntries(mapping) as JsonObject };
  }
  return undefined;
}

function withoutNullType(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (type === "null") return { ...schema, ...onlyNull };
  if (!Array.isArray(type)) return schema;
  const [only, ...others] = type.filter((name) => name !== "null") as string[];
  if (others.length > 0) throw new Error(`OpenAPI 3.0.3 allows one type, not ${type.join(", ")}`);
  const nullable = type.includes("null") ? { nullable: true } : {};
  const values =
    schema["enum"] && nullable.nullable && !listOf(schema["enum"]).includes(null)
      ? { enum: [...listOf(schema["enum"]), null] }
      : {};
  return { ...schema, type: only, ...nullable, ...values };
}

const listOf = (value: Json | undefined) => value as readonly Json[];
