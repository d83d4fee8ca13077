import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { grantNames } from "./grants";
import { listGrantsOfOperations } from "./find-grants";
import { allOperations } from "../operations";

const operationLines = readFileSync(new URL("../../operations.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1);
const promisedGrants = operationLines
  .flatMap((line) => (line.split("\t")[4] ?? "").split("|"))
  .filter((name) => name !== "-");

describe("grants", () => {
  it("the contract's list of grants has exactly those that operations require, in alphabetical order", () => {
    expect(grantNames, "run `npm run generate`").toEqual(listGrantsOfOperations(allOperations));
  });

  it("the contract's list of grants has every grant that the specification names", () => {
    expect(promisedGrants.filter((name) => !grantNames.some((known) => known === name))).toEqual([]);
  });

  it("a grant that the specification does not name has the name of the operation that it permits, unless it permits several", () => {
    const opened = (grant: string) => allOperations.filter((operation) => [operation.grant].flat().includes(grant));
    const ours = grantNames.filter((name) => !promisedGrants.includes(name));
    expect(ours.length).toBeGreaterThan(10);
    const misspelt = ours.filter((name) => opened(name).length < 2 && opened(name)[0]?.id !== name);
    expect(misspelt).toEqual([]);
  });
});
