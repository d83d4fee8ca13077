import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "./json-fault";
import { hasRepeatedJsonNames } from "./repeated-names";

describe("fault of a JSON text", () => {
  it.each([
    ['{"license_plate":', 17],
    ["", 0],
    ["  ", 2],
    ["{'a':1}", 1],
    ['{"a":NaN}', 5],
    ['{"a":01}', 6],
    ['{"a":1}}', 7],
    ["[1,]", 3],
    ['{"a":1,}', 7],
    ["[1}", 2],
    ['{"a" 1}', 5],
    ['["\n"]', 1],
    ['["\\x"]', 1],
    ["[".repeat(200_000), 200_000],
    ['{"a":1,"a":2}', 7],
    ['{"a":1, "\\u0061":2}', 8],
    ['[{"x":{"a":1},"y":{"a":1,"b":{},"b":{}}}]', 32],
    ['{"__proto__":1,"__proto__":1}', 15],
  ])("the fault of the JSON text %.20s is found at position %i", (text, position) =>
    expect(findJsonFault(text)).toBe(position),
  );

  it("a JSON fault is found where JSON.parse finds one, or where a name is repeated", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"a":',
      '"\\u0061":',
      '"\\u00e4"',
      "1",
      "-0.5e3",
      "true",
      "null",
      " ",
      "x",
      '"',
    );
    const isJson = (text: string) => {
      try {
        return !hasRepeatedJsonNames(text, JSON.parse(text));
      } catch {
        return false;
      }
    };
    const texts = fc.oneof(
      fc.json(),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join("")),
    );
    const agrees = fc.property(texts, (text) => (findJsonFault(text) === undefined) === isJson(text));
    expect(fc.check(agrees, { numRuns: 2_000, seed: 1 })).toMatchObject({ failed: false });
  });
});
