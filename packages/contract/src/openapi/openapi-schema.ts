/** Turns the contract's JSON Schema 2020-12 (TypeBox) into the older dialect of OpenAPI 3.0.3. */
import type { JsonValue, JsonObject } from "./openapi-json";
import { isExampleShownBySchema } from "./openapi-example";

interface SourceSchema {
  readonly [keyword: string]: unknown;
}

/** Keywords that mean the same in OpenAPI 3.0.3 and are copied unchanged. */
const keywordsKeptInOpenApi = new Set(
  "title description type format pattern default enum multipleOf minimum maximum minLength maxLength minItems maxItems uniqueItems minProperties maxProperties readOnly writeOnly deprecated nullable".split(
    " ",
  ),
);
/** Keywords that are translated below, or that OpenAPI 3.0.3 cannot express without accepting other values. */
const translatedKeywords = new Set(
  "$id $ref $defs $schema anyOf oneOf allOf not const examples required properties patternProperties additionalProperties propertyNames items additionalItems exclusiveMinimum exclusiveMaximum discriminator".split(
    " ",
  ),
);

/** Collects the named schemas that a document refers to. */
export class OpenApiSchemaCollector {
  readonly #sources = new Map<string, string>();
  readonly #converted = new Map<string, JsonObject>();
  readonly #used = new Set<string>();

  /** The schema itself, or a reference when it has a name. */
  convert(schema: object): JsonObject {
    const name = this.#register(schema as SourceSchema);
    return name === undefined ? this.#convertBody(schema as SourceSchema) : this.#refer(name);
  }

  /** Content of a JSON body, with its example where the schema does not show it already. */
  content(schema: object, example: JsonValue | undefined): JsonObject {
    const converted = this.convert(schema);
    return example === undefined || isExampleShownBySchema(schema, example)
      ? { schema: converted }
      : { schema: converted, example };
  }

  /** Schemas that are referred to; some only in the form that may be null. */
  toJson(): JsonObject {
    const used = [...this.#converted].filter(([name]) => this.#used.has(name));
    return Object.fromEntries(used.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #register(source: SourceSchema): string | undefined {
    const name = source["$id"];
    if (typeof name !== "string") return undefined;
    const text = JSON.stringify(source);
    const known = this.#sources.get(name);
    if (known !== undefined && known !== text) throw new Error(`two different schemas are named ${name}`);
    if (known === undefined) {
      this.#sources.set(name, text);
      this.#converted.set(name, this.#convertBody(source));
    }
    return name;
  }

  #refer(name: string): JsonObject {
    this.#used.add(name);
    return { $ref: `#/components/schemas/${name}` };
  }

  #convertBody(source: SourceSchema): JsonObject {
    for (const [name, definition] of Object.entries((source["$defs"] ?? {}) as Record<string, SourceSchema>))
      this.#register({ $id: name, ...definition });
    if (typeof source["$ref"] === "string") return this.#refer(source["$ref"].split("/").at(-1) as string);
    const result: JsonObject = {};
    for (const [keyword, value] of Object.entries(source)) {
      if (keywordsKeptInOpenApi.has(keyword) || keyword.startsWith("x-")) result[keyword] = value as JsonValue;
      else if (!translatedKeywords.has(keyword) && !keyword.startsWith("~"))
        throw new Error(`OpenAPI 3.0.3 does not know "${keyword}"`);
    }
    Object.assign(result, this.#numbers(source), this.#object(source), this.#items(source), this.#combined(source));
    if ("const" in source)
      Object.assign(result, { type: typeof source["const"], enum: [source["const"] as JsonValue] });
    if (Array.isArray(source["examples"])) result["example"] = source["examples"][0] as JsonValue;
    return isolateReference(withoutNullType(result));
  }

  #numbers(source: SourceSchema): JsonObject {
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

  #object(source: SourceSchema): JsonObject {
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

  /**
   * Items of a list; 3.0.3 has no tuples, and the closest is a list of that length whose items are any of the tuple's.
   */
  #items({ items, additionalItems }: SourceSchema): JsonObject {
    if (!items) return {};
    if (!Array.isArray(items)) return { items: this.convert(items) };
    const distinct = new Map(items.map((item) => [JSON.stringify(item), this.convert(item as object)]));
    const [first, ...others] = distinct.values();
    const length = additionalItems === false ? { minItems: items.length, maxItems: items.length } : {};
    return { items: others.length === 0 ? first : { anyOf: [...distinct.values()] }, ...length };
  }

  #combined(source: SourceSchema): JsonObject {
    const result: JsonObject = {};
    if (Array.isArray(source["allOf"])) result["allOf"] = source["allOf"].map((part) => this.convert(part as object));
    if (source["not"]) result["not"] = this.convert(source["not"]);
    const choices = (source["anyOf"] ?? source["oneOf"]) as SourceSchema[] | undefined;
    return choices ? { ...result, ...this.#choice(choices, source["discriminator"]) } : result;
  }

  #choice(choices: readonly SourceSchema[], named: unknown): JsonObject {
    const values = choices.filter(({ type }) => type !== "null");
    const isNullable = values.length < choices.length;
    const constants = values.map((value) => value["const"] as JsonValue);
    if (values.every((value) => "const" in value)) {
      const choice = { type: typeof constants[0], enum: constants };
      return isNullable ? allowNull(choice) : choice;
    }
    const [last] = values.slice(-1);
    if (last && isNullable)
      return anyOfSchemas([...values.slice(0, -1).map((value) => this.convert(value)), this.#orNull(last)]);
    const converted = values.map((value) => this.convert(value));
    const discriminator = (named as JsonObject | undefined) ?? findDiscriminator(values);
    return discriminator ? { oneOf: converted, discriminator } : anyOfSchemas(converted);
  }

  /**
   * Nullable form of a schema. `nullable` counts only beside `type`, so that a reference cannot have it: a nullable
   * object is a component of its own.
   */
  #orNull(source: SourceSchema): JsonObject {
    const name = this.#register(source);
    if (name === undefined) return allowNull(this.#convertBody(source));
    const nameOrNull = `${name}OrNull`;
    if (this.#sources.has(nameOrNull)) throw new Error(`a schema is named ${nameOrNull} already`);
    this.#converted.set(nameOrNull, allowNull(this.#converted.get(name) as JsonObject));
    return this.#refer(nameOrNull);
  }

  #convertEach(properties: Record<string, object>): JsonObject {
    return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, this.convert(value)]));
  }
}

const anyOfSchemas = (choices: readonly JsonObject[]): JsonObject =>
  choices.length === 1 ? (choices[0] as JsonObject) : { anyOf: choices };

/**
 * Allows null in a form that validators and generators of 3.0.3 agree on. An enum has to list it; in an `allOf`,
 * because some tools add it wherever it stands beside `nullable`, and then refuse the list for naming it twice.
 */
function allowNull(schema: JsonObject): JsonObject {
  const { enum: values, anyOf: choices, ...rest } = schema;
  if (Array.isArray(choices)) return { ...rest, anyOf: [...choices.slice(0, -1), allowNull(choices.at(-1))] };
  if (schema["type"] === undefined) {
    if (Object.keys(schema).some((keyword) => STRUCTURE_KEYWORDS.has(keyword)))
      throw new Error("OpenAPI 3.0.3 has no null beside a choice without a type");
    return schema;
  }
  if (values === undefined) return { ...schema, nullable: true };
  return { ...rest, nullable: true, allOf: [{ enum: [...asList(values), null] }] };
}
/** Keywords of structure; a schema without one of these, and without a type, allows null already. */
const STRUCTURE_KEYWORDS = new Set(["$ref", "allOf", "oneOf", "not", "enum"]);

/** Finds the property that distinguishes named objects: a constant in each, different in every one. */
function findDiscriminator(choices: readonly SourceSchema[]): JsonObject | undefined {
  if (!choices.every((choice) => typeof choice["$id"] === "string")) return undefined;
  const propertiesOf = (choice: SourceSchema) => (choice["properties"] ?? {}) as Record<string, SourceSchema>;
  for (const propertyName of Object.keys(propertiesOf(choices[0] as SourceSchema))) {
    const constants = choices.map((choice) => propertiesOf(choice)[propertyName]?.["const"]);
    if (!constants.every((value) => typeof value === "string") || new Set(constants).size < constants.length) continue;
    const mapping = constants.map((value, index) => [value, `#/components/schemas/${String(choices[index]?.["$id"])}`]);
    return { propertyName, mapping: Object.fromEntries(mapping) as JsonObject };
  }
  return undefined;
}

/** Drops everything beside a reference, as nothing else is read there. */
function isolateReference({ $ref, ...rest }: JsonObject): JsonObject {
  if ($ref === undefined) return rest;
  return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] };
}

function withoutNullType(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (type === "null") throw new Error("OpenAPI 3.0.3 has no type that is null alone");
  if (!Array.isArray(type)) return schema;
  const [only, ...others] = type.filter((name) => name !== "null") as string[];
  if (others.length > 0) throw new Error(`OpenAPI 3.0.3 allows one type, not ${type.join(", ")}`);
  if (!type.includes("null")) return { ...schema, type: only };
  const values = schema["enum"] && asList(schema["enum"]).filter((value) => value !== null);
  return allowNull({ ...schema, type: only, ...(values ? { enum: values } : {}) });
}

const asList = (value: JsonValue | undefined) => value as readonly JsonValue[];
