import { describe, expect, it } from "vitest";
import { findFaults, readApi } from "./ownership.mjs";

describe("map of modules and tables", () => {
  it("finds no fault in the map of modules and tables of the API", () => {
    const { map: real, ...found } = readApi();
    expect(findFaults(real, found)).toEqual([]);
    expect(found.tables.size).toBeGreaterThan(40);
  });
});
