import { Value } from "typebox/value";
import type { TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { allOperations } from "../operations";

interface SchemaPart {
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
}
interface DefaultValue {
  readonly at: string;
  readonly name: string;
  readonly schema: SchemaPart;
  /** Descriptions of the field and of the object that contains it. */
  readonly said: string;
}

function findDefaults(schema: SchemaPart | undefined, at: string, said = ""): DefaultValue[] {
  if (!schema) return [];
  const own = `${said} ${schema.description ?? ""}`;
  const name = at.split(".").at(-1) ?? "";
  return [
    ...("default" in schema ? [{ at, name, schema, said: own }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
      findDefaults(inner, `${at}.${field}`, schema.description),
    ),
    ...findDefaults(schema.items, at),
    ...(schema.anyOf ?? []).flatMap((branch) => findDefaults(branch, at, own)),
  ];
}
const contractDefaults = allOperations.flatMap(({ id, body, query }) => [
  ...findDefaults(body as SchemaPart | undefined, `${id} body`),
  ...findDefaults(query as SchemaPart | undefined, `${id} query`),
]);

/**
 * Whether the description contradicts the default: a left out field gets the default, so a sentence about leaving it
 * out would never apply.
 */
const contradictsDefault = ({ name, said }: DefaultValue) =>
  new RegExp(`(?:without \`${name}\`|\`${name}\`[^.]*left out|left out: (?!${"`"}))`, "i").test(said);

describe("default of the contract", () => {
  it("every default of the contract is a valid value of its own field", () => {
    expect(contractDefaults.length).toBeGreaterThan(50);
    const wrong = contractDefaults.filter(({ schema }) => !Value.Check(schema as TSchema, schema.default));
    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  it("a field of the contract has no default where its description says what happens without it", () => {
    expect(contractDefaults.filter(contradictsDefault).map(({ at }) => at)).toEqual([]);
  });

  it("an update of the contract describes what its default does for a field that is left out", () => {
    const updates = allOperations.filter(({ method }) => method === "PUT" || method === "PATCH");
    for (const { id, body, leftOut } of updates) {
      const filledIn = findDefaults(body as SchemaPart | undefined, "body").map(({ at }) => at.split(".")[1]);
      const unsaid = filledIn.filter((name) => !leftOut?.defaults?.includes(name as string));
      expect({ id, unsaid }).toEqual({ id, unsaid: [] });
    }
  });
});
