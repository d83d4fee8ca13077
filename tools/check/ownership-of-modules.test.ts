import { describe, expect, it } from "vitest";
import { findOwnershipFaults, readApiSources } from "./ownership.mjs";

describe("map of modules and tables", () => {
  it("the API's modules use tables only as the map apps/api/modules.cjs declares", () => {
    const { map: real, ...found } = readApiSources();
    expect(findOwnershipFaults(real, found)).toEqual([]);
    expect(found.tables.size).toBeGreaterThan(40);
  });
});
