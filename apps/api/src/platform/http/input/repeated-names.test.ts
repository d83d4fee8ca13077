import { describe, expect, it } from "vitest";
import { hasRepeatedJsonNames } from "./repeated-names";

const textRepeatsNames = (text: string) => hasRepeatedJsonNames(text, JSON.parse(text));

describe("repeated name in a JSON object", () => {
  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":[{"c":1,"d":2,"c":3}]}}',
    '[[{"a":{"x":1},"a":{"y":2}}]]',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{"\\"":1,"\\u0022":2}',
    '{"ä":1,"\\u00e4":2}',
  ])("the repeated name in %s is found", (text) => expect(textRepeatsNames(text)).toBe(true));

  it.each([
    "1",
    "null",
    '":"',
    "[]",
    "{}",
    '{"a":":","b":"\\":\\""}',
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
    '{"a":"\\\\","b":":"}',
    '{"a":1,"A":2,"á":3,"a\u0301":4}',
    '{"length":1,"__proto__":{},"constructor":[]}',
  ])("no repeated name is found in %s", (text) => expect(textRepeatsNames(text)).toBe(false));
});
