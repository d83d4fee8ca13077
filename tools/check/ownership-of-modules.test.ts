import { describe, expect, it } from "vitest";
import { findFaults, readApi } from "./ownership.mjs";

describe("the map of modules and tables", () => {
  it("holds for the API as it is", () => {
    const { map: real, ...found } = readApi();
    expect(findFaults(real, found)).toEqual([]);
    expect(found.tables.size).toBeGreaterThan(40);
  });
});
