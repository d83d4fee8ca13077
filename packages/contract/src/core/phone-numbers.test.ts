import { describe, expect, it } from "vitest";
import { allOperations } from "../operations";

interface SchemaPart {
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
  readonly type?: string;
  readonly "x-phone-number"?: boolean;
}

/** Fields of a request that hold a telephone number, and whether the input check knows it. */
function phoneNumberFieldsIn(schema: SchemaPart | undefined, at: string): { at: string; isKnown: boolean }[] {
  if (!schema) return [];
  const isNumber = schema.type === "string" && /(^|\.)(phone_number|telephone|phone|mobile)$/.test(at);
  return [
    ...(isNumber ? [{ at, isKnown: schema["x-phone-number"] === true }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => phoneNumberFieldsIn(inner, `${at}.${name}`)),
    ...phoneNumberFieldsIn(schema.items, at),
    ...(schema.anyOf ?? []).flatMap((branch) => phoneNumberFieldsIn(branch, at)),
  ];
}

describe("telephone number in a request", () => {
  it("telephone numbers are normalised in every field of a request", () => {
    const found = allOperations.flatMap(({ id, body }) => phoneNumberFieldsIn(body as SchemaPart | undefined, id));
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(({ isKnown }) => !isKnown).map(({ at }) => at)).toEqual([]);
  });
});
