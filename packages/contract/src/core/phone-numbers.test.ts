import { describe, expect, it } from "vitest";
import { allOperations } from "../operations";

interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly type?: string;
  readonly "x-phone-number"?: boolean;
}

/** Fields of a request that hold a telephone number, and whether the input check knows it. */
function numbersIn(schema: Part | undefined, at: string): { at: string; isKnown: boolean }[] {
  if (!schema) return [];
  const isNumber = schema.type === "string" && /(^|\.)(phone_number|telephone|phone|mobile)$/.test(at);
  return [
    ...(isNumber ? [{ at, isKnown: schema["x-phone-number"] === true }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => numbersIn(inner, `${at}.${name}`)),
    ...numbersIn(schema.items, at),
    ...(schema.anyOf ?? []).flatMap((branch) => numbersIn(branch, at)),
  ];
}

describe("telephone number in a request", () => {
  it("normalizes a telephone number wherever it stands in a request", () => {
    const found = allOperations.flatMap(({ id, body }) => numbersIn(body as Part | undefined, id));
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(({ isKnown }) => !isKnown).map(({ at }) => at)).toEqual([]);
  });
});
