import { describe, expect, it } from "vitest";
import { hasRepeatedJsonNames } from "./repeated-names";

describe("repeated name in a JSON object", () => {
  it("the search for repeated names takes time proportional to the length of any JSON text", () => {
    const wide = `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join()}}`;
    const deep = `${'{"a":'.repeat(170_000)}1${"}".repeat(170_000)}`;
    const many = `[${'{"a":1},'.repeat(130_000)}1]`;
    const flat = JSON.stringify("\\:".repeat(500_000));
    for (const text of [wide, deep, many, flat, "[".repeat(500_000) + "]".repeat(500_000)]) {
      const parsed: unknown = JSON.parse(text);
      const began = performance.now();
      expect(hasRepeatedJsonNames(text, parsed)).toBe(false);
      // Takes 3 to 50 ms for a mebibyte; quadratic time would take minutes.
      expect(performance.now() - began).toBeLessThan(3_000);
    }
  });
});
