import fc from "fast-check";

/** Part of JSON Schema that the contract uses. */
export interface ContractSchemaPart {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly "x-phone-number"?: boolean;
  readonly enum?: readonly unknown[];
  readonly "x-extensible-enum"?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly ContractSchemaPart[];
  readonly properties?: Readonly<Record<string, ContractSchemaPart>>;
  readonly required?: readonly string[];
  readonly items?: ContractSchemaPart;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}
/** Values known to exist, by field name: ids from answers, current versions. */
export type KnownValuesOfField = (field: string) => readonly unknown[];

/** Arbitrary of values that the schema accepts. Fields with known values prefer those. */
export function validValueArbitrary(
  schema: ContractSchemaPart,
  known: KnownValuesOfField,
  field = "",
): fc.Arbitrary<unknown> {
  const existing = known(field);
  const made = arbitraryOfSchema(schema, known, field);
  if (existing.length === 0) return made;
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: made });
}

function arbitraryOfSchema(
  schema: ContractSchemaPart,
  known: KnownValuesOfField,
  field: string,
): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  const listed = schema.enum ?? schema["x-extensible-enum"];
  if (listed) return fc.constantFrom(...listed);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => validValueArbitrary(branch, known, field)));
  switch (schema.type) {
    case "object":
      return arbitraryObject(schema, known);
    case "array":
      return arbitraryArray(schema, known, field);
    case "integer":
      return fc.integer(numberBoundsOf(schema, 1000));
    case "number":
      return fc.double({ ...numberBoundsOf(schema, 1000), noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return arbitraryText(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function arbitraryObject(
  { properties = {}, required = [] }: ContractSchemaPart,
  known: KnownValuesOfField,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, validValueArbitrary(inner, known, name)]),
  );
  return fc.record(fields, { requiredKeys: [...required] });
}

function arbitraryArray(
  { items = {}, minItems = 0, maxItems = 5, uniqueItems }: ContractSchemaPart,
  known: KnownValuesOfField,
  field: string,
) {
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) };
  const inner = validValueArbitrary(items, known, field.replace(/s$/, ""));
  return uniqueItems
    ? fc.uniqueArray(inner, { ...bounds, comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b) })
    : fc.array(inner, bounds);
}

const numberBoundsOf = ({ minimum, maximum, exclusiveMinimum }: ContractSchemaPart, reach: number) => {
  const min = minimum ?? (exclusiveMinimum === undefined ? -reach : exclusiveMinimum + 1);
  return { min, max: Math.min(maximum ?? min + reach, min + 10 * reach) };
};

/** Length of a text in code points, as the contract counts it. */
const codePointLength = (text: string) => Array.from(text).length;

const UNUSUAL_NAMES = [
  "Grüner",
  "O'Brien",
  "Đorđević",
  "李",
  "  padded  ",
  "';--\\",
  "<b>x</b>",
  "ß",
  "🚑",
  "a".repeat(40),
];

function arbitraryText(schema: ContractSchemaPart): fc.Arbitrary<string> {
  const { format, pattern, examples = [], minLength = 0, maxLength = 200 } = schema;
  if (schema["x-phone-number"])
    return fc.integer({ min: 1_000_000, max: 9_999_999 }).map((number) => `+43664${number}`);
  if (format === "uuid") return fc.noBias(fc.uuid({ version: 4 }));
  if (format === "date-time")
    return fc
      .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (format === "date")
    return fc
      .date({ min: new Date("1930-01-01"), max: new Date("2026-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  if (format === "email") return fc.integer({ min: 1, max: 1e9 }).map((number) => `person${number}@example.org`);
  if (format === "uri") return fc.integer({ min: 1, max: 1e9 }).map((number) => `https://example.org/${number}`);
  if (pattern)
    return fc.oneof(
      ...(examples.length > 0 ? [fc.constantFrom(...(examples as string[]))] : []),
      fc.stringMatching(new RegExp(pattern)),
    );
  const fitting = UNUSUAL_NAMES.filter(
    (name) => codePointLength(name) >= minLength && codePointLength(name) <= maxLength,
  );
  const random = fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 30)),
    unit: "grapheme-ascii",
  });
  return fitting.length > 0 ? fc.oneof(fc.constantFrom(...fitting), random) : random;
}

const WRONG_VALUES: readonly unknown[] = [
  null,
  "",
  " ",
  "\u0000",
  "\ud800",
  "a".repeat(5000),
  "';drop table users;--",
  "{{7*7}}",
  "../../etc/passwd",
  "2026-02-30T25:61:00Z",
  "0000-01-01T00:00:00Z",
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  true,
  [],
  {},
  [[[[]]]],
  { __proto__x: 1 },
  { constructor: { prototype: 1 } },
  [null],
  Array.from({ length: 50 }, () => 0),
];

/** Arbitrary of objects with exactly one fault: a field of the wrong kind, missing, or unknown. */
export function oneFaultyFieldArbitrary(schema: ContractSchemaPart, known: KnownValuesOfField): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const wrong = fc.constantFrom(...WRONG_VALUES);
  if (names.length === 0) return fc.record({ unexpected: wrong });
  return fc
    .tuple(
      validValueArbitrary(schema, known),
      fc.constantFrom(...names),
      fc.constantFrom("replace", "remove", "add"),
      wrong,
    )
    .map(([value, name, how, replacement]) => {
      const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) };
      if (how === "remove") delete copy[name];
      else copy[how === "add" ? "tenant_id" : name] = replacement;
      return copy;
    });
}

/** Arbitrary of JSON values of an entirely wrong kind. */
export const wrongStructureArbitrary: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...WRONG_VALUES),
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer({ min: 33, max: 300 }).map((depth) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`) as unknown),
);
