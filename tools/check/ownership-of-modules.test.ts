import { describe, expect, it } from "vitest";
import { findOwnershipFaults, readApiSources } from "./ownership.mjs";

describe("map of modules and tables", () => {
  it("finds no fault in the map of modules and tables of the API", () => {
    const { map: real, ...found } = readApiSources();
    expect(findOwnershipFaults(real, found)).toEqual([]);
    expect(found.tables.size).toBeGreaterThan(40);
  });
});
